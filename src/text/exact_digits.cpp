// SPDX-License-Identifier: MIT
// Digits by exact integers: slow, right for every type, and the oracle of the fast way.
#include "text/big_integer.hpp"
#include "text/decimal_digits.hpp"

#include <bit>

namespace nopy::texts {

namespace {

/// value = rest / scale; a neighbour lies `below` / scale or `above` / scale away, halved: every
/// number nearer than that reads back as this value.
struct fraction {
  big_integer rest;
  big_integer scale;
  big_integer below;
  unsigned above_shift;  ///< above = below << above_shift
  int exponent;          ///< of the first digit

  explicit fraction(const binary_float& value) noexcept;

  void next() noexcept {
    rest.multiply(10);
    below.multiply(10);
  }
  [[nodiscard]] int compare_upper() const noexcept {
    big_integer above(below);
    above.shift_left(above_shift);
    return compare_sum(rest, above, scale);
  }
};

int bits_of(const binary_float& value) noexcept {
  return value.high != 0 ? 64 + static_cast<int>(std::bit_width(value.high))
                         : static_cast<int>(std::bit_width(value.low));
}

/// floor(log10(2) * power), exact for the exponents of every type here.
int floor_log10_of_power_of_two(int power) noexcept {
  return static_cast<int>(std::int64_t{power} * 1292913986 >> 32);
}

fraction::fraction(const binary_float& value) noexcept
    : rest(value.high, value.low),
      scale(0, 1),
      below(0, 1),
      above_shift(value.closer_below ? 1 : 0),
      // floor(log10(value)), or one less: corrected below.
      exponent(floor_log10_of_power_of_two(value.exponent + bits_of(value) - 1)) {
  // All counted in half (or, beside a power of two, quarter) units of the last place.
  const unsigned part = value.closer_below ? 2 : 1;
  rest.shift_left(part);
  scale.shift_left(part);
  if (value.exponent >= 0) {
    rest.shift_left(static_cast<unsigned>(value.exponent));
    below.shift_left(static_cast<unsigned>(value.exponent));
  } else {
    scale.shift_left(static_cast<unsigned>(-value.exponent));
  }
  if (exponent >= 0) {
    scale.multiply_by_power_of_ten(static_cast<unsigned>(exponent));
  } else {
    rest.multiply_by_power_of_ten(static_cast<unsigned>(-exponent));
    below.multiply_by_power_of_ten(static_cast<unsigned>(-exponent));
  }
  big_integer ten_scales(scale);
  ten_scales.multiply(10);
  if (compare(rest, ten_scales) >= 0) {
    ++exponent;
    scale.multiply(10);
  }
  const unsigned shift = scale.normalising_shift();
  rest.shift_left(shift);
  scale.shift_left(shift);
  below.shift_left(shift);
}

void round_up(decimal_digits& out) noexcept {
  while (out.count > 0 && out.digits[out.count - 1] == '9') --out.count;
  if (out.count == 0) {
    out.digits[out.count++] = '1';
    ++out.exponent;
  } else {
    ++out.digits[out.count - 1];
  }
}

}  // namespace

decimal_digits exact_digits(const binary_float& value, const digit_limits& limits) noexcept {
  fraction left(value);
  decimal_digits out;
  out.exponent = left.exponent;
  // The place of the last digit allowed, and of the last one wanted; 10^place.
  int last = left.exponent - (decimal_digits::capacity - 2);
  int wanted = left.exponent;
  if (limits.how == digit_limits::counted::in_all) {
    last = left.exponent - limits.most + 1;
    wanted = left.exponent - limits.least + 1;
  } else if (limits.how == digit_limits::counted::behind_point) {
    last = -limits.most;
    wanted = -limits.least;
  }
  // An even significand keeps its own half-way points: they round to it.
  const bool even = (value.low & 1) == 0;
  for (int place = left.exponent;; --place) {
    const unsigned digit = left.rest.take_digit(left.scale);
    out.digits[out.count++] = static_cast<char>('0' + digit);
    const int lower = compare(left.rest, left.below);
    const int upper = left.compare_upper();
    const bool down_reads_back = even ? lower <= 0 : lower < 0;
    const bool up_reads_back = even ? upper >= 0 : upper > 0;
    const bool told = down_reads_back || up_reads_back;
    if (!(told && place <= wanted) && place > last && out.count < decimal_digits::capacity - 1) {
      left.next();
      continue;
    }
    bool up = up_reads_back;
    if (down_reads_back == up_reads_back) {
      const int half = compare_sum(left.rest, left.rest, left.scale);
      up = half > 0 || (half == 0 && digit % 2 != 0);
    }
    if (up) round_up(out);
    return out;
  }
}

}  // namespace nopy::texts
