// SPDX-License-Identifier: MIT
// NumPy's basic slices as text: "0:5, ..., -1, ::-2". Owns the rules of Python's slice.indices.
#pragma once

#include <nopy/error.hpp>
#include <nopy/shape.hpp>

#include <span>
#include <string_view>

namespace nopy::inline v1::core {

/// What one slice takes of one axis: `count` indices from `start` on, `step` apart (never 0).
struct axis_slice {
  std::uint64_t start = 0;
  std::int64_t step = 1;
  std::uint64_t count = 0;
  bool dropped = false;  ///< a single index: the axis is not in the result
};

/// A rectangular choice of an array's elements, one `axis_slice` per axis of the array. Never allocates.
class selection {
 public:
  /// Everything.
  explicit selection(const shape& of) noexcept;
  /// Reads slice text without its brackets. Errors: usage, for text that is no basic slice and for
  /// None; out_of_range, for an index outside the array; rank_mismatch, for too many of them.
  [[nodiscard]] static result<selection> parse(std::string_view text, const shape& of) noexcept;

  [[nodiscard]] std::span<const axis_slice> axes() const noexcept { return {axes_, rank_}; }
  /// The counts of all axes, dropped ones (of count 1) included.
  [[nodiscard]] shape extents() const noexcept;
  /// The shape of the result: without the dropped axes.
  [[nodiscard]] shape result_shape() const noexcept;
  /// Whether the elements are all of the array, in its order.
  [[nodiscard]] bool whole(const shape& of) const noexcept;

  /// The same with every `step`-th index of an axis alone, from its first on; `step` is at least 1.
  [[nodiscard]] selection thinned(std::size_t axis, std::uint64_t step) const noexcept;
  /// The same with the first index of an axis alone, and the axis dropped. The axis is not empty.
  [[nodiscard]] selection at_first(std::size_t axis) const noexcept;

 private:
  void take(const axis_slice& axis) noexcept { axes_[rank_++] = axis; }
  void take_whole(const shape& of) noexcept { take({0, 1, of[rank_], false}); }

  axis_slice axes_[max_rank]{};
  std::size_t rank_ = 0;
};

}  // namespace nopy::inline v1::core
