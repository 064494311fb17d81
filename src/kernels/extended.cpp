// SPDX-License-Identifier: MIT
// Long doubles, decoded and encoded by integer arithmetic.
#include "kernels/extended.hpp"

#include <bit>
#include <cstring>

namespace nopy::kernels {
namespace {

constexpr wide_bits top_bit = static_cast<wide_bits>(1) << 127;

int leading_zeros(wide_bits bits) noexcept {
  const auto high = static_cast<std::uint64_t>(bits >> 64);
  return high != 0 ? std::countl_zero(high)
                   : 64 + std::countl_zero(static_cast<std::uint64_t>(bits));
}

/// The order in which every machine has x87 in files.
template <class Word>
Word little_endian(Word word) noexcept {
  if constexpr (std::endian::native == std::endian::little) return word;
  return sizeof word == 8 ? static_cast<Word>(__builtin_bswap64(word))
                          : static_cast<Word>(__builtin_bswap16(static_cast<std::uint16_t>(word)));
}

/// A finite value: significand * 2^(exponent - 127), whatever its leading zeros.
extended normalised(wide_bits significand, std::int32_t exponent, bool negative) noexcept {
  if (significand == 0) return {.negative = negative};
  const int shift = leading_zeros(significand);
  return {significand << shift, exponent - shift, extended_class::finite, negative};
}

/// The first `kept` bits of a significand, rounded. `kept` below 0: nothing of it is left.
wide_bits rounded(wide_bits significand, int kept, bool to_odd) noexcept {
  if (kept < 0) return to_odd ? 1 : 0;
  const wide_bits whole = kept == 0 ? 0 : significand >> (128 - kept);
  const wide_bits rest = kept == 128 ? 0 : significand << kept;
  if (to_odd) return rest != 0 ? whole | 1 : whole;
  const bool up = rest > top_bit || (rest == top_bit && (whole & 1) != 0);
  return whole + (up ? 1 : 0);
}

/// An IEEE pattern without its sign: `fraction_bits` and an exponent field that ends at `largest`.
wide_bits ieee_pattern(const extended& value, int fraction_bits, int bias, bool to_odd) noexcept {
  const int top = 2 * bias + 1;
  const wide_bits infinity = static_cast<wide_bits>(static_cast<unsigned>(top)) << fraction_bits;
  switch (value.kind) {
    case extended_class::zero:
      return 0;
    case extended_class::infinite:
      return infinity;
    case extended_class::nan: {
      const wide_bits payload = value.significand >> (128 - fraction_bits);
      return infinity | (payload != 0 ? payload : static_cast<wide_bits>(1) << (fraction_bits - 1));
    }
    case extended_class::finite:
      break;
  }
  if (value.exponent > bias) return to_odd ? infinity - 1 : infinity;
  const int lost = value.exponent < 1 - bias ? 1 - bias - value.exponent : 0;
  const wide_bits kept = rounded(value.significand, fraction_bits + 1 - lost, to_odd);
  // The significand's leading 1 adds one to the exponent field, and so does a carry of rounding.
  const int field = lost > 0 ? 0 : value.exponent + bias - 1;
  return (static_cast<wide_bits>(static_cast<unsigned>(field)) << fraction_bits) + kept;
}

double as_double(const extended& value, bool to_odd) noexcept {
  const auto pattern = static_cast<std::uint64_t>(ieee_pattern(value, 52, 1023, to_odd));
  return std::bit_cast<double>(pattern | (value.negative ? 1ull << 63 : 0));
}

/// a + b of finite values. Bits below the 126 kept are gathered in the last one.
extended sum(const extended& a, const extended& b) noexcept {
  if (a.kind == extended_class::zero) return b;
  if (b.kind == extended_class::zero) return a;
  const bool ordered =
      a.exponent > b.exponent || (a.exponent == b.exponent && a.significand >= b.significand);
  const extended& large = ordered ? a : b;
  const extended& small = ordered ? b : a;
  const int apart = large.exponent - small.exponent;
  const wide_bits first = large.significand >> 2;
  const wide_bits all = small.significand >> 2;
  wide_bits second = apart > 127 ? 1 : all >> apart;
  if (apart > 0 && apart <= 127 && (second << apart) != all) second |= 1;
  const bool add = large.negative == small.negative;
  return normalised(add ? first + second : first - second, large.exponent + 2, large.negative);
}

}  // namespace

extended extended_from_double(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const bool negative = bits >> 63 != 0;
  const int field = static_cast<int>(bits >> 52 & 0x7FF);
  const wide_bits fraction = bits & 0x000FFFFFFFFFFFFF;
  if (field == 0x7FF)
    return {fraction << 76, 0, fraction == 0 ? extended_class::infinite : extended_class::nan,
            negative};
  if (field == 0) return normalised(fraction << 75, -1022, negative);
  return normalised((fraction | static_cast<wide_bits>(1) << 52) << 75, field - 1023, negative);
}

extended extended_from_integer(std::uint64_t magnitude, bool negative) noexcept {
  return normalised(static_cast<wide_bits>(magnitude) << 64, 63, negative && magnitude != 0);
}

extended decode_x87(const std::byte* from) noexcept {
  std::uint64_t significand;
  std::uint16_t field;
  std::memcpy(&significand, from, sizeof significand);
  std::memcpy(&field, from + 8, sizeof field);
  significand = little_endian(significand);
  field = little_endian(field);
  const bool negative = (field & 0x8000) != 0;
  const int exponent = field & 0x7FFF;
  const wide_bits all = static_cast<wide_bits>(significand) << 64;
  if (exponent == 0x7FFF) {
    const bool infinite = significand == 1ull << 63;
    return {all << 1, 0, infinite ? extended_class::infinite : extended_class::nan, negative};
  }
  return normalised(all, (exponent == 0 ? 1 : exponent) - 16383, negative);
}

extended decode_quad(const std::byte* from) noexcept {
  wide_bits bits;
  std::memcpy(&bits, from, sizeof bits);
  const bool negative = bits >> 127 != 0;
  const int field = static_cast<int>(static_cast<std::uint64_t>(bits >> 112) & 0x7FFF);
  const wide_bits fraction = bits & ((static_cast<wide_bits>(1) << 112) - 1);
  if (field == 0x7FFF)
    return {fraction << 16, 0, fraction == 0 ? extended_class::infinite : extended_class::nan,
            negative};
  if (field == 0) return normalised(fraction << 15, -16382, negative);
  return normalised((fraction | static_cast<wide_bits>(1) << 112) << 15, field - 16383, negative);
}

extended decode_double_double(const std::byte* from) noexcept {
  double parts[2];
  std::memcpy(parts, from, sizeof parts);
  const extended first = extended_from_double(parts[0]);
  const extended second = extended_from_double(parts[1]);
  if (first.kind == extended_class::nan || first.kind == extended_class::infinite) return first;
  if (first.kind == extended_class::zero && second.kind == extended_class::zero) return first;
  if (second.kind == extended_class::nan || second.kind == extended_class::infinite) return second;
  return sum(first, second);
}

double double_from_extended(const extended& value) noexcept { return as_double(value, false); }
double odd_double_from_extended(const extended& value) noexcept { return as_double(value, true); }

void encode_x87(std::byte* to, const extended& value) noexcept {
  std::uint64_t significand = 0;
  int field = 0;
  if (value.kind == extended_class::finite && value.exponent <= 16383) {
    const int lost = value.exponent < -16382 ? -16382 - value.exponent : 0;
    const wide_bits kept = rounded(value.significand, 64 - lost, false);
    const bool carried = kept >> 64 != 0;
    significand = carried ? 1ull << 63 : static_cast<std::uint64_t>(kept);
    field =
        lost > 0 ? static_cast<int>(significand >> 63) : value.exponent + 16383 + (carried ? 1 : 0);
  } else if (value.kind != extended_class::zero) {
    const auto payload = static_cast<std::uint64_t>(value.significand >> 65);
    const bool nan = value.kind == extended_class::nan;
    significand = 1ull << 63 | (!nan ? 0 : payload != 0 ? payload : 1ull << 62);
    field = 0x7FFF;
  }
  const auto sign_and_field = static_cast<std::uint16_t>(field | (value.negative ? 0x8000 : 0));
  significand = little_endian(significand);
  const std::uint16_t sign_in_order = little_endian(sign_and_field);
  std::memcpy(to, &significand, sizeof significand);
  std::memcpy(to + 8, &sign_in_order, sizeof sign_in_order);
}

void encode_quad(std::byte* to, const extended& value) noexcept {
  wide_bits bits = ieee_pattern(value, 112, 16383, false);
  if (value.negative) bits |= top_bit;
  std::memcpy(to, &bits, sizeof bits);
}

void encode_double_double(std::byte* to, const extended& value) noexcept {
  double parts[2] = {double_from_extended(value), 0};
  extended first = extended_from_double(parts[0]);
  if (value.kind == extended_class::finite && first.kind != extended_class::infinite) {
    first.negative = !first.negative;
    parts[1] = double_from_extended(sum(value, first));
  }
  std::memcpy(to, parts, sizeof parts);
}

extended subtract(const extended& a, extended b) noexcept {
  b.negative = !b.negative;
  if (a.kind == extended_class::nan) return a;
  if (b.kind == extended_class::nan) return b;
  if (a.kind == extended_class::infinite) return a;
  if (b.kind == extended_class::infinite) return b;
  return sum(a, b);
}

int compare_extended(const extended& a, const extended& b) noexcept {
  if (a.kind == extended_class::nan || b.kind == extended_class::nan) return 2;
  const auto sign = [](const extended& of) {
    return of.kind == extended_class::zero ? 0 : of.negative ? -1 : 1;
  };
  if (sign(a) != sign(b)) return sign(a) < sign(b) ? -1 : 1;
  if (sign(a) == 0 || (a.kind == extended_class::infinite && a.kind == b.kind)) return 0;
  int larger = 0;  // which magnitude is larger
  if (a.kind != b.kind) {
    larger = a.kind == extended_class::infinite ? 1 : -1;
  } else if (a.exponent != b.exponent) {
    larger = a.exponent > b.exponent ? 1 : -1;
  } else if (a.significand != b.significand) {
    larger = a.significand > b.significand ? 1 : -1;
  }
  return larger * sign(a);
}

}  // namespace nopy::kernels
