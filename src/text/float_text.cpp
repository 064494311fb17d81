// SPDX-License-Identifier: MIT
// The layout of digits: positional from 1e-4 to below 1e16, else with an exponent.
#include "text/float_text.hpp"

#include "text/decimal_digits.hpp"

#include <string_view>

namespace nopy::texts {

namespace {

/// 1e-4 in 113 bits, rounded down: no value of a shorter type lies between it and 1e-4, so this
/// compares as 1e-4 for all, and the quad nearest to 1e-4 counts as 1e-4.
constexpr binary_float least_positional{
    .exponent = -126, .high = 0x1A36E2EB1C432, .low = 0xCA57A786C226809D};
constexpr binary_float least_large{.low = 10'000'000'000'000'000};

std::string_view digits_of(const decimal_digits& of, int first, int count) noexcept {
  return {of.digits + first, static_cast<std::size_t>(count)};
}

void put_scientific(bytes::text_sink& sink, const decimal_digits& number) noexcept {
  sink.put(number.digits[0]);
  if (number.count > 1) sink.put('.').put(digits_of(number, 1, number.count - 1));
  const int size = number.exponent < 0 ? -number.exponent : number.exponent;
  sink.put('e').put(number.exponent < 0 ? '-' : '+');
  if (size < 10) sink.put('0');
  sink.decimal(static_cast<std::uint64_t>(size));
}

void put_positional(bytes::text_sink& sink, const decimal_digits& number,
                    whole_numbers whole) noexcept {
  if (number.exponent < 0) {
    sink.put("0.").repeat('0', static_cast<std::size_t>(-number.exponent - 1));
    sink.put(digits_of(number, 0, number.count));
    return;
  }
  const int before = number.exponent + 1;
  if (number.count > before) {
    sink.put(digits_of(number, 0, before)).put('.');
    sink.put(digits_of(number, before, number.count - before));
    return;
  }
  sink.put(digits_of(number, 0, number.count));
  sink.repeat('0', static_cast<std::size_t>(before - number.count));
  if (whole == whole_numbers::with_point) sink.put(".0");
}

}  // namespace

void put_float(bytes::text_sink& sink, const binary_float& value, whole_numbers whole,
               plus_sign plus) noexcept {
  const bool nan = value.is == binary_float::form::nan;
  if (value.negative && !nan)
    sink.put('-');
  else if (plus == plus_sign::shown)
    sink.put('+');
  if (!value.finite()) {
    sink.put(nan ? "nan" : "inf");
  } else if (value.zero()) {
    sink.put(whole == whole_numbers::with_point ? "0.0" : "0");
  } else if (compare_magnitude(value, least_positional) < 0 ||
             compare_magnitude(value, least_large) >= 0) {
    put_scientific(sink, shortest_digits(value));
  } else {
    put_positional(sink, shortest_digits(value), whole);
  }
}

void put_complex(bytes::text_sink& sink, const binary_float& real,
                 const binary_float& imaginary) noexcept {
  if (real.zero() && !real.negative) {
    put_float(sink, imaginary, whole_numbers::bare);
    sink.put('j');
    return;
  }
  sink.put('(');
  put_float(sink, real, whole_numbers::bare);
  put_float(sink, imaginary, whole_numbers::bare, plus_sign::shown);
  sink.put("j)");
}

}  // namespace nopy::texts
