// SPDX-License-Identifier: MIT
// The leaves of an element type: what a table shows as one column, and where in an item it stands.
#pragma once

#include <nopy/dtype.hpp>

#include "bytes/growing.hpp"

namespace nopy::engine {

/// The item as a whole, and all columns side by side.
inline constexpr std::int32_t whole_item = -1;
inline constexpr std::int32_t all_columns = -2;

struct column {
  dtype type{};
  std::uint64_t offset = 0;     ///< bytes from the start of the item
  bytes::growing<char> name{};  ///< "pos.x", "m[0,1]"; empty for a plain array
};

struct column_list {
  bytes::growing<column> columns{};
  std::uint64_t left_out = 0;  ///< leaves behind the last one listed
};

/// At most `most_columns`; subarrays of more than 16 elements stay whole. Errors: out_of_memory.
inline constexpr std::size_t most_columns = 256;
[[nodiscard]] result<column_list> columns_of(const dtype& type) noexcept;

/// The part of an item that a column number means. Errors: out_of_range, out_of_memory.
struct item_part {
  dtype type{};
  std::uint64_t offset = 0;
};
[[nodiscard]] result<item_part> part_of(const dtype& type, std::int32_t column) noexcept;

/// Whether pictures and statistics can be made of it.
[[nodiscard]] bool is_numeric(const dtype& type) noexcept;

}  // namespace nopy::engine
