// SPDX-License-Identifier: MIT
// Loading from a source that is open, for the verbs that open it in different ways. Owns the checks
// between what is there and what was asked for, and their messages.
#pragma once

#include <nopy/load.hpp>

#include "bytes/text_sink.hpp"
#include "verbs/read_stream.hpp"
#include "verbs/window_reader.hpp"

namespace nopy::inline v1::verbs {

/// How the items of `found` become those of `request`. Where the file does not say which long
/// double it holds and the conversion has to know, its first values are read and the guess is
/// reported (`long_double_guess`). Errors, named: type_mismatch, and those of reading.
[[nodiscard]] result<item_transform> make_transform(const opened_source& from, const header& found,
                                                    const load_request& request,
                                                    const load_options& options) noexcept;

/// What the array that was asked for takes in memory, held against the limits. Errors, named:
/// too_large.
[[nodiscard]] result<std::uint64_t> bytes_in_memory(const opened_source& from, std::uint64_t items,
                                                    std::uint64_t item_bytes,
                                                    const limits& limits) noexcept;

/// Memory for so many bytes of values. Errors, named: out_of_memory.
[[nodiscard]] result<memory> allocate_values(const opened_source& from,
                                             std::uint64_t bytes) noexcept;

/// Tells what only the values could tell: bools that were made 0 or 1.
void report_values(const opened_source& from, const header& found, const item_transform& items,
                   const load_options& options) noexcept;

/// Errors: rank_mismatch.
[[nodiscard]] result<void> check_rank(const shape& found, std::size_t asked) noexcept;

/// After a whole load: holds a member against its directory record. Errors, named: zip_crc, zip_size,
/// zip_inflate, changed, io.
[[nodiscard]] result<void> finish(const opened_source& from) noexcept;

}  // namespace nopy::inline v1::verbs
