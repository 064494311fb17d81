// SPDX-License-Identifier: MIT
// The fast way to the shortest digits, for every type of up to 53 bits of precision. Invariant: the
// integers compared below are floor(4 * x * 10^-k) with the lowest bit set where x * 10^-k had more
// bits ("rounded to odd"), so every comparison has the outcome of the exact one.
#include "bytes/small_build.hpp"
#include "kernels/wide_unsigned.hpp"
#include "text/decimal_digits.hpp"
#include "text/made_powers.hpp"

#include <bit>

namespace nopy::texts {

namespace {

#if NOPY_SMALL_BUILD
const power_of_ten& power(int exponent) noexcept {
  static power_of_ten made[power_count];
  if (made[0].high == 0) make_powers(made);
  return made[exponent - least_power_of_ten];
}
#else
const power_of_ten& power(int exponent) noexcept {
  return powers_of_ten[exponent - least_power_of_ten];
}
#endif

power_of_ten multiply(std::uint64_t a, std::uint64_t b) noexcept {
  const kernels::wide_unsigned product = kernels::product(a, b);
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
}

/// The top 64 bits of the 192-bit product, the lowest of them set where bits were lost.
std::uint64_t scaled_to_odd(const power_of_ten& power, std::uint64_t value) noexcept {
  const power_of_ten lower = multiply(power.low, value);
  power_of_ten upper = multiply(power.high, value);
  upper.low += lower.high;
  if (upper.low < lower.high) ++upper.high;
  return upper.high | (upper.low > 1 ? 1 : 0);
}

/// floor(log10(2^power)), and of 3/4 * 2^power. Exact for |power| <= 1500.
constexpr int floor_log10_of_power_of_two(int power, bool three_quarters) noexcept {
  return (power * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

/// floor(log2(10^power)). Exact for |power| <= 1233.
constexpr int floor_log2_of_power_of_ten(int power) noexcept { return (power * 1741647) >> 19; }

struct scaled_decimal {
  std::uint64_t digits;
  int exponent;  ///< of the last digit
};

/// The decimal nearest to significand * 2^exponent among the shortest that read back.
scaled_decimal shortest_decimal(std::uint64_t significand, int exponent,
                                bool closer_below) noexcept {
  // Bounds of what reads back, four times the value; even significands own their bounds.
  const std::uint64_t even = 1 - (significand & 1);
  const int k = floor_log10_of_power_of_two(exponent, closer_below);
  const int shift = exponent + floor_log2_of_power_of_ten(-k) + 1;
  const power_of_ten& scale = power(-k);
  const std::uint64_t four = 4 * significand;
  const std::uint64_t value = scaled_to_odd(scale, four << shift);
  const std::uint64_t lower =
      scaled_to_odd(scale, (four - (closer_below ? 1 : 2)) << shift) + (1 - even);
  const std::uint64_t upper = scaled_to_odd(scale, (four + 2) << shift) - (1 - even);

  const std::uint64_t whole = value / 4;
  if (whole >= 10) {
    const std::uint64_t tens = whole / 10;
    const bool down = lower <= 40 * tens;
    const bool up = 40 * tens + 40 <= upper;
    if (down != up) return {tens + (up ? 1 : 0), k + 1};
  }
  const bool down = lower <= 4 * whole;
  const bool up = 4 * whole + 4 <= upper;
  if (down != up) return {whole + (up ? 1 : 0), k};
  const std::uint64_t half_way = 4 * whole + 2;
  const bool round_up = value > half_way || (value == half_way && (whole & 1) != 0);
  return {whole + (round_up ? 1 : 0), k};
}

decimal_digits spell(scaled_decimal from) noexcept {
  while (from.digits % 10 == 0) {
    from.digits /= 10;
    ++from.exponent;
  }
  decimal_digits out;
  for (std::uint64_t left = from.digits; left != 0; left /= 10) ++out.count;
  out.exponent = from.exponent + out.count - 1;
  for (int i = out.count; i-- > 0; from.digits /= 10)
    out.digits[i] = static_cast<char>('0' + from.digits % 10);
  return out;
}

}  // namespace

decimal_digits shortest_digits(const binary_float& value) noexcept {
  if (value.precision > 53) return exact_digits(value);
  // Whole numbers below 2^precision are their own shortest text.
  const int exponent = value.exponent;
  if (exponent <= 0 && exponent > -64 && std::countr_zero(value.low) >= -exponent)
    return spell({value.low >> -exponent, 0});
  return spell(shortest_decimal(value.low, exponent, value.closer_below));
}

}  // namespace nopy::texts
