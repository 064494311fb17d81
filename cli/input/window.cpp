// SPDX-License-Identifier: MIT
#include "input/window.hpp"

#include <algorithm>

namespace nopy::cli {
namespace {

/// The axis that moves `depth`-th slowest.
std::size_t axis_at(std::size_t depth, std::size_t rank, order order) {
  return order == order::c ? depth : rank - 1 - depth;
}

std::uint64_t magnitude(std::int64_t step) {
  return step < 0 ? 0 - static_cast<std::uint64_t>(step) : static_cast<std::uint64_t>(step);
}

}  // namespace

void for_each_window(const shape& extents, order order, std::uint64_t item_bytes,
                     std::uint64_t block_bytes, function_ref<void(const region&)> each) {
  if (extents.count() == 0) return;
  const std::size_t rank = extents.rank();
  // Axes deeper than `split` are taken whole, `split` in blocks, those above one index at a time.
  std::uint64_t inner = std::max<std::uint64_t>(item_bytes, 1);
  std::size_t split = rank;
  while (split > 0) {
    const std::uint64_t extent = extents[axis_at(split - 1, rank, order)];
    if (inner > block_bytes / extent) break;
    inner *= extent;
    --split;
  }
  region window{shape(), extents, {}};
  for (std::size_t i = 0; i < rank; ++i) window.start.push_back(0);
  if (split == 0) return each(window);
  const std::size_t blocked = axis_at(split - 1, rank, order);
  const std::uint64_t rows = std::max<std::uint64_t>(block_bytes / inner, 1);
  for (std::size_t depth = 0; depth + 1 < split; ++depth)
    window.extents[axis_at(depth, rank, order)] = 1;
  for (;;) {
    for (std::uint64_t row = 0; row < extents[blocked]; row += rows) {
      window.start[blocked] = row;
      window.extents[blocked] = std::min(rows, extents[blocked] - row);
      each(window);
    }
    std::size_t depth = split - 1;  // counts the axes above on, the fastest first
    for (; depth > 0; --depth) {
      const std::size_t axis = axis_at(depth - 1, rank, order);
      if (++window.start[axis] < extents[axis]) break;
      window.start[axis] = 0;
    }
    if (depth == 0) return;
  }
}

void reverse_axis(std::span<std::byte> bytes, const shape& extents, order order,
                  std::uint64_t item_bytes, std::size_t axis) {
  std::uint64_t inner = item_bytes;
  if (order == order::c)
    for (std::size_t i = axis + 1; i < extents.rank(); ++i) inner *= extents[i];
  else
    for (std::size_t i = 0; i < axis; ++i) inner *= extents[i];
  const auto row = static_cast<std::size_t>(inner);
  const auto rows = static_cast<std::size_t>(extents[axis]);
  if (row == 0 || rows == 0) return;
  for (std::size_t start = 0; start < bytes.size(); start += row * rows) {
    for (std::size_t i = 0; i < rows / 2; ++i) {
      const auto low = bytes.subspan(start + i * row, row);
      const auto high = bytes.subspan(start + (rows - 1 - i) * row, row);
      std::swap_ranges(low.begin(), low.end(), high.begin());
    }
  }
}

selected_items::selected_items(npy_file from, selection chosen, dtype as, order in)
    : from_(std::move(from)),
      chosen_(std::move(chosen)),
      request_{.type = std::move(as), .order = in} {}

std::uint64_t selected_items::block_bytes() const noexcept {
  constexpr std::uint64_t straight = 1 << 20, gathering = 32 << 20;
  return from_.header().order == request_.order ? straight : gathering;
}

result<void> selected_items::try_read(const region& window, std::span<std::byte> into) const {
  region of;
  bool stepped = false;
  for (std::size_t i = 0; i < chosen_.axes().size(); ++i) {
    const axis_slice& axis = chosen_.axes()[i];
    const std::uint64_t step = magnitude(axis.step);
    const std::uint64_t count = window.extents[i];
    const std::uint64_t before =
        axis.step < 0 && count > 0 ? window.start[i] + count - 1 : window.start[i];
    of.start.push_back(axis.step < 0 ? axis.start - before * step : axis.start + before * step);
    of.extents.push_back(count);
    of.steps.push_back(step);
    stepped |= step != 1 && count > 1;
  }
  if (!stepped) of.steps = {};
  const auto read = from_.try_read_as(of, request_, into);
  if (!read) return read;
  for (std::size_t i = 0; i < chosen_.axes().size(); ++i)
    if (chosen_.axes()[i].step < 0)
      reverse_axis(into, window.extents, request_.order, item_bytes(), i);
  return {};
}

void selected_items::read(const region& window, std::span<std::byte> into) const {
  try_read(window, into).value();
}

void selected_items::for_each_block(
    function_ref<void(const region&, std::span<const std::byte>)> each) const {
  std::vector<std::byte> buffer;
  for_each_window(chosen_.extents(), request_.order, item_bytes(), block_bytes(),
                  [&](const region& window) {
                    buffer.resize(static_cast<std::size_t>(window.extents.count() * item_bytes()));
                    read(window, buffer);
                    each(window, buffer);
                  });
}

}  // namespace nopy::cli
