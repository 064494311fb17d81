// SPDX-License-Identifier: MIT
#include "engine/window.hpp"

#include "bytes/checked.hpp"
#include "bytes/text_sink.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

// Gaps up to this long are read along: a request costs more.
constexpr std::uint64_t most_gap = 4096;
constexpr std::uint64_t most_range = 1 << 20;

error outside(std::size_t axis, const axis_take& take, std::uint64_t extent) noexcept {
  const nopy::bytes::short_text<120> found([&](nopy::bytes::text_sink& out) {
    out.decimal(take.count).put(" indices from ").decimal(take.start).put(" by ");
    out.signed_decimal(take.step).put(" along axis ").decimal(axis);
  });
  const nopy::bytes::short_text<64> expected(
      [&](nopy::bytes::text_sink& out) { out.put("indices below ").decimal(extent); });
  return error({.code = errc::out_of_range,
                .summary = "the slice reaches outside the array",
                .found = found,
                .expected = expected});
}

std::uint64_t magnitude(std::int64_t step) noexcept {
  return step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
}

bool fits(const axis_take& take, std::uint64_t extent) noexcept {
  if (take.count == 0) return true;
  if (take.start >= extent) return false;
  const auto way = checked::mul(take.count - 1, magnitude(take.step));
  return way && (take.step < 0 ? *way <= take.start : *way < extent - take.start);
}

}  // namespace

result<window> window::of(const header& array, std::span<const axis_take> axes) noexcept {
  window made;
  if (axes.size() != array.shape.rank())
    return error(errc::rank_mismatch, "the slice has another number of axes than the array");
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (axes[axis].step == 0) return error(errc::usage, "a step of 0 goes nowhere");
    if (!fits(axes[axis], array.shape[axis])) return outside(axis, axes[axis], array.shape[axis]);
    made.axes_[axis] = axes[axis];
    made.extents_.push_back(axes[axis].count);
  }
  made.lay_loops(array);
  return made;
}

window window::whole(const header& array) noexcept {
  window made;
  for (std::size_t axis = 0; axis < array.shape.rank(); ++axis) {
    made.axes_[axis] = {0, 1, array.shape[axis], 0};
    made.extents_.push_back(array.shape[axis]);
  }
  made.lay_loops(array);
  return made;
}

/// One loop per axis, the slowest of the file first.
void window::lay_loops(const header& array) noexcept {
  item_bytes_ = array.dtype.item_bytes();
  items_ = extents_.count();
  const std::size_t rank = extents_.rank();
  ended_ = items_ == 0;
  if (items_ == 0) return;
  std::uint64_t stream_stride[max_rank];
  std::int64_t result_stride[max_rank];
  std::uint64_t bytes = item_bytes_;
  std::int64_t items = 1;
  for (std::size_t i = rank; i-- > 0;) {
    const std::size_t axis = array.order == order::c ? i : rank - 1 - i;
    stream_stride[axis] = bytes;
    bytes *= array.shape[axis];
    result_stride[i] = items;
    items *= static_cast<std::int64_t>(extents_[i]);
  }
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t axis = array.order == order::c ? i : rank - 1 - i;
    const axis_take& take = axes_[axis];
    const std::uint64_t stride = stream_stride[axis] * magnitude(take.step);
    first_offset_ += take.start * stream_stride[axis];
    stream_loop loop{take.count, stride, result_stride[axis]};
    if (take.step < 0) {
      first_offset_ -= (take.count - 1) * stride;
      first_result_ += static_cast<std::int64_t>(take.count - 1) * loop.result_stride;
      loop.result_stride = -loop.result_stride;
    }
    if (take.count != 1) loops_[loop_count_++] = loop;
  }
  merge();
  plan();
}

/// Loops that go on where the one inside of them ends become one.
void window::merge() noexcept {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < loop_count_; ++i) {
    const stream_loop inner = loops_[i];
    if (kept != 0) {
      stream_loop& outer = loops_[kept - 1];
      if (outer.stride == inner.count * inner.stride &&
          outer.result_stride == static_cast<std::int64_t>(inner.count) * inner.result_stride) {
        outer = {outer.count * inner.count, inner.stride, inner.result_stride};
        continue;
      }
    }
    loops_[kept++] = inner;
  }
  loop_count_ = kept;
}

/// Decides what one range brings.
void window::plan() noexcept {
  std::uint64_t span = item_bytes_;
  inside_ = loop_count_;
  while (inside_ != 0) {
    const stream_loop& loop = loops_[inside_ - 1];
    if (loop.stride > span + most_gap || span >= most_range) break;
    --inside_;
    const std::uint64_t most =
        loop.stride == 0 ? loop.count : (most_range - span) / loop.stride + 1;
    steps_ = std::min(loop.count, most);
    if (steps_ < loop.count) break;
    span += (loop.count - 1) * loop.stride;
  }
}

void window::rewind() noexcept {
  for (std::size_t i = 0; i < loop_count_; ++i) index_[i] = 0;
  ended_ = items_ == 0;
}

std::optional<planned_range> window::next() noexcept {
  if (ended_) return std::nullopt;
  planned_range made{{first_offset_, item_bytes_}, first_result_, 1};
  const std::size_t loops = std::min(inside_ + 1, loop_count_);
  for (std::size_t i = 0; i < loops; ++i) {
    made.range.offset += index_[i] * loops_[i].stride;
    made.first_result += static_cast<std::int64_t>(index_[i]) * loops_[i].result_stride;
  }
  if (inside_ < loop_count_) {
    made.steps = std::min(steps_, loops_[inside_].count - index_[inside_]);
    made.range.count += (made.steps - 1) * loops_[inside_].stride;
    for (std::size_t i = inside_ + 1; i < loop_count_; ++i)
      made.range.count += (loops_[i].count - 1) * loops_[i].stride;
  }
  ended_ = true;
  for (std::size_t i = loops; i-- > 0;) {
    index_[i] += i == inside_ ? steps_ : 1;
    if (index_[i] < loops_[i].count) {
      ended_ = false;
      break;
    }
    index_[i] = 0;
  }
  return made;
}

byte_range window::cost() const noexcept {
  if (items_ == 0) return {};
  std::uint64_t ranges = 1;
  std::uint64_t bytes = item_bytes_;
  for (std::size_t i = inside_ + 1; i < loop_count_; ++i)
    bytes += (loops_[i].count - 1) * loops_[i].stride;
  if (inside_ < loop_count_) {
    const stream_loop& loop = loops_[inside_];
    ranges = (loop.count + steps_ - 1) / steps_;
    // Every range but the last has `steps_` indices.
    bytes = ranges * bytes + (loop.count - ranges) * loop.stride;
  }
  for (std::size_t i = 0; i < inside_; ++i) {
    ranges = checked::mul(ranges, loops_[i].count).value_or(UINT64_MAX);
    bytes = checked::mul(bytes, loops_[i].count).value_or(UINT64_MAX);
  }
  return {ranges, bytes};
}

byte_range window::reach() const noexcept {
  if (items_ == 0) return {};
  std::uint64_t count = item_bytes_;
  for (std::size_t i = 0; i < loop_count_; ++i) count += (loops_[i].count - 1) * loops_[i].stride;
  return {first_offset_, count};
}

shape window::result_shape() const noexcept {
  shape made;
  for (std::size_t axis = 0; axis < extents_.rank(); ++axis)
    if (axes_[axis].dropped == 0) made.push_back(extents_[axis]);
  return made;
}

bool window::runs_backwards() const noexcept {
  for (std::size_t axis = 0; axis < extents_.rank(); ++axis)
    if (axes_[axis].step < 0) return true;
  return false;
}

shape window::index_of(std::uint64_t result) const noexcept {
  shape made = extents_;
  for (std::size_t axis = extents_.rank(); axis-- > 0;) {
    const std::uint64_t at = result % extents_[axis];
    result /= extents_[axis];
    const axis_take& take = axes_[axis];
    made[axis] = take.step < 0 ? take.start - at * magnitude(take.step)
                               : take.start + at * magnitude(take.step);
  }
  return made;
}

void window::visit(const planned_range& of, std::span<const std::byte> bytes, std::size_t present,
                   function_ref<void(const item_run&)> show) const noexcept {
  const std::uint64_t item = item_bytes_;
  std::uint64_t index[max_rank]{};
  const std::size_t last = loop_count_ == 0 ? 0 : loop_count_ - 1;
  const auto count_of = [&](std::size_t i) { return i == inside_ ? of.steps : loops_[i].count; };
  const bool single = inside_ == loop_count_;
  for (;;) {
    item_run run{bytes.data(), 1, item, of.first_result, 1};
    std::uint64_t offset = 0;
    for (std::size_t i = inside_; i < last; ++i) {
      offset += index[i] * loops_[i].stride;
      run.result += static_cast<std::int64_t>(index[i]) * loops_[i].result_stride;
    }
    if (!single) {
      run.count = count_of(last);
      run.stride = loops_[last].stride;
      run.result_stride = loops_[last].result_stride;
    }
    std::uint64_t there = 0;
    if (offset + item <= present)
      there = run.stride == 0 ? run.count
                              : std::min(run.count, (present - offset - item) / run.stride + 1);
    item_run part = run;
    part.first = bytes.data() + offset;
    part.count = there;
    if (there != 0) show(part);
    if (there < run.count) {
      part.first = nullptr;
      part.count = run.count - there;
      part.result += static_cast<std::int64_t>(there) * run.result_stride;
      show(part);
    }
    std::size_t i = last;
    while (i > inside_ && ++index[i - 1] == count_of(i - 1)) index[--i] = 0;
    if (i <= inside_) return;
  }
}

}  // namespace nopy::engine
