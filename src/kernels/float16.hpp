// SPDX-License-Identifier: MIT
// float16 and bfloat16 to and from wider floats, written so that loops over them become vector
// code. Every function rounds once, to nearest even; NaN payloads are kept as far as they fit.
#pragma once

#include <bit>
#include <cstdint>

namespace nopy::kernels {

[[nodiscard]] inline float float16_decode(std::uint16_t bits) noexcept {
  constexpr std::uint32_t rebias = (127u - 15u) << 23;
  constexpr std::uint32_t least_normal = 113u << 23;  // 2^-14
  const std::uint32_t magnitude = static_cast<std::uint32_t>(bits & 0x7FFF) << 13;
  const std::uint32_t exponent = magnitude & (0x7C00u << 13);
  std::uint32_t normal = magnitude + rebias;
  if (exponent == 0x7C00u << 13) normal += rebias;  // infinity and NaN: exponent 31 becomes 255
  const float subnormal =
      std::bit_cast<float>(magnitude + least_normal) - std::bit_cast<float>(least_normal);
  const std::uint32_t all = exponent == 0 ? std::bit_cast<std::uint32_t>(subnormal) : normal;
  return std::bit_cast<float>(all | static_cast<std::uint32_t>(bits & 0x8000) << 16);
}

[[nodiscard]] inline std::uint16_t float16_encode(float value) noexcept {
  const std::uint32_t all = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t bits = all & 0x7FFFFFFF;
  constexpr std::uint32_t ruler = 126u << 23;  // 0.5, whose last bit is float16's last: 2^-24
  const std::uint32_t subnormal =
      std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) + std::bit_cast<float>(ruler)) -
      ruler;
  const std::uint32_t odd = (bits >> 13) & 1;
  const std::uint32_t normal = (bits - (112u << 23) + 0xFFF + odd) >> 13;
  std::uint32_t nan = 0x7C00 | (bits & 0x007FFFFF) >> 13;
  nan = nan == 0x7C00 ? 0x7C01 : nan;
  std::uint32_t made = bits < 113u << 23 ? subnormal : normal;
  made = bits >= 143u << 23 ? 0x7C00 : made;
  made = bits > 0x7F800000 ? nan : made;
  return static_cast<std::uint16_t>(made | (all >> 16 & 0x8000));
}

[[nodiscard]] inline std::uint16_t float16_encode(double value) noexcept {
  const std::uint64_t all = std::bit_cast<std::uint64_t>(value);
  const std::uint64_t bits = all & 0x7FFFFFFFFFFFFFFF;
  constexpr std::uint64_t infinity = 0x7FF0000000000000;
  constexpr std::uint64_t ruler = 1051ull << 52;  // 2^28, whose last bit is float16's last: 2^-24
  const std::uint64_t subnormal =
      std::bit_cast<std::uint64_t>(std::bit_cast<double>(bits) + std::bit_cast<double>(ruler)) -
      ruler;
  const std::uint64_t odd = (bits >> 42) & 1;
  const std::uint64_t normal = (bits - (1008ull << 52) + 0x1FFFFFFFFFF + odd) >> 42;
  std::uint64_t nan = 0x7C00 | (bits & 0x000FFFFFFFFFFFFF) >> 42;
  nan = nan == 0x7C00 ? 0x7C01 : nan;
  std::uint64_t made = bits < 1009ull << 52 ? subnormal : normal;
  made = bits >= 1039ull << 52 ? 0x7C00 : made;
  made = bits > infinity ? nan : made;
  return static_cast<std::uint16_t>(made | (all >> 48 & 0x8000));
}

[[nodiscard]] inline float bfloat16_decode(std::uint16_t bits) noexcept {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

[[nodiscard]] inline std::uint16_t bfloat16_encode(float value) noexcept {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t rounded = (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
  const std::uint32_t top = bits >> 16;
  const std::uint32_t nan = (top & 0x7F) != 0 ? top : top | 0x40;
  return static_cast<std::uint16_t>((bits & 0x7FFFFFFF) > 0x7F800000 ? nan : rounded);
}

}  // namespace nopy::kernels
