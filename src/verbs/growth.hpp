// SPDX-License-Identifier: MIT
// An array that grows in its file: whether it can, by which rows, and what its header then says.
#pragma once

#include <nopy/append.hpp>
#include <nopy/header.hpp>

#include "bytes/growing.hpp"
#include "os/file.hpp"

namespace nopy {

/// The part of a file that an append looks at and changes.
struct growing_array {
  bytes::growing<std::byte> header{};  // from the magic to the data
  std::uint64_t row_bytes = 0;
  std::uint64_t row_count = 0;
  std::uint64_t most_rows = 0;     // that the header has room for, and a file
  bool room_is_in_header = false;  // whether the header is what bounds `most_rows`

  [[nodiscard]] std::uint64_t end_of(std::uint64_t rows) const noexcept {
    return header.size() + rows * row_bytes;
  }
};

/// The shape of `count` rows: along the first axis in C order, the last in Fortran order.
[[nodiscard]] shape shape_of_rows(const shape& row, std::uint64_t count, order order) noexcept;

/// The bytes of a row. Errors: usage (no bytes; too many axes), object_dtype, too_large.
[[nodiscard]] result<std::uint64_t> bytes_of_row(const dtype& type, const shape& row) noexcept;

/// Reads the array that the whole of `file` is and checks that rows of `row` elements of `type` can
/// be appended. Errors: as `any_appender::open`.
[[nodiscard]] result<growing_array> read_growing(const os::file& file, const dtype& type,
                                                 const shape& row, order order) noexcept;

/// Makes a file with an array of no rows. Errors: exists, io, too_large.
[[nodiscard]] result<void> make_growing(path_ref path, const dtype& type, const shape& row,
                                        const append_options& options) noexcept;

/// The error of a row that the header has no room to count.
[[nodiscard]] error no_room_for(std::uint64_t rows, std::uint64_t most_rows) noexcept;

}  // namespace nopy
