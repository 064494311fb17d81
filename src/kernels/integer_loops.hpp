// SPDX-License-Identifier: MIT
// Checked narrowing of integers, as plain loops that compilers turn into vector code. Compiled once for each instruction
// set, so everything here has internal linkage (see x86_avx2.hpp).
#pragma once

#include <cstring>
#include <type_traits>

#include "kernels/direct.hpp"

namespace nopy::kernels {
namespace {

template <class To, class From>
constexpr bool changes(From value, To made) noexcept {
  constexpr bool one_has_sign = std::is_signed_v<From> != std::is_signed_v<To>;
  return static_cast<From>(made) != value || (one_has_sign && (value < 0) != (made < 0));
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
  for (std::size_t i = 0; i < count; ++i) {
    From value;
    std::memcpy(&value, src + i * sizeof value, sizeof value);
    if (changes(value, static_cast<To>(value))) return i;
  }
  return count;
}

struct narrow_row {
  number from;
  number to;
  direct_kernel loop;
};
constexpr narrow_row narrow_table[] = {
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
};

direct_kernel find_narrow(number from, number to) noexcept {
  for (const narrow_row& row : narrow_table)
    if (row.from == from && row.to == to) return row.loop;
  return nullptr;
}

}  // namespace
}  // namespace nopy::kernels
