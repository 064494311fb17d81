// SPDX-License-Identifier: MIT
// Every byte of an archive, by what it belongs to; and members found without a directory.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

/// Answers as `map` of protocol.md says: the spans of members [from, from + count) in file order,
/// and behind the last member those of the directory and the end records. Errors: those of reading.
[[nodiscard]] task<void> show_map(job& of, file_share file, std::uint32_t from,
                                  std::uint32_t count) noexcept;

/// Answers as `salvage` of protocol.md says. Errors: those of reading.
[[nodiscard]] task<void> show_salvage(job& of, file_share file) noexcept;

}  // namespace nopy::engine
