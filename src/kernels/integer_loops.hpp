// SPDX-License-Identifier: MIT
// Integers to narrower ones and to floats, checked, as plain loops that compilers turn into
// vector code. Compiled once for each instruction set, so everything here has internal
// linkage (see x86_avx2.hpp).
#pragma once

#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernels/direct.hpp"

namespace nopy::kernels {
namespace {

template <class To, class From>
constexpr bool changes(From value, To made) noexcept {
  constexpr bool one_has_sign = std::is_signed_v<From> != std::is_signed_v<To>;
  return static_cast<From>(made) != value || (one_has_sign && (value < 0) != (made < 0));
}

/// The second look: which value of `src` is the first that `is_lost`; `count` where none is.
template <class From, class Lost>
std::size_t first_lost(const std::byte* src, std::size_t count, Lost is_lost) {
  for (std::size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, src + i * sizeof value, sizeof value);
    if (is_lost(value)) return i;
  }
  return count;
}

/// Writes all, and gathers whether a value was lost; only then does a second look find where.
template <class From, class To>
std::size_t narrow(std::byte* __restrict dst, const std::byte* __restrict src, std::size_t count) {
  using gathered = std::make_unsigned_t<From>;
  gathered lost = 0;
  for (std::size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, src + i * sizeof value, sizeof value);
    const To made = static_cast<To>(value);
    std::memcpy(dst + i * sizeof made, &made, sizeof made);
    lost = static_cast<gathered>(lost | (changes(value, made) ? gathered{1} : gathered{0}));
  }
  if (lost == 0) return count;
  return first_lost<From>(src, count,
                          [](From value) { return changes(value, static_cast<To>(value)); });
}

/// The float next to an integer; of 64 bits written out, for AVX2 has no instruction: each half
/// becomes the fraction of a double of known exponent, and only their sum rounds.
template <class To, class From>
To nearest_float(From value) noexcept {
  if constexpr (sizeof(From) < 8) {
    return static_cast<To>(value);
  } else {
    constexpr double low_at = 0x1p52, high_at = 0x1p84;
    constexpr std::uint64_t flip = std::is_signed_v<From> ? std::uint64_t{1} << 63 : 0;
    const std::uint64_t bits = static_cast<std::uint64_t>(value) ^ flip;
    const std::uint64_t low = (bits & 0xFFFFFFFFu) | std::bit_cast<std::uint64_t>(low_at);
    const std::uint64_t high = (bits >> 32) | std::bit_cast<std::uint64_t>(high_at);
    constexpr double above = high_at + low_at + static_cast<double>(flip);
    return (std::bit_cast<double>(high) - above) + std::bit_cast<double>(low);
  }
}

template <class From, class To>
bool is_rounded(From value, To made) noexcept {
  using bits = std::make_unsigned_t<From>;
  const auto magnitude =
      static_cast<bits>(value < 0 ? bits{0} - static_cast<bits>(value) : static_cast<bits>(value));
  const double size = made < 0 ? -static_cast<double>(made) : static_cast<double>(made);
  return size >= 0x1p64 || static_cast<std::uint64_t>(size) != magnitude;
}

/// Writes all, and gathers whether a value is so large that it may have been rounded; only then does a second look find
/// whether one was.
template <class From, class To>
std::size_t to_float(std::byte* __restrict dst, const std::byte* __restrict src,
                     std::size_t count) {
  using gathered = std::make_unsigned_t<From>;
  constexpr bool fits = std::numeric_limits<From>::digits <= std::numeric_limits<To>::digits;
  constexpr gathered most =
      fits ? 0 : gathered{1} << std::numeric_limits<To>::digits % (8 * sizeof(From));
  gathered large = 0;
  for (std::size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, src + i * sizeof value, sizeof value);
    const To made = nearest_float<To>(value);
    std::memcpy(dst + i * sizeof made, &made, sizeof made);
    if constexpr (!fits) {
      const auto from_least =
          static_cast<gathered>(static_cast<gathered>(value) + (std::is_signed_v<From> ? most : 0));
      large |= from_least & ~((std::is_signed_v<From> ? 2 * most : most) - 1);
    }
  }
  if (large == 0) return count;
  return first_lost<From>(src, count,
                          [](From value) { return is_rounded(value, nearest_float<To>(value)); });
}

struct loop_row {
  number from;
  number to;
  direct_kernel loop;
};
constexpr loop_row loop_table[] = {
    {number::i8, number::i4, narrow<std::int64_t, std::int32_t>},
    {number::i8, number::u4, narrow<std::int64_t, std::uint32_t>},
    {number::i8, number::i2, narrow<std::int64_t, std::int16_t>},
    {number::i8, number::u2, narrow<std::int64_t, std::uint16_t>},
    {number::i8, number::u1, narrow<std::int64_t, std::uint8_t>},
    {number::i8, number::u8, narrow<std::int64_t, std::uint64_t>},
    {number::u8, number::i8, narrow<std::uint64_t, std::int64_t>},
    {number::u8, number::u4, narrow<std::uint64_t, std::uint32_t>},
    {number::u8, number::i4, narrow<std::uint64_t, std::int32_t>},
    {number::i4, number::u4, narrow<std::int32_t, std::uint32_t>},
    {number::i4, number::i2, narrow<std::int32_t, std::int16_t>},
    {number::i4, number::u2, narrow<std::int32_t, std::uint16_t>},
    {number::i4, number::u1, narrow<std::int32_t, std::uint8_t>},
    {number::u4, number::i4, narrow<std::uint32_t, std::int32_t>},
    {number::i2, number::u1, narrow<std::int16_t, std::uint8_t>},
#if !defined(NOPY_SMALL_BUILD) || !NOPY_SMALL_BUILD
    {number::i1, number::f4, to_float<std::int8_t, float>},
    {number::u1, number::f4, to_float<std::uint8_t, float>},
    {number::i2, number::f4, to_float<std::int16_t, float>},
    {number::u2, number::f4, to_float<std::uint16_t, float>},
    {number::i4, number::f4, to_float<std::int32_t, float>},
    {number::u4, number::f4, to_float<std::uint32_t, float>},
    {number::i1, number::f8, to_float<std::int8_t, double>},
    {number::u1, number::f8, to_float<std::uint8_t, double>},
    {number::i2, number::f8, to_float<std::int16_t, double>},
    {number::u2, number::f8, to_float<std::uint16_t, double>},
    {number::i4, number::f8, to_float<std::int32_t, double>},
    {number::u4, number::f8, to_float<std::uint32_t, double>},
    {number::i8, number::f8, to_float<std::int64_t, double>},
    {number::u8, number::f8, to_float<std::uint64_t, double>},
#endif
};

direct_kernel find_integer_loop(number from, number to) noexcept {
  for (const loop_row& row : loop_table)
    if (row.from == from && row.to == to) return row.loop;
  return nullptr;
}

}  // namespace
}  // namespace nopy::kernels
