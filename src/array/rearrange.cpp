// SPDX-License-Identifier: MIT
// Strided copies. Axes are ordered by the destination's strides and merged where they can be; what
// remains is rows that are copied, or planes that are transposed, inside an odometer.
#include "array/rearrange.hpp"

#include "kernels/table.hpp"

namespace nopy::inline v1::core {
namespace {

struct axis {
  std::uint64_t extent;
  std::ptrdiff_t dst;
  std::ptrdiff_t src;
};

std::ptrdiff_t magnitude(std::ptrdiff_t stride) noexcept { return stride < 0 ? -stride : stride; }

/// The axes of a copy, outermost first in the destination.
struct loops {
  axis of[max_rank];
  std::size_t count = 0;

  void insert(const axis& one) noexcept {
    std::size_t at = count++;
    for (; at > 0 && magnitude(of[at - 1].dst) < magnitude(one.dst); --at) of[at] = of[at - 1];
    of[at] = one;
  }
  void erase(std::size_t at) noexcept {
    for (--count; at < count; ++at) of[at] = of[at + 1];
  }
  void merge() noexcept {
    for (std::size_t i = count; i-- > 1;) {
      axis& outer = of[i - 1];
      const axis& inner = of[i];
      const auto extent = static_cast<std::ptrdiff_t>(inner.extent);
      if (outer.dst != inner.dst * extent || outer.src != inner.src * extent) continue;
      outer = {outer.extent * inner.extent, inner.dst, inner.src};
      erase(i);
    }
  }
};

/// Calls `copy(dst, src)` for every position of the loops.
template <class Copy>
void each_position(std::byte* dst, const std::byte* src, const loops& all, Copy&& copy) noexcept {
  std::uint64_t index[max_rank] = {};
  while (true) {
    copy(dst, src);
    std::size_t i = all.count;
    for (; i-- > 0;) {
      dst += all.of[i].dst;
      src += all.of[i].src;
      if (++index[i] < all.of[i].extent) break;
      dst -= all.of[i].dst * static_cast<std::ptrdiff_t>(all.of[i].extent);
      src -= all.of[i].src * static_cast<std::ptrdiff_t>(all.of[i].extent);
      index[i] = 0;
    }
    if (i == static_cast<std::size_t>(-1)) return;
  }
}

void copy_rows(std::byte* dst, const std::byte* src, loops all, std::size_t item_bytes) noexcept {
  const axis row = all.of[all.count - 1];
  all.erase(all.count - 1);
  each_position(dst, src, all, [&](std::byte* to, const std::byte* from) {
    kernels::active().copy_items(to, row.dst, from, row.src, item_bytes,
                                 static_cast<std::size_t>(row.extent));
  });
}

void copy_planes(std::byte* dst, const std::byte* src, loops all, std::size_t down,
                 std::size_t item_bytes) noexcept {
  const axis along = all.of[all.count - 1];
  const axis across = all.of[down];
  all.erase(all.count - 1);
  all.erase(down);
  each_position(dst, src, all, [&](std::byte* to, const std::byte* from) {
    kernels::active().transpose(to, across.dst, from, along.src, item_bytes,
                                static_cast<std::size_t>(across.extent),
                                static_cast<std::size_t>(along.extent));
  });
}

}  // namespace

bool orders_agree(const shape& extents) noexcept {
  std::size_t long_axes = 0;
  for (const std::uint64_t extent : extents) {
    if (extent == 0) return true;
    if (extent > 1) ++long_axes;
  }
  return long_axes <= 1;
}

void fill_strides(std::ptrdiff_t* out, const shape& extents, order order,
                  std::uint64_t item_bytes) noexcept {
  auto stride = static_cast<std::ptrdiff_t>(item_bytes);
  for (std::size_t i = 0; i < extents.rank(); ++i) {
    const std::size_t axis = order == order::c ? extents.rank() - 1 - i : i;
    out[axis] = stride;
    stride *= static_cast<std::ptrdiff_t>(extents[axis]);
  }
}

void copy_strided(std::byte* dst, const std::byte* src, const shape& extents,
                  std::span<const std::ptrdiff_t> dst_strides,
                  std::span<const std::ptrdiff_t> src_strides, std::uint64_t item_bytes) noexcept {
  loops all;
  for (std::size_t i = 0; i < extents.rank(); ++i) {
    if (extents[i] == 0) return;
    if (extents[i] > 1) all.insert({extents[i], dst_strides[i], src_strides[i]});
  }
  all.merge();
  auto bytes = static_cast<std::size_t>(item_bytes);
  const auto side_by_side = [&bytes](std::ptrdiff_t stride) {
    return stride == static_cast<std::ptrdiff_t>(bytes);
  };
  if (all.count > 0 && side_by_side(all.of[all.count - 1].dst) &&
      side_by_side(all.of[all.count - 1].src)) {
    bytes *= static_cast<std::size_t>(all.of[--all.count].extent);
  } else if (all.count > 1 && side_by_side(all.of[all.count - 1].dst)) {
    for (std::size_t i = 0; i + 1 < all.count; ++i)
      if (side_by_side(all.of[i].src)) return copy_planes(dst, src, all, i, bytes);
  }
  if (all.count == 0) return kernels::active().copy_items(dst, 0, src, 0, bytes, 1);
  copy_rows(dst, src, all, bytes);
}

void rearrange(std::byte* dst, const std::byte* src, const shape& extents, order from, order to,
               std::uint64_t item_bytes) noexcept {
  std::ptrdiff_t dst_strides[max_rank];
  std::ptrdiff_t src_strides[max_rank];
  fill_strides(dst_strides, extents, to, item_bytes);
  fill_strides(src_strides, extents, from, item_bytes);
  copy_strided(dst, src, extents, dst_strides, src_strides, item_bytes);
}

}  // namespace nopy::inline v1::core
