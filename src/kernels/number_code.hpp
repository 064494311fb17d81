// SPDX-License-Identifier: MIT
// Each coding of a number as a type with its storage and its exact conversions, so that a loop is
// written once and compiled for all of them.
#pragma once

#include <cstring>
#include <limits>
#include <type_traits>

#include "kernels/float16.hpp"
#include "kernels/float_format.hpp"
#include "kernels/number.hpp"
#include "kernels/table.hpp"

namespace nopy::kernels {

/// Two's complement or unsigned integers of `Bits` bits in the low bits of `Storage`.
template <class Storage, int Bits>
struct integer_code {
  using storage = Storage;
  static constexpr bool is_float = false;
  static constexpr bool has_sign = std::is_signed_v<Storage>;
  static constexpr std::int64_t least = has_sign ? static_cast<std::int64_t>(-1) << (Bits - 1) : 0;
  static constexpr int magnitude_bits = has_sign ? Bits - 1 : Bits;
  static constexpr std::uint64_t most = magnitude_bits == 0
                                            ? 0
                                            : ~std::uint64_t{0} >>
                                                  (64 - (magnitude_bits == 0 ? 1 : magnitude_bits));

  static std::uint64_t widen(Storage stored) noexcept {
    constexpr int unused = 64 - Bits;
    const auto bits = static_cast<std::uint64_t>(stored) << unused;
    if constexpr (has_sign)
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> unused);
    return bits >> unused;
  }
  static Storage narrow(std::uint64_t bits) noexcept {
    if constexpr (Bits == 8 * sizeof(Storage))
      return static_cast<Storage>(bits);
    else
      return static_cast<Storage>(bits & ((std::uint64_t{1} << Bits) - 1));
  }
  static double value(Storage stored) noexcept {
    if constexpr (has_sign) return static_cast<double>(static_cast<std::int64_t>(widen(stored)));
    return static_cast<double>(widen(stored));
  }
};

/// A byte; any but 0 is true.
struct boolean_code {
  using storage = std::uint8_t;
  static constexpr bool is_float = false;
  static constexpr bool has_sign = false;
  static constexpr std::int64_t least = 0;
  static constexpr std::uint64_t most = 1;
  static std::uint64_t widen(std::uint8_t stored) noexcept { return stored != 0 ? 1 : 0; }
  static std::uint8_t narrow(std::uint64_t bits) noexcept { return bits != 0 ? 1 : 0; }
  static double value(std::uint8_t stored) noexcept { return stored != 0 ? 1 : 0; }
};

struct f2_code {
  using storage = std::uint16_t;
  static constexpr bool is_float = true;
  static double value(storage stored) noexcept {
    return static_cast<double>(float16_decode(stored));
  }
  static storage nearest(double value) noexcept { return float16_encode(value); }
};
struct bfloat16_code {
  using storage = std::uint16_t;
  static constexpr bool is_float = true;
  static double value(storage stored) noexcept {
    return static_cast<double>(bfloat16_decode(stored));
  }
  static storage nearest(double value) noexcept { return bfloat16_encode(round_to_odd(value)); }
};
struct f4_code {
  using storage = float;
  static constexpr bool is_float = true;
  static double value(storage stored) noexcept { return static_cast<double>(stored); }
  static storage nearest(double value) noexcept { return static_cast<float>(value); }
};
struct f8_code {
  using storage = double;
  static constexpr bool is_float = true;
  static double value(storage stored) noexcept { return stored; }
  static storage nearest(double value) noexcept { return value; }
};

/// The floats of every pattern of a one-byte coding.
template <float_format Format>
struct float8_values {
  float of[256];
  constexpr float8_values() : of{} {
    for (std::uint32_t bits = 0; bits < 256; ++bits) of[bits] = decode(Format, bits);
  }
};
template <float_format Format>
struct float8_code {
  using storage = std::uint8_t;
  static constexpr bool is_float = true;
#if defined(NOPY_SMALL_BUILD) && NOPY_SMALL_BUILD
  static double value(storage stored) noexcept {
    return static_cast<double>(decode(Format, stored));
  }
#else
  static constexpr float8_values<Format> values{};
  static double value(storage stored) noexcept { return static_cast<double>(values.of[stored]); }
#endif
  static storage nearest(double value) noexcept {
    return static_cast<storage>(encode(Format, round_to_odd(value)));
  }
};

/// Calls `visit` with the code of `of`; long doubles have none: they are visited as f8.
template <class Visit>
auto with_code(number of, Visit&& visit) noexcept {
  switch (of) {
    case number::boolean:
      return visit(boolean_code{});
    case number::i1:
      return visit(integer_code<std::int8_t, 8>{});
    case number::i2:
      return visit(integer_code<std::int16_t, 16>{});
    case number::i4:
      return visit(integer_code<std::int32_t, 32>{});
    case number::i8:
      return visit(integer_code<std::int64_t, 64>{});
    case number::u1:
      return visit(integer_code<std::uint8_t, 8>{});
    case number::u2:
      return visit(integer_code<std::uint16_t, 16>{});
    case number::u4:
      return visit(integer_code<std::uint32_t, 32>{});
    case number::u8:
      return visit(integer_code<std::uint64_t, 64>{});
    case number::int4:
      return visit(integer_code<std::int8_t, 4>{});
    case number::uint4:
      return visit(integer_code<std::uint8_t, 4>{});
    case number::int2:
      return visit(integer_code<std::int8_t, 2>{});
    case number::uint2:
      return visit(integer_code<std::uint8_t, 2>{});
    case number::int1:
      return visit(integer_code<std::int8_t, 1>{});
    case number::uint1:
      return visit(integer_code<std::uint8_t, 1>{});
    case number::f2:
      return visit(f2_code{});
    case number::f4:
      return visit(f4_code{});
    case number::bfloat16:
      return visit(bfloat16_code{});
    case number::float8_e5m2:
      return visit(float8_code<format_e5m2>{});
    case number::float8_e4m3fn:
      return visit(float8_code<format_e4m3fn>{});
    case number::float8_e4m3fnuz:
      return visit(float8_code<format_e4m3fnuz>{});
    case number::float8_e5m2fnuz:
      return visit(float8_code<format_e5m2fnuz>{});
    case number::float8_e4m3b11fnuz:
      return visit(float8_code<format_e4m3b11fnuz>{});
    case number::float8_e4m3:
      return visit(float8_code<format_e4m3>{});
    case number::float8_e3m4:
      return visit(float8_code<format_e3m4>{});
    case number::float8_e8m0fnu:
      return visit(float8_code<format_e8m0fnu>{});
    case number::float6_e2m3fn:
      return visit(float8_code<format_e2m3fn>{});
    case number::float6_e3m2fn:
      return visit(float8_code<format_e3m2fn>{});
    case number::float4_e2m1fn:
      return visit(float8_code<format_e2m1fn>{});
    case number::f8:
    case number::x87_12:
    case number::x87_16:
    case number::quad:
    case number::double_double:
      break;
  }
  return visit(f8_code{});
}

template <class T>
[[nodiscard]] T read_at(const std::byte* from, std::size_t index) noexcept {
  T value;
  std::memcpy(&value, from + index * sizeof value, sizeof value);
  return value;
}
template <class T>
void write_at(std::byte* to, std::size_t index, T value) noexcept {
  std::memcpy(to + index * sizeof value, &value, sizeof value);
}

}  // namespace nopy::kernels
