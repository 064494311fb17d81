// SPDX-License-Identifier: MIT
// Where the directory stands: the end records, found from the archive's last bytes.
#pragma once

#include <nopy/header.hpp>
#include <nopy/limits.hpp>

#include "zip/records.hpp"

namespace nopy::zip {

/// How many of the last bytes can hold the end record with its comment, the locator, and a plain end record 64.
inline constexpr std::uint64_t tail_bytes =
    end_bytes + longest_comment + locator_bytes + end_64_bytes;

/// What the end records say, ZIP64 resolved.
struct archive_end {
  std::uint64_t entries = 0;
  std::uint64_t directory_offset = 0;
  std::uint64_t directory_bytes = 0;
  std::uint64_t records_offset = 0;  ///< of the first end record: where the directory must end
  std::uint16_t comment_bytes = 0;   ///< as the end record says
};

/// The end of the archive, or a range that is wanted first.
struct end_found {
  archive_end end{};
  byte_range wanted{};  ///< an end record 64 that lies before the tail; count 0: the end is known
};

/// Finds the end of an archive of `total_bytes` from its last bytes.
///
/// `tail` is at least `tail_bytes` of it, or all. The archive's end is the rightmost end record
/// whose directory ends where the end records begin. What deviates is a finding under
/// `policy::tolerant` and an error under `policy::strict`: bytes behind the archive, a comment that
/// is longer or shorter than it says, disk numbers, another end record that is consistent too.
/// `record_64` are the bytes of the range wanted before, empty at first.
/// Errors: zip_no_directory, zip_corrupt, zip_ambiguous, zip_multidisk. Cost: one backward scan, no allocation.
/// Source: APPNOTE 4.3.14 to 4.3.16.
[[nodiscard]] result<end_found> find_end(std::span<const std::byte> tail, std::uint64_t total_bytes,
                                         policy policy, std::span<const std::byte> record_64,
                                         finding_list& findings) noexcept;

/// Of a file that ends like an archive and does not begin like one: zip_corrupt.
[[nodiscard]] error damaged_start() noexcept;

}  // namespace nopy::zip
