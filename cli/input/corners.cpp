// SPDX-License-Identifier: MIT
#include "input/corners.hpp"

#include <cstring>

namespace nopy::cli {

corner_plan::corner_plan(const shape& of, std::uint64_t edge) {
  for (const std::uint64_t extent : of) {
    if (edge >= extent || extent <= 2 * edge) {
      reduced_.push_back(extent);
      axes_.push_back({{0, 0, extent}});
    } else {
      reduced_.push_back(2 * edge + 1);
      axes_.push_back({{0, 0, edge + 1}, {extent - edge, edge + 1, edge}});
    }
  }
}

/// Copies a contiguous window to its place in the result, line by line of the last axis.
void corner_plan::place(std::span<const std::byte> block, const shape& start, const shape& extents,
                        std::uint64_t item_bytes, std::span<std::byte> into) const {
  const std::size_t rank = extents.rank();
  const std::uint64_t line = (rank == 0 ? 1 : extents[rank - 1]) * item_bytes;
  std::vector<std::uint64_t> index(rank, 0);
  for (std::uint64_t at = 0; at < block.size(); at += line) {
    std::uint64_t position = 0;
    for (std::size_t axis = 0; axis < rank; ++axis)
      position = position * reduced_[axis] + start[axis] + index[axis];
    std::memcpy(into.data() + position * item_bytes, block.data() + at,
                static_cast<std::size_t>(line));
    for (std::size_t axis = rank < 2 ? 0 : rank - 1; axis-- > 0;) {
      if (++index[axis] < extents[axis]) break;
      index[axis] = 0;
    }
  }
}

std::vector<std::byte> corner_plan::read(const selected_items& items) const {
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;
  const std::uint64_t count = reduced_.count(), item = items.item_bytes();
  if (item != 0 && count > most_bytes / item)
    throw exception(error({.code = errc::too_large,
                           .summary = "this is too much to print at once",
                           .hint = "a slice shows a part: 'a.npy[0]'"}));
  std::vector<std::byte> all(static_cast<std::size_t>(count * item));
  if (all.empty()) return all;
  std::vector<std::size_t> chosen(axes_.size(), 0);
  std::vector<std::byte> block;
  for (;;) {
    region window;
    shape target;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      const piece& one = axes_[axis][chosen[axis]];
      window.start.push_back(one.from);
      window.extents.push_back(one.count);
      target.push_back(one.to);
    }
    block.resize(static_cast<std::size_t>(window.extents.count() * item));
    items.read(window, block);
    place(block, target, window.extents, item, all);
    std::size_t axis = axes_.size();
    for (; axis > 0; --axis) {
      if (++chosen[axis - 1] < axes_[axis - 1].size()) break;
      chosen[axis - 1] = 0;
    }
    if (axis == 0) return all;
  }
}

}  // namespace nopy::cli
