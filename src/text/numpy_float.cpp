// SPDX-License-Identifier: MIT
// NumPy's rules for floats in arrays. Source: behaviour of numpy.array2string in NumPy 1.24 with its
// default options (precision 8, floatmode maxprec_equal).
#include "text/numpy_float.hpp"

#include "text/big_integer.hpp"

#include <algorithm>

namespace nopy::texts {

namespace {

constexpr int precision = 8;
constexpr int no_least = -1000;
constexpr int least_plain_digits = 0;

/// NumPy compares with the doubles 1e-4 and 1e8.
constexpr binary_float least_plain{.exponent = -66, .low = 0x1A36E2EB1C432D};
constexpr binary_float least_large{.low = 100'000'000};

/// Whether large / small > 1000 in the arithmetic of their type: the quotient is rounded to
/// `precision` bits, half-way to the even 1000, so it must pass 1000 by more than half a unit there.
bool over_a_thousand_times(const binary_float& large, const binary_float& small) noexcept {
  const int bits = std::max(large.precision, 11);
  const auto half_unit = static_cast<unsigned>(bits - 9);  // 2^-half_unit is half a unit at 1000
  big_integer left(large.high, large.low);
  left.shift_left(half_unit);
  big_integer right(small.high, small.low);
  right.multiply(1000);
  right.shift_left(half_unit);
  right.add(big_integer(small.high, small.low));
  const int apart = large.exponent - small.exponent;
  if (apart > 300) return true;
  if (apart >= 0)
    left.shift_left(static_cast<unsigned>(apart));
  else
    right.shift_left(static_cast<unsigned>(std::min(-apart, 300)));
  return compare(left, right) > 0;
}

int exponent_digit_count(int exponent) noexcept {
  const int size = exponent < 0 ? -exponent : exponent;
  return size >= 1000 ? 4 : size >= 100 ? 3 : 2;
}

void put_spaces(bytes::text_sink& sink, int count) noexcept {
  sink.repeat(' ', static_cast<std::size_t>(std::max(count, 0)));
}

/// `before` digits from the place 10^first on, the point, `behind` digits; places that `number` does
/// not reach are zeros.
void put_digits(bytes::text_sink& sink, const decimal_digits& number, int first, int before,
                int behind) noexcept {
  for (int i = 0; i < before + behind; ++i) {
    if (i == before) sink.put('.');
    const int at = number.exponent - first + i;
    sink.put(at >= 0 && at < number.count ? number.digits[at] : '0');
  }
  if (behind == 0) sink.put('.');
}

/// Digits without the zeros at the end.
int significant(const decimal_digits& number) noexcept {
  int count = number.count;
  while (count > 1 && number.digits[count - 1] == '0') --count;
  return count;
}

}  // namespace

void numpy_float::observe(const binary_float& value) noexcept {
  if (!value.finite()) {
    any_other_ = true;
    any_negative_infinity_ =
        any_negative_infinity_ || (value.is == binary_float::form::infinite && value.negative);
    return;
  }
  if (value.zero()) return;
  const bool smaller = smallest_.zero() || compare_magnitude(value, smallest_) < 0;
  const bool larger = largest_.zero() || compare_magnitude(value, largest_) > 0;
  if (!smaller && !larger) return;
  if (smaller) smallest_ = value;
  if (larger) largest_ = value;
  scientific_ = scientific_ || compare_magnitude(largest_, least_large) >= 0 ||
                compare_magnitude(smallest_, least_plain) < 0 ||
                over_a_thousand_times(largest_, smallest_);
}

decimal_digits numpy_float::digits(const binary_float& value, int least, int most) const noexcept {
  decimal_digits out;
  if (value.zero()) {
    out.digits[out.count++] = '0';
    return out;
  }
  if (scientific_) return exact_digits(value, {digit_limits::counted::in_all, least + 1, most + 1});
  return exact_digits(value, {digit_limits::counted::behind_point, least, most});
}

void numpy_float::measure(const binary_float& value) noexcept {
  if (!value.finite()) return;
  const decimal_digits number = digits(value, no_least, precision);
  const int sign = value.negative || plus_ ? 1 : 0;
  const int count = significant(number);
  if (scientific_) {
    left_ = std::max(left_, sign + 1);
    behind_ = std::max(behind_, count - 1);
    exponent_digits_ = std::max(exponent_digits_, exponent_digit_count(number.exponent));
  } else {
    left_ = std::max(left_, sign + std::max(number.exponent, 0) + 1);
    behind_ = std::max(behind_, count - 1 - number.exponent);
  }
}

/// Characters behind the point, in all.
int numpy_float::right() const noexcept {
  return behind_ + (scientific_ ? exponent_digits_ + 2 : 0);
}

/// Characters before the point: "nan" and "inf" may need more than the numbers.
int numpy_float::left() const noexcept {
  const int infinity = 3 + (plus_ || any_negative_infinity_ ? 1 : 0);
  return any_other_ ? std::max(left_, infinity - right() - 1) : left_;
}

void numpy_float::put(bytes::text_sink& sink, const binary_float& value,
                      std::string_view suffix) const noexcept {
  if (value.finite())
    return scientific_ ? put_scientific(sink, value, suffix) : put_plain(sink, value, suffix);
  const bool nan = value.is == binary_float::form::nan;
  const bool minus = !nan && value.negative;
  put_spaces(sink, left() + right() + 1 - 3 - (plus_ || minus ? 1 : 0));
  if (plus_ || minus) sink.put(minus ? '-' : '+');
  sink.put(nan ? "nan" : "inf").put(suffix);
}

/// Spaces and sign, so that the point stands in its column behind `digits` digits.
void numpy_float::put_left(bytes::text_sink& sink, const binary_float& value,
                           int digits) const noexcept {
  const bool sign = value.negative || plus_;
  put_spaces(sink, left() - digits - (sign ? 1 : 0));
  if (sign) sink.put(value.negative ? '-' : '+');
}

void numpy_float::put_plain(bytes::text_sink& sink, const binary_float& value,
                            std::string_view suffix) const noexcept {
  const decimal_digits number = digits(value, least_plain_digits, precision);
  const int before = std::max(number.exponent, 0) + 1;
  const int behind = std::max(significant(number) - 1 - number.exponent, 0);
  put_left(sink, value, before);
  put_digits(sink, number, std::max(number.exponent, 0), before, behind);
  sink.put(suffix);
  put_spaces(sink, behind_ - behind);
}

void numpy_float::put_scientific(bytes::text_sink& sink, const binary_float& value,
                                 std::string_view suffix) const noexcept {
  const decimal_digits number = digits(value, behind_, behind_);
  put_left(sink, value, 1);
  put_digits(sink, number, number.exponent, 1, behind_);
  const int size = number.exponent < 0 ? -number.exponent : number.exponent;
  sink.put('e').put(number.exponent < 0 ? '-' : '+');
  const int shown = size < 10 ? 1 : exponent_digit_count(size);
  sink.repeat('0', static_cast<std::size_t>(std::max(exponent_digits_ - shown, 0)));
  sink.decimal(static_cast<std::uint64_t>(size)).put(suffix);
}

}  // namespace nopy::texts
