// SPDX-License-Identifier: MIT
// Items moved to other places: between C and Fortran order, and from or to strided memory. Bytes of
// an item never change here. No allocation, no errors; the caller has checked that the memory is
// there.
#pragma once

#include <nopy/shape.hpp>

#include <span>

namespace nopy::inline v1::core {

/// Whether an array of this shape has the same bytes in both orders: no items, or at most one
/// extent above 1.
[[nodiscard]] bool orders_agree(const shape& extents) noexcept;

/// Copies a whole array and changes its memory order. `dst` and `src` must not overlap. Cost: one
/// pass, in blocks that stay in the cache.
void rearrange(std::byte* dst, const std::byte* src, const shape& extents, order from, order to,
               std::uint64_t item_bytes) noexcept;

/// Copies the items of `extents`; strides are bytes from one index to the next along each axis, of
/// either sign, and 0 in the source broadcasts. Cost: one pass; axes that lie side by side in both
/// are merged, and the loops run so that the destination is written in order.
void copy_strided(std::byte* dst, const std::byte* src, const shape& extents,
                  std::span<const std::ptrdiff_t> dst_strides,
                  std::span<const std::ptrdiff_t> src_strides, std::uint64_t item_bytes) noexcept;

/// The strides, in bytes, of an array without gaps; `out` receives one per extent.
void fill_strides(std::ptrdiff_t* out, const shape& extents, order order,
                  std::uint64_t item_bytes) noexcept;

}  // namespace nopy::inline v1::core
