// SPDX-License-Identifier: MIT
#include "verbs/tiles.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

// Eight cache lines: what is written side by side in memory, at the least.
constexpr std::uint64_t written_run_bytes = 512;
// Rows a power of two apart would fall into the same cache sets.
constexpr std::uint64_t row_padding = 64;

std::size_t innermost_in_memory(const window& part) noexcept {
  std::size_t best = part.rank - 1;
  for (std::size_t axis = 0; axis < part.rank; ++axis)
    if (part.axes[axis].memory_stride < part.axes[best].memory_stride) best = axis;
  return best;
}

std::uint64_t padded(std::uint64_t bytes) noexcept {
  return (bytes + 2 * row_padding - 1) / row_padding * row_padding;
}

/// How many steps of `stride` after the first fit when `bytes` are there for a span of `span`.
std::uint64_t fitting(std::uint64_t bytes, std::uint64_t span, std::uint64_t stride) noexcept {
  return bytes <= span ? 1 : (bytes - span) / stride + 1;
}

}  // namespace

tile_layout lay_tiles(const window& part, std::uint64_t item_bytes,
                      const tile_limits& limits) noexcept {
  tile_layout made;
  made.read_axis = part.rank;
  std::fill_n(made.extents, part.rank, 1);
  const std::size_t written = innermost_in_memory(part);
  // Items taken along the memory's innermost axis before any other axis grows.
  std::uint64_t rows = 1;
  if (written != part.rank - 1 && !limits.in_file_order) {
    const std::uint64_t wanted = std::max<std::uint64_t>(written_run_bytes / item_bytes, 8);
    rows = std::min({part.axes[written].count, wanted, limits.most_items,
                     std::max<std::uint64_t>(limits.scratch_bytes / item_bytes, 1)});
  }

  std::uint64_t span = item_bytes;  // of one read
  std::uint64_t items = 1;          // without `rows`
  std::uint64_t reads = 1;          // without `rows`
  bool along = true;                // still growing the read itself
  bool whole = true;                // every axis so far is taken whole
  for (std::size_t axis = part.rank; axis-- > 0 && whole;) {
    const window_axis& loop = part.axes[axis];
    const std::uint64_t stride = loop.file_stride * item_bytes;
    const std::uint64_t reserved = axis > written ? rows : 1;
    const std::uint64_t room = limits.scratch_bytes / reserved;
    std::uint64_t most = std::max<std::uint64_t>(limits.most_items / (reserved * items), 1);
    if (along && stride - span <= limits.gap_bytes) {
      most = std::min(most, fitting(room, span, stride));
    } else {
      along = false;
      most = std::min(most, std::max<std::uint64_t>(room / (padded(span) * reads), 1));
    }
    const std::uint64_t taken = std::min(loop.count, most);
    made.extents[axis] = taken;
    items *= taken;
    if (along) {
      span += (taken - 1) * stride;
      made.read_axis = axis;
      made.strides[axis] = static_cast<std::ptrdiff_t>(stride);
    } else {
      made.strides[axis] = static_cast<std::ptrdiff_t>(padded(span) * reads);
      reads *= taken;
    }
    whole = taken == loop.count;
    if (axis == written) rows = 1;
  }
  // What was not reached stays one item wide, but for the rows that were reserved.
  for (std::size_t axis = part.rank; axis-- > 0;) {
    if (axis >= made.read_axis || made.extents[axis] != 1) continue;
    made.strides[axis] = static_cast<std::ptrdiff_t>(padded(span) * reads);
    if (axis != written) continue;
    made.extents[axis] = rows;
    items *= rows;
    reads *= rows;
  }
  made.items = items;
  made.scratch_bytes = reads == 1 ? span : padded(span) * reads;
  return made;
}

}  // namespace nopy::inline v1::verbs
