// SPDX-License-Identifier: MIT
// What a reader sees of a file that grows: how many whole rows of a known sequence it holds.
#pragma once

#include <nopy/header.hpp>

#include <optional>
#include <span>
#include <string>

namespace nopy::test {

/// The rows that the array at the start of `file` has, if its data is the beginning of `rows`;
/// nothing where it can not be read, or holds something else. The first axis counts rows.
inline std::optional<std::uint64_t> rows_in(const std::string& file, const std::string& rows) {
  const auto bytes = std::as_bytes(std::span(file));
  const auto header = core::decode_header(bytes, file.size());
  if (!header || header->shape.rank() == 0) return std::nullopt;
  if (header->data_bytes > rows.size() ||
      file.compare(header->data_offset, header->data_bytes, rows, 0, header->data_bytes) != 0)
    return std::nullopt;
  return header->shape[header->order == order::c ? 0 : header->shape.rank() - 1];
}

}  // namespace nopy::test
