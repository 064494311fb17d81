// SPDX-License-Identifier: MIT
// What stands behind a record or a subarray: one block with its fields, names and titles (or base
// and extents), shared and immutable. Owns the limits of nesting.
//
//   record    | tree | dtype_field x count | names and titles |
//   subarray  | tree | base dtype | extents x count |
#pragma once

#include <nopy/dtype.hpp>

namespace nopy {
inline namespace v1 {

/// Records inside records: 32 is far beyond every real file and bounds all recursion over a tree.
inline constexpr std::uint8_t most_nested_records = 32;
/// Records and subarrays together.
inline constexpr std::uint8_t most_nested_levels = 66;
/// The largest item NumPy can have.
inline constexpr std::uint64_t most_item_bytes = 0x7FFFFFFF;

struct dtype::tree {
  std::size_t owners = 1;
  std::uint32_t count = 0;   // fields, or the rank of a subarray
  std::uint8_t levels = 1;   // the deepest nest of records and subarrays, this one included
  std::uint8_t records = 0;  // the deepest nest of records alone
  bool has_objects = false;

  [[nodiscard]] dtype_field* fields() noexcept { return reinterpret_cast<dtype_field*>(this + 1); }
  [[nodiscard]] dtype* base() noexcept { return reinterpret_cast<dtype*>(this + 1); }
  [[nodiscard]] std::uint64_t* extents() noexcept {
    return reinterpret_cast<std::uint64_t*>(base() + 1);
  }
};

}  // namespace v1
}  // namespace nopy
