// SPDX-License-Identifier: MIT
// Long doubles of every kind as sign, exponent and 128 bits of significand: exact from each coding,
// rounded once to nearest even into each. Nothing here depends on the machine's long double.
//
//   x87            bytes 0-7 significand with its leading 1, bytes 8-9 sign and exponent
//   quad           112 bits fraction, 15 bits exponent, sign: bytes 0-15, native order
//   double_double  two doubles whose sum is the value, the larger one first
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/number.hpp"
#include "kernels/wide_unsigned.hpp"

namespace nopy::kernels {

using wide_bits = wide_unsigned;

enum class extended_class : std::uint8_t { zero, finite, infinite, nan };

/// significand * 2^(exponent - 127); the significand's top bit is set where the value is finite. A
/// NaN keeps its fraction, the quiet bit on top.
struct extended {
  wide_bits significand = 0;
  std::int32_t exponent = 0;
  extended_class kind = extended_class::zero;
  bool negative = false;
};

[[nodiscard]] extended extended_from_double(double value) noexcept;
[[nodiscard]] extended extended_from_integer(std::uint64_t magnitude, bool negative) noexcept;
[[nodiscard]] extended decode_x87(const std::byte* from) noexcept;
[[nodiscard]] extended decode_quad(const std::byte* from) noexcept;
[[nodiscard]] extended decode_double_double(const std::byte* from) noexcept;

/// Nearest even. Too large: infinity.
[[nodiscard]] double double_from_extended(const extended& value) noexcept;
/// The neighbour whose last bit is set, where the value is no double: for rounding further.
[[nodiscard]] double odd_double_from_extended(const extended& value) noexcept;
/// Write 10 and 16 bytes.
void encode_x87(std::byte* to, const extended& value) noexcept;
void encode_quad(std::byte* to, const extended& value) noexcept;
void encode_double_double(std::byte* to, const extended& value) noexcept;

/// a - b to at least 113 bits; of what is no finite number the larger class: NaN, else infinity.
[[nodiscard]] extended subtract(const extended& a, extended b) noexcept;
/// -1, 0 or 1; 2 where one is NaN.
[[nodiscard]] int compare_extended(const extended& a, const extended& b) noexcept;

}  // namespace nopy::kernels
