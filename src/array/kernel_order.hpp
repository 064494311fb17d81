// SPDX-License-Identifier: MIT
// The byte order in which kernels take numbers: the machine's, but for x87, which only little-endian machines have.
#pragma once

#include <nopy/dtype.hpp>

#include "kernels/table.hpp"

namespace nopy::inline v1::core {

[[nodiscard]] constexpr endian kernel_order(kernels::number of) noexcept {
  return of == kernels::number::x87_12 || of == kernels::number::x87_16 ? endian::little
                                                                        : native_endian;
}

/// Whether numbers in this order are to be swapped before kernels take them, or after those gave them.
[[nodiscard]] inline bool needs_swap(kernels::number of, endian order) noexcept {
  return kernels::limits_of(of).bytes > 1 && order != endian::none && order != kernel_order(of);
}

/// Swaps each of `count` numbers, a pair of doubles in each of the two.
inline void swap_numbers(std::byte* dst, const std::byte* src, kernels::number of,
                         std::size_t count) noexcept {
  const std::size_t bytes = kernels::limits_of(of).bytes;
  const std::size_t unit = of == kernels::number::double_double ? 8 : bytes;
  kernels::active().swap(dst, src, unit, count * (bytes / unit));
}

}  // namespace nopy::inline v1::core
