// SPDX-License-Identifier: MIT
// Members and arrays as they lie: verified from the first byte to the last, or a part of their bytes.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

/// Answers as `verify` of protocol.md says. Errors: zip_crc, zip_size, zip_inflate, zip_mismatch;
/// usage, of a .npy file.
[[nodiscard]] task<void> verify_member(job& of, file_share file, std::uint32_t member) noexcept;

/// Holds the data descriptor behind a member, where it has one, against the directory. Errors:
/// zip_mismatch, those of reading.
[[nodiscard]] task<void> check_behind(job& of, opened_file& file, const zip::entry& entry,
                                      std::uint64_t end) noexcept;

/// Answers with bytes of the array's stream, fewer where it ends. Errors: limit, those of reading.
[[nodiscard]] task<void> show_stream(job& of, file_share file, std::uint32_t member,
                                     byte_range wanted) noexcept;

}  // namespace nopy::engine
