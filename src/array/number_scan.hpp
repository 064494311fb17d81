// SPDX-License-Identifier: MIT
// The numbers of items, whatever their coding, byte order and place in the item, block by block to
// the kernels. An array is cut into chunks of `chunk_items`; what is known of a chunk depends on
// nothing else, so chunks may be looked at by several threads and are joined in their order.
#pragma once

#include <nopy/stats.hpp>

#include "array/moments.hpp"
#include "kernels/table.hpp"

namespace nopy::inline v1::core {

/// Where the numbers of an item lie: one, or those of a subarray.
struct number_place {
  dtype type{};                   ///< of one number: no record, no subarray; half of a complex one
  std::uint64_t offset = 0;       ///< of the first, from the start of the item
  std::uint64_t item_bytes = 0;   ///< from one item to the next
  std::uint64_t units = 1;        ///< numbers in an item
  std::uint64_t unit_stride = 0;  ///< bytes between them
};
/// The place of an item's number; of a complex one a part. `item_bytes` of it is that of `type`.
[[nodiscard]] number_place place_of(const dtype& type, complex_part part) noexcept;

/// The positions in C order of items that come in another order.
struct item_order {
  shape extents{};
  nopy::order order = nopy::order::c;
  [[nodiscard]] bool in_c_order() const noexcept {
    return order == nopy::order::c || extents.rank() < 2;
  }
  /// Of the item at a position in that order.
  [[nodiscard]] std::uint64_t c_position(std::uint64_t position) const noexcept;
};

/// The least or the largest of what is not NaN: of equal ones the first in C order.
struct extreme_place {
  kernels::order_key key{};
  std::uint64_t position = 0;  ///< in C order, counted in numbers: item x units + unit
  bool found = false;
  std::byte number[16]{};  ///< as it is, in native byte order
};

/// What is known of some items.
struct number_summary {
  moments of{};
  extreme_place least{}, most{};
  /// Finite long doubles that no double holds: sums are infinite.
  std::uint64_t beyond_above = 0, beyond_below = 0;

  /// Adds what is known of other items, in their order.
  void join(const number_summary& later) noexcept;
};

/// Mean, deviation and sum of all that is not NaN, infinities too.
struct finished_sums {
  double mean, deviation, sum;
};
[[nodiscard]] finished_sums finished(const number_summary& of) noexcept;

class number_scan {
 public:
  /// Errors: type_mismatch, object_dtype.
  [[nodiscard]] static result<number_scan> of(const number_place& place) noexcept;

  [[nodiscard]] const number_place& place() const noexcept { return place_; }
  /// Adds `count` items that follow one another in memory; `first` is the position of the first.
  void add(number_summary& to, const std::byte* items, std::uint64_t count, std::uint64_t first,
           const item_order& order) const noexcept;
  /// The double nearest to the number of a key.
  [[nodiscard]] double value_of(kernels::order_key key) const noexcept;
  /// The numbers of items as doubles, blocks of at most `kernels::block_numbers`; NaT is NaN.
  void each_block(const std::byte* items, std::uint64_t count,
                  function_ref<void(std::span<const double>)> show) const noexcept;

 private:
  struct scratch;
  explicit number_scan(number_place place, kernels::number coding) noexcept;
  const std::byte* packed(const std::byte* items, std::uint64_t unit, std::size_t count,
                          std::byte* buffer) const noexcept;
  void look(kernels::block_statistics& to, const std::byte* numbers, std::size_t count,
            scratch& room) const noexcept;
  void look_extended(number_summary& to, const std::byte* numbers, std::size_t count,
                     std::uint64_t first, const item_order& order) const noexcept;
  void doubles(double* to, const std::byte* numbers, std::size_t count) const noexcept;
  void keys(kernels::order_key* to, const std::byte* numbers, std::size_t count,
            scratch& room) const noexcept;
  [[nodiscard]] std::uint64_t c_position(std::uint64_t number,
                                         const item_order& order) const noexcept;
  void find(extreme_place& best, kernels::order_key key, const std::byte* numbers,
            std::size_t count, std::uint64_t first, const item_order& order,
            scratch& room) const noexcept;

  number_place place_;
  kernels::number coding_;
  std::size_t unit_bytes_;
  bool swapped_ = false;
  bool time_ = false;
  bool integer_ = false;
  bool has_sign_ = false;
  kernels::statistics_kernel kernel_ = nullptr;
};

/// Items of a chunk: about 1 MiB of them.
[[nodiscard]] constexpr std::uint64_t chunk_items(std::uint64_t item_bytes) noexcept {
  constexpr std::uint64_t bytes = std::uint64_t{1} << 20;
  return item_bytes >= bytes ? 1 : item_bytes == 0 ? bytes : bytes / item_bytes;
}

}  // namespace nopy::inline v1::core
