// SPDX-License-Identifier: MIT
// The room a header keeps for the extent that grows. Source: docs/format.md, "Writing".
#pragma once

#include <nopy/shape.hpp>

namespace nopy::npy {

/// Which extent grows when rows are appended; the shape is not of rank 0.
[[nodiscard]] constexpr std::size_t growth_axis(const shape& shape, order order) noexcept {
  return order == order::fortran ? shape.rank() - 1 : 0;
}

[[nodiscard]] constexpr std::size_t decimal_digits(std::uint64_t value) noexcept {
  std::size_t digits = 1;
  for (; value >= 10; value /= 10) ++digits;
  return digits;
}

/// The spaces behind the dictionary that let the extent grow to 21 digits.
[[nodiscard]] constexpr std::size_t growth_room(const shape& shape, order order) noexcept {
  constexpr std::size_t most_digits = 21;
  if (shape.rank() == 0) return 0;
  return most_digits - decimal_digits(shape[growth_axis(shape, order)]);
}

}  // namespace nopy::npy
