// SPDX-License-Identifier: MIT
// Numbers of every coding read into a wide form.
#include "kernels/number_code.hpp"

#include <array>

namespace nopy::kernels {
namespace {

using family = enum number_limits::family;

constexpr number_limits of_integer(std::uint32_t bytes, bool has_sign, int bits) {
  return {.bytes = bytes,
          .family = has_sign ? family::signed_int : family::unsigned_int,
          .precision = has_sign ? bits - 1 : bits,
          .least_power = 0,
          .most_power = bits,
          .infinity = false,
          .nan = false,
          .zero_and_sign = true};
}
constexpr number_limits of_float(std::uint32_t bytes, int precision, int least_power,
                                 int most_power, bool infinity = true) {
  return {bytes, family::floating, precision, least_power, most_power, infinity, true, true};
}
constexpr number_limits of_format(float_format format) {
  const int top = (1 << format.exponent_bits) - (format.specials == specials::ieee ? 2 : 1);
  const bool power_only = format.specials == specials::power_only;
  return {.bytes = 1,
          .family = family::floating,
          .precision = format.fraction_bits + 1,
          .least_power = power_only ? -127 : 1 - format.bias - format.fraction_bits,
          .most_power = (power_only ? top - 1 : top) - format.bias,
          .infinity = format.specials == specials::ieee,
          .nan = format.specials != specials::none,
          .zero_and_sign = !power_only};
}

// In the order of `number`.
constexpr number_limits limits_table[] = {
    {1, family::boolean, 1, 0, 0, false, false, true},
    of_integer(1, true, 8),
    of_integer(2, true, 16),
    of_integer(4, true, 32),
    of_integer(8, true, 64),
    of_integer(1, false, 8),
    of_integer(2, false, 16),
    of_integer(4, false, 32),
    of_integer(8, false, 64),
    of_integer(1, true, 4),
    of_integer(1, false, 4),
    of_integer(1, true, 2),
    of_integer(1, false, 2),
    of_integer(1, true, 1),
    of_integer(1, false, 1),
    of_float(2, 11, -24, 15),
    of_float(4, 24, -149, 127),
    of_float(8, 53, -1074, 1023),
    of_float(12, 64, -16445, 16383),
    of_float(16, 64, -16445, 16383),
    of_float(16, 113, -16494, 16383),
    of_float(16, 106, -1074, 1023),
    of_float(2, 8, -133, 127),
    of_format(format_e5m2),
    of_format(format_e4m3fn),
    of_format(format_e4m3fnuz),
    of_format(format_e5m2fnuz),
    of_format(format_e4m3b11fnuz),
    of_format(format_e4m3),
    of_format(format_e3m4),
    of_format(format_e8m0fnu),
    of_format(format_e2m3fn),
    of_format(format_e3m2fn),
    of_format(format_e2m1fn),
};
static_assert(std::size(limits_table) == number_count);

extended read_long_double(number from, const std::byte* src) noexcept {
  if (from == number::quad) return decode_quad(src);
  if (from == number::double_double) return decode_double_double(src);
  return decode_x87(src);
}

}  // namespace

const number_limits& limits_of(number of) noexcept {
  return limits_table[static_cast<std::size_t>(of)];
}

void load_integers(number from, std::uint64_t* to, const std::byte* src,
                   std::size_t count) noexcept {
  with_code(from, [&]<class Code>(Code) {
    if constexpr (!Code::is_float)
      for (std::size_t i = 0; i < count; ++i)
        to[i] = Code::widen(read_at<typename Code::storage>(src, i));
  });
}

void load_doubles(number from, double* to, const std::byte* src, std::size_t count) noexcept {
  with_code(from, [&]<class Code>(Code) {
    for (std::size_t i = 0; i < count; ++i)
      to[i] = Code::value(read_at<typename Code::storage>(src, i));
  });
}

void load_extended(number from, extended* to, const std::byte* src, std::size_t count) noexcept {
  if (is_long_double(from)) {
    const std::size_t bytes = limits_of(from).bytes;
    for (std::size_t i = 0; i < count; ++i) to[i] = read_long_double(from, src + i * bytes);
    return;
  }
  with_code(from, [&]<class Code>(Code) {
    for (std::size_t i = 0; i < count; ++i) {
      const auto stored = read_at<typename Code::storage>(src, i);
      if constexpr (Code::is_float) {
        to[i] = extended_from_double(Code::value(stored));
      } else {
        const std::uint64_t wide = Code::widen(stored);
        const bool negative = Code::has_sign && wide >> 63 != 0;
        to[i] = extended_from_integer(negative ? 0 - wide : wide, negative);
      }
    }
  });
}

}  // namespace nopy::kernels
