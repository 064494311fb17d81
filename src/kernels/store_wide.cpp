// SPDX-License-Identifier: MIT
// Numbers of every coding written from a wide form. Where values are checked, each loop writes all
// and gathers whether one did not fit; only then does a second look find which.
#include "kernels/number_code.hpp"

namespace nopy::kernels {
namespace {

constexpr double two_63 = 9223372036854775808.0;

/// Whether 64 bits, meant with or without sign, lie in the range of an integer code.
template <class Code>
bool holds(std::uint64_t bits, sign sign) noexcept {
  const bool negative = sign == sign::has_sign && bits >> 63 != 0;
  if (negative) return static_cast<std::int64_t>(bits) >= Code::least;
  return bits <= Code::most;
}
template <class Code>
std::uint64_t clamped(std::uint64_t bits, sign sign) noexcept {
  if (holds<Code>(bits, sign)) return bits;
  const bool negative = sign == sign::has_sign && bits >> 63 != 0;
  return negative ? static_cast<std::uint64_t>(Code::least) : Code::most;
}

template <class Code>
std::size_t integers_to_integers(std::byte* dst, const std::uint64_t* from, sign sign,
                                 std::size_t count, narrowing narrowing) noexcept {
  if (narrowing == narrowing::saturate) {
    for (std::size_t i = 0; i < count; ++i)
      write_at(dst, i, Code::narrow(clamped<Code>(from[i], sign)));
    return count;
  }
  for (std::size_t i = 0; i < count; ++i) write_at(dst, i, Code::narrow(from[i]));
  if (narrowing == narrowing::truncate) return count;
  unsigned lost = 0;
  for (std::size_t i = 0; i < count; ++i) lost |= holds<Code>(from[i], sign) ? 0u : 1u;
  if (lost == 0) return count;
  std::size_t at = 0;
  while (holds<Code>(from[at], sign)) ++at;
  return at;
}

/// The nearest integer, ties to even; exact for all that have a fraction.
double rounded(double value) noexcept {
  constexpr double ruler = 6755399441055744.0;  // 1.5 * 2^52: its last bit is 1
  return value > -2251799813685248.0 && value < 2251799813685248.0 ? value + ruler - ruler : value;
}

template <class Code>
bool fits_integer(double value) noexcept {
  constexpr double above =
      Code::most == 0 ? 1.0 : 2 * (static_cast<double>(Code::most / 2) + 1);  // most + 1
  return value >= static_cast<double>(Code::least) && value < above;
}

/// 64 bits of a double that fits an integer code.
std::uint64_t bits_of(double value) noexcept {
  if (value >= two_63) return static_cast<std::uint64_t>(value);
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

template <class Code>
typename Code::storage saturated_integer(double value) noexcept {
  if (value != value) return 0;
  const double whole = rounded(value);
  if (fits_integer<Code>(whole)) return Code::narrow(bits_of(whole));
  return Code::narrow(value < 0 ? static_cast<std::uint64_t>(Code::least) : Code::most);
}

template <class Code>
typename Code::storage truncated_integer(double value) noexcept {
  if constexpr (std::is_same_v<Code, boolean_code>) return value != 0 ? 1 : 0;
  const bool held = value >= -two_63 && value < two_63;
  return Code::narrow(held ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) : 0);
}

template <class Code>
std::size_t doubles_to_integers(std::byte* dst, const double* from, std::size_t count,
                                narrowing narrowing) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double value = from[i];
    if (narrowing == narrowing::saturate) {
      write_at(dst, i, saturated_integer<Code>(value));
    } else if (narrowing == narrowing::truncate) {
      write_at(dst, i, truncated_integer<Code>(value));
    } else {
      if (!fits_integer<Code>(value)) return i;
      const std::uint64_t bits = bits_of(value);
      const double back = value >= two_63 ? static_cast<double>(bits)
                                          : static_cast<double>(static_cast<std::int64_t>(bits));
      if (back != value) return i;
      write_at(dst, i, Code::narrow(bits));
    }
  }
  return count;
}

bool is_nan(double value) noexcept { return value != value; }
bool is_infinite(double value) noexcept { return value - value != 0 && value == value; }

/// Where what is too large becomes the largest: half a step above it. Infinity elsewhere.
double too_large_from(number to) noexcept {
  switch (to) {
    case number::float6_e2m3fn:
      return 7.75;
    case number::float6_e3m2fn:
      return 30;
    case number::float4_e2m1fn:
      return 7;
    default:
      return std::numeric_limits<double>::infinity();
  }
}

/// The largest finite value of a coding.
double largest_of(number to) noexcept {
  const number_limits& limits = limits_of(to);
  if (to == number::float8_e4m3fn) return 448;  // its last pattern is NaN
  if (limits.most_power > 1023) return std::numeric_limits<double>::max();
  double power = 1;
  for (int i = 0; i < limits.most_power; ++i) power *= 2;
  double step = 1;
  for (int i = 1; i < limits.precision; ++i) step /= 2;
  return power * (2 - step);
}

/// Whether a float lost what rounding may not lose: its being finite, infinite, or a number.
bool kept_class(double value, double made, double too_large) noexcept {
  const double size = value < 0 ? -value : value;
  if (is_nan(value)) return is_nan(made);
  return !is_nan(made) && is_infinite(value) == is_infinite(made) && size < too_large;
}

template <class Code>
typename Code::storage saturated_float(number to, double value) noexcept {
  const auto made = Code::nearest(value);
  if (is_nan(value) || (is_infinite(value) && limits_of(to).infinity)) return made;
  const double back = Code::value(made);
  if (!is_nan(back) && !is_infinite(back)) return made;
  if (to == number::float8_e8m0fnu && !(value > 0)) return 0;  // the least there is
  return Code::nearest(value < 0 ? -largest_of(to) : largest_of(to));
}

template <class Code>
std::size_t doubles_to_floats(number to, std::byte* dst, const double* from, std::size_t count,
                              narrowing narrowing) noexcept {
  if (narrowing == narrowing::saturate) {
    for (std::size_t i = 0; i < count; ++i) write_at(dst, i, saturated_float<Code>(to, from[i]));
    return count;
  }
  for (std::size_t i = 0; i < count; ++i) write_at(dst, i, Code::nearest(from[i]));
  if (narrowing == narrowing::truncate) return count;
  const double too_large = too_large_from(to);
  for (std::size_t i = 0; i < count; ++i) {
    const double made = Code::value(read_at<typename Code::storage>(dst, i));
    if (narrowing == narrowing::exact ? made != from[i] && !(is_nan(made) && is_nan(from[i]))
                                      : made != from[i] && !kept_class(from[i], made, too_large))
      return i;
  }
  return count;
}

/// An integer as a double that rounds further as the integer itself would (to at most 24 bits).
double odd_double(std::uint64_t magnitude) noexcept {
  constexpr std::uint64_t low = (1ull << 24) - 1;
  if (magnitude >> 53 == 0) return static_cast<double>(magnitude);
  const std::uint64_t sticky = (magnitude & low) != 0 ? 1ull << 24 : 0;
  return static_cast<double>((magnitude & ~low) | sticky);
}

template <class Code>
typename Code::storage float_of_integer(std::uint64_t magnitude, bool negative) noexcept {
  if constexpr (std::is_floating_point_v<typename Code::storage>) {
    const auto made = static_cast<typename Code::storage>(magnitude);
    return negative ? -made : made;
  } else {
    const double odd = odd_double(magnitude);
    return Code::nearest(negative ? -odd : odd);
  }
}

template <class Code>
std::size_t integers_to_floats(number to, std::byte* dst, const std::uint64_t* from, sign sign,
                               std::size_t count, narrowing narrowing) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const bool negative = sign == sign::has_sign && from[i] >> 63 != 0;
    const std::uint64_t magnitude = negative ? 0 - from[i] : from[i];
    auto made = float_of_integer<Code>(magnitude, negative);
    if (narrowing == narrowing::saturate) {
      const double value = odd_double(magnitude);
      const double back = Code::value(made);
      if (is_nan(back) || is_infinite(back))
        made = saturated_float<Code>(to, negative ? -value : value);
    } else if (narrowing != narrowing::truncate) {
      const double back = Code::value(made);
      const double size = back < 0 ? -back : back;
      const bool same = size < 2 * two_63 && static_cast<std::uint64_t>(size) == magnitude &&
                        (back < 0) == negative;
      if (!same) return i;
    }
    write_at(dst, i, made);
  }
  return count;
}

void write_long_double(number to, std::byte* dst, const extended& value) noexcept {
  if (to == number::quad) return encode_quad(dst, value);
  if (to == number::double_double) return encode_double_double(dst, value);
  encode_x87(dst, value);
  std::memset(dst + 10, 0, limits_of(to).bytes - 10);
}

extended largest_long_double(number to, bool negative) noexcept {
  const number_limits& limits = limits_of(to);
  const int precision = to == number::double_double ? 53 : limits.precision;
  return {~wide_bits{0} << (128 - precision), limits.most_power, extended_class::finite, negative};
}

std::size_t extended_to_long_doubles(number to, std::byte* dst, const extended* from,
                                     std::size_t count, narrowing narrowing) noexcept {
  const std::size_t bytes = limits_of(to).bytes;
  for (std::size_t i = 0; i < count; ++i) {
    std::byte* at = dst + i * bytes;
    write_long_double(to, at, from[i]);
    if (narrowing == narrowing::truncate) continue;
    extended back;
    load_extended(to, &back, at, 1);
    if (narrowing == narrowing::exact && compare_extended(back, from[i]) != 0 &&
        from[i].kind != extended_class::nan)
      return i;
    if (back.kind != extended_class::infinite || from[i].kind == extended_class::infinite) continue;
    if (narrowing != narrowing::saturate) return i;
    write_long_double(to, at, largest_long_double(to, from[i].negative));
  }
  return count;
}

/// A long double's integer part; `fraction` says whether something is behind the point. `held` is
/// false beyond 64 bits and for what is no number.
struct integer_part {
  std::uint64_t magnitude = 0;
  bool fraction = false;
  bool held = false;
};
integer_part integer_part_of(const extended& value) noexcept {
  if (value.kind == extended_class::zero) return {.held = true};
  if (value.kind != extended_class::finite || value.exponent > 63) return {};
  if (value.exponent < 0) return {.fraction = true, .held = true};
  const int shift = 127 - value.exponent;
  const wide_bits whole = value.significand >> shift;
  return {static_cast<std::uint64_t>(whole), whole << shift != value.significand, true};
}

template <class Code>
std::size_t extended_to_integers(std::byte* dst, const extended* from, std::size_t count,
                                 narrowing narrowing) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const extended& value = from[i];
    const integer_part part = integer_part_of(value);
    // Beyond the sign bit a negative magnitude has no 64-bit form of its own.
    const bool wraps = value.negative && part.magnitude > 1ull << 63;
    const std::uint64_t bits = value.negative ? 0 - part.magnitude : part.magnitude;
    const sign sign = value.negative ? sign::has_sign : sign::has_none;
    const bool fits = part.held && !wraps && holds<Code>(bits, sign);
    if (narrowing == narrowing::saturate) {
      write_at(dst, i, saturated_integer<Code>(double_from_extended(value)));
      if (fits && !part.fraction) write_at(dst, i, Code::narrow(bits));
    } else if (narrowing == narrowing::truncate) {
      const bool int64 = part.held && !wraps && (value.negative || part.magnitude >> 63 == 0);
      if constexpr (std::is_same_v<Code, boolean_code>)
        write_at<std::uint8_t>(dst, i, value.kind != extended_class::zero ? 1 : 0);
      else
        write_at(dst, i, Code::narrow(int64 ? bits : 0));
    } else {
      if (!fits || part.fraction) return i;
      write_at(dst, i, Code::narrow(bits));
    }
  }
  return count;
}

}  // namespace

std::size_t store_integers(number to, std::byte* dst, const std::uint64_t* from, sign sign,
                           std::size_t count, narrowing narrowing) noexcept {
  return with_code(to, [&]<class Code>(Code) {
    if constexpr (Code::is_float)
      return integers_to_floats<Code>(to, dst, from, sign, count, narrowing);
    else
      return integers_to_integers<Code>(dst, from, sign, count, narrowing);
  });
}

std::size_t store_doubles(number to, std::byte* dst, const double* from, std::size_t count,
                          narrowing narrowing) noexcept {
  return with_code(to, [&]<class Code>(Code) {
    if constexpr (Code::is_float)
      return doubles_to_floats<Code>(to, dst, from, count, narrowing);
    else
      return doubles_to_integers<Code>(dst, from, count, narrowing);
  });
}

std::size_t store_extended(number to, std::byte* dst, const extended* from, std::size_t count,
                           narrowing narrowing) noexcept {
  if (is_long_double(to)) return extended_to_long_doubles(to, dst, from, count, narrowing);
  const std::size_t bytes = limits_of(to).bytes;
  return with_code(to, [&]<class Code>(Code) {
    if constexpr (!Code::is_float) return extended_to_integers<Code>(dst, from, count, narrowing);
    for (std::size_t i = 0; i < count; ++i) {
      const bool narrow = limits_of(to).precision <= 24;
      const double value =
          narrow ? odd_double_from_extended(from[i]) : double_from_extended(from[i]);
      const bool lost = !narrow && is_infinite(value) && from[i].kind == extended_class::finite;
      const bool rounds = narrowing == narrowing::rounding;
      if (lost && (rounds || narrowing == narrowing::exact)) return i;
      const double written = lost && narrowing == narrowing::saturate
                                 ? (value < 0 ? -largest_of(to) : largest_of(to))
                                 : value;
      if (store_doubles(to, dst + i * bytes, &written, 1, narrowing) == 0) return i;
    }
    return count;
  });
}

}  // namespace nopy::kernels
