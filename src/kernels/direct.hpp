// SPDX-License-Identifier: MIT
// Conversions without a wide form between, for the pairs of types that are converted most.
#pragma once

#include <cstddef>

#include "kernels/number.hpp"

namespace nopy::kernels {

using direct_kernel = std::size_t (*)(std::byte* dst, const std::byte* src, std::size_t count);

/// The kernel of a pair, or null.
[[nodiscard]] direct_kernel direct_conversion(number from, number to);

}  // namespace nopy::kernels
