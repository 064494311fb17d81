// SPDX-License-Identifier: MIT
// A rectangular part of an array as loops over the file: for each axis, how many items, how far
// apart they lie in the file and in the destination. Pure arithmetic; owns the checks of a region
// against the array's shape.
#pragma once

#include <nopy/error.hpp>
#include <nopy/file.hpp>
#include <nopy/header.hpp>

namespace nopy::inline v1::verbs {

/// One loop. Strides are in items.
struct window_axis {
  std::uint64_t count;
  std::uint64_t file_stride;
  std::uint64_t memory_stride;
};

/// The loops of a window, the slowest of the file first. Axes that lie side by side both in the
/// file and in memory are merged and single indices are left out, so that a contiguous window has
/// one axis (or none: one item), with both strides 1. Every count is at least 2.
struct window {
  std::uint64_t first_item = 0;  ///< position in the file's order
  std::uint64_t items = 0;       ///< 0: nothing to read, no axes
  std::size_t rank = 0;
  window_axis axes[max_rank];  // of which `rank` are set: filling all costs more than a small read

  /// Whether the items stand side by side, in the same order, in the file and in memory.
  [[nodiscard]] bool contiguous() const noexcept {
    return rank == 0 || (rank == 1 && axes[0].file_stride == 1 && axes[0].memory_stride == 1);
  }
};

/// The window over a whole array.
[[nodiscard]] window whole_window(const header& of, order memory_order) noexcept;

/// The window of a region. The memory holds an array of `memory_extents` in `memory_order`, of
/// which the window fills the part that starts at the destination's address. Errors: rank_mismatch,
/// out_of_range, usage (a step of 0).
[[nodiscard]] result<window> region_window(const header& of, const region& part,
                                           const shape& memory_extents,
                                           order memory_order) noexcept;

/// The position in C order of the item at `position` in the file's order.
[[nodiscard]] std::uint64_t c_position(const header& of, std::uint64_t position) noexcept;

}  // namespace nopy::inline v1::verbs
