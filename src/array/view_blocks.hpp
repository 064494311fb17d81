// SPDX-License-Identifier: MIT
// The bytes of a view as a file holds them: in one piece where they lie so in memory, else gathered
// block by block. Owns the rules of order and contiguity. Format: docs/format.md, rule W7.
#pragma once

#include <nopy/any.hpp>

#include "array/gap_mask.hpp"

namespace nopy::inline v1::core {

/// Data bytes of an array of `type` and `extents`. Errors: object_dtype, and too_large, also where
/// an extent of 0 makes the data empty but the others multiply to more than a reader takes.
[[nodiscard]] result<std::uint64_t> data_bytes_of(const dtype& type, const shape& extents) noexcept;

/// Hands out the bytes of a view in file order. The view is borrowed.
class view_blocks {
 public:
  /// `wanted` is the order of the bytes in the file. Errors: those of `data_bytes_of`, usage (bytes
  /// that do not fit the shape), out_of_memory.
  [[nodiscard]] static result<view_blocks> of(const any_view& what, order wanted,
                                              std::uint64_t block_bytes) noexcept;

  /// What the header says: Fortran only where that differs from C, as NumPy does.
  [[nodiscard]] nopy::order order() const noexcept { return order_; }
  [[nodiscard]] std::uint64_t total_bytes() const noexcept { return total_bytes_; }
  /// Whether all bytes lie in memory as the file wants them: then `next` hands them out at once.
  [[nodiscard]] bool in_place() const noexcept { return in_place_; }

  /// The next bytes, valid until the next call; empty at the end. A gathered block has at most
  /// `block_bytes`, or one item.
  [[nodiscard]] std::span<const std::byte> next() noexcept;

 private:
  view_blocks() noexcept = default;
  void lay_axes(const any_view& what) noexcept;
  void collapse() noexcept;
  void split(std::uint64_t block_bytes) noexcept;
  void step(std::uint64_t steps) noexcept;

  const std::byte* first_ = nullptr;
  std::uint64_t item_bytes_ = 0;
  std::uint64_t total_bytes_ = 0;
  nopy::order order_ = nopy::order::c;
  bool in_place_ = false;
  bool done_ = false;

  // Axes in file order: the outermost first, whether the file is C or Fortran.
  shape extents_{};
  std::ptrdiff_t strides_[max_rank]{};
  // A block takes up to `steps_` indices of axis `split_` and all of the axes inside it; `index_`
  // says where it begins on the axes up to `split_`.
  std::size_t split_ = 0;
  std::uint64_t steps_ = 0;
  std::uint64_t index_[max_rank]{};

  gap_mask gaps_{};
  bytes::growing<std::byte> block_{};  // reserved, and filled by copying
};

}  // namespace nopy::inline v1::core
