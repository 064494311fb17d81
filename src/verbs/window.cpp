// SPDX-License-Identifier: MIT
#include "verbs/window.hpp"

#include "bytes/text_sink.hpp"

namespace nopy::inline v1::verbs {
namespace {

/// Strides in items of an array without gaps. Total function: what a shape without items
/// multiplies to does not matter.
void fill_item_strides(std::uint64_t* out, const shape& extents, order order) noexcept {
  std::uint64_t stride = 1;
  for (std::size_t i = 0; i < extents.rank(); ++i) {
    const std::size_t axis = order == order::c ? extents.rank() - 1 - i : i;
    out[axis] = stride;
    stride *= extents[axis];
  }
}

/// Adds a loop inside those that are there.
void add_axis(window& to, const window_axis& inner) noexcept {
  if (inner.count == 1) return;
  if (to.rank != 0) {
    window_axis& outer = to.axes[to.rank - 1];
    if (outer.file_stride == inner.count * inner.file_stride &&
        outer.memory_stride == inner.count * inner.memory_stride) {
      outer = {outer.count * inner.count, inner.file_stride, inner.memory_stride};
      return;
    }
  }
  to.axes[to.rank++] = inner;
}

error rank_differs(std::size_t found, std::size_t expected, std::string_view what) noexcept {
  const bytes::short_text<48> has(
      [&](bytes::text_sink& out) { out.put(what).put(" of rank ").decimal(found); });
  const bytes::short_text<48> wants(
      [&](bytes::text_sink& out) { out.put("rank ").decimal(expected).put(", as the array"); });
  return error({.code = errc::rank_mismatch,
                .summary = "the window has another number of dimensions than the array",
                .found = has,
                .expected = wants});
}

error outside(std::size_t axis, std::uint64_t last, std::uint64_t extent) noexcept {
  const bytes::short_text<64> found([&](bytes::text_sink& out) {
    out.put("index ").decimal(last).put(" along axis ").decimal(axis);
  });
  const bytes::short_text<64> expected(
      [&](bytes::text_sink& out) { out.put("below ").decimal(extent); });
  return error({.code = errc::out_of_range,
                .summary = "the window reaches outside the array",
                .found = found,
                .expected = expected});
}

result<void> check_region(const shape& array, const region& part) noexcept {
  if (part.start.rank() != array.rank())
    return rank_differs(part.start.rank(), array.rank(), "a start");
  if (part.extents.rank() != array.rank())
    return rank_differs(part.extents.rank(), array.rank(), "extents");
  if (part.steps.rank() != 0 && part.steps.rank() != array.rank())
    return rank_differs(part.steps.rank(), array.rank(), "steps");
  for (std::size_t axis = 0; axis < array.rank(); ++axis) {
    const std::uint64_t step = part.steps.rank() == 0 ? 1 : part.steps[axis];
    if (step == 0) return error(errc::usage, "a step of 0 goes nowhere");
    if (part.start[axis] > array[axis]) return outside(axis, part.start[axis], array[axis]);
    const std::uint64_t left = array[axis] - part.start[axis];
    // The last index is start + (extents - 1) * step; compared without overflow.
    const std::uint64_t most = left == 0 ? 0 : (left - 1) / step + 1;
    if (part.extents[axis] > most) {
      const bool fits = part.extents[axis] - 1 <= (UINT64_MAX - part.start[axis]) / step;
      return outside(axis, fits ? part.start[axis] + (part.extents[axis] - 1) * step : UINT64_MAX,
                     array[axis]);
    }
  }
  return {};
}

/// The loops over a region that was checked.
window loops_over(const header& of, const region& part, const shape& memory_extents,
                  order memory_order) noexcept {
  window made;
  made.items = part.extents.count();
  if (made.items == 0) return made;
  const shape& array = of.shape;
  std::uint64_t file_strides[max_rank];
  std::uint64_t memory_strides[max_rank];
  fill_item_strides(file_strides, array, of.order);
  fill_item_strides(memory_strides, memory_extents, memory_order);
  for (std::size_t i = 0; i < array.rank(); ++i) {
    const std::size_t axis = of.order == order::c ? i : array.rank() - 1 - i;
    const std::uint64_t step = part.steps.rank() == 0 ? 1 : part.steps[axis];
    made.first_item += part.start[axis] * file_strides[axis];
    add_axis(made, {part.extents[axis], step * file_strides[axis], memory_strides[axis]});
  }
  return made;
}

}  // namespace

window whole_window(const header& of, order memory_order) noexcept {
  shape start;
  for (std::size_t axis = 0; axis < of.shape.rank(); ++axis) start.push_back(0);
  return loops_over(of, {start, of.shape}, of.shape, memory_order);
}

result<window> region_window(const header& of, const region& part, const shape& memory_extents,
                             order memory_order) noexcept {
  if (const auto fits = check_region(of.shape, part); !fits) return fits.error();
  return loops_over(of, part, memory_extents, memory_order);
}

std::uint64_t c_position(const header& of, std::uint64_t position) noexcept {
  if (of.order == order::c) return position;
  std::uint64_t strides[max_rank];
  fill_item_strides(strides, of.shape, order::c);
  std::uint64_t c = 0;
  for (std::size_t axis = 0; axis < of.shape.rank(); ++axis) {
    c += position % of.shape[axis] * strides[axis];
    position /= of.shape[axis];
  }
  return c;
}

}  // namespace nopy::inline v1::verbs
