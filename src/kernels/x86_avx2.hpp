// SPDX-License-Identifier: MIT
// The kernels for x86 processors with AVX2 and F16C (since 2013). Their files alone are compiled
// for these instructions, so everything in them has internal linkage: an inline function that the
// linker shared with other files would end the program on older processors.
#pragma once

#include "kernels/direct.hpp"
#include "kernels/table.hpp"

namespace nopy::kernels {

/// The table; only to be used where the processor has the instructions.
[[nodiscard]] const table& x86_avx2() noexcept;

// Its parts, each like the member of the table. What they have no loop for goes to the reference.
void swap_avx2(std::byte* dst, const std::byte* src, std::size_t unit_bytes, std::size_t count);
void transpose_avx2(std::byte* dst, std::ptrdiff_t dst_row_stride, const std::byte* src,
                    std::ptrdiff_t src_column_stride, std::size_t item_bytes, std::size_t rows,
                    std::size_t columns);
[[nodiscard]] direct_kernel direct_avx2(number from, number to);
[[nodiscard]] statistics_kernel statistics_avx2(number of);

/// From here on a destination is larger than what is in the cache anyway: whole lines are written past it, which saves
/// reading them first.
inline constexpr std::size_t stream_bytes = std::size_t{1} << 20;

}  // namespace nopy::kernels
