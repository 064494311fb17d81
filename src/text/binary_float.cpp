// SPDX-License-Identifier: MIT
// Floating-point codings. Sources: IEEE 754-2019 3.4; Intel SDM 1 4.2.2 (x87); OCP 8-bit floating
// point 1.0 and OCP microscaling formats 1.0; the ml_dtypes types of the same names.
#include "text/binary_float.hpp"

#include "bytes/endian.hpp"

#include <bit>

namespace nopy::texts {

namespace {

/// What a coding keeps for values that are no numbers.
enum class specials : std::uint8_t {
  ieee,            ///< the largest exponent: infinity, NaNs
  all_ones_nan,    ///< no infinity; exponent and significand all ones: NaN
  minus_zero_nan,  ///< no infinity, no -0; its bits are the NaN
  none,
};

struct small_coding {
  int exponent_bits;
  int fraction_bits;
  int bias;
  specials kept;
};

constexpr small_coding small_coding_of(coding which, std::uint64_t bytes) noexcept {
  switch (which) {
    case coding::bfloat16:
      return {8, 7, 127, specials::ieee};
    case coding::float8_e5m2:
      return {5, 2, 15, specials::ieee};
    case coding::float8_e4m3fn:
      return {4, 3, 7, specials::all_ones_nan};
    case coding::float8_e4m3fnuz:
      return {4, 3, 8, specials::minus_zero_nan};
    case coding::float8_e5m2fnuz:
      return {5, 2, 16, specials::minus_zero_nan};
    case coding::float8_e4m3b11fnuz:
      return {4, 3, 11, specials::minus_zero_nan};
    case coding::float8_e4m3:
      return {4, 3, 7, specials::ieee};
    case coding::float8_e3m4:
      return {3, 4, 3, specials::ieee};
    case coding::float6_e2m3fn:
      return {2, 3, 1, specials::none};
    case coding::float6_e3m2fn:
      return {3, 2, 3, specials::none};
    case coding::float4_e2m1fn:
      return {2, 1, 1, specials::none};
    default:
      break;
  }
  if (bytes == 1) return {5, 2, 15, specials::ieee};
  if (bytes == 2) return {5, 10, 15, specials::ieee};
  if (bytes == 4) return {8, 23, 127, specials::ieee};
  return {11, 52, 1023, specials::ieee};
}

binary_float decode_small(std::uint64_t bits, const small_coding& how) noexcept {
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << how.fraction_bits) - 1);
  const auto most = (std::uint64_t{1} << how.exponent_bits) - 1;
  const std::uint64_t biased = bits >> how.fraction_bits & most;
  binary_float out;
  out.negative = (bits >> (how.fraction_bits + how.exponent_bits) & 1) != 0;
  out.precision = how.fraction_bits + 1;
  if (how.kept == specials::ieee && biased == most) {
    out.is = fraction == 0 ? binary_float::form::infinite : binary_float::form::nan;
  } else if (how.kept == specials::all_ones_nan && biased == most &&
             fraction == (std::uint64_t{1} << how.fraction_bits) - 1) {
    out.is = binary_float::form::nan;
  } else if (how.kept == specials::minus_zero_nan && out.negative && (biased | fraction) == 0) {
    out.is = binary_float::form::nan;
  }
  out.low = biased == 0 ? fraction : fraction | std::uint64_t{1} << how.fraction_bits;
  out.exponent = static_cast<int>(biased == 0 ? 1 : biased) - how.bias - how.fraction_bits;
  out.closer_below = fraction == 0 && biased > 1;
  return out;
}

/// E8M0: nothing but a biased exponent; 0xFF is NaN.
binary_float decode_power_of_two(std::uint8_t bits) noexcept {
  binary_float out;
  if (bits == 0xFF) out.is = binary_float::form::nan;
  out.precision = 1;
  out.low = 1;
  out.exponent = bits - 127;
  out.closer_below = bits > 0;
  return out;
}

/// 64 bits of significand with the leading one written out, then sign and exponent.
binary_float decode_x87(std::uint64_t significand, std::uint16_t head) noexcept {
  const int biased = head & 0x7FFF;
  const std::uint64_t fraction = significand << 1 >> 1;
  binary_float out;
  out.negative = head >> 15 != 0;
  out.precision = 64;
  if (biased == 0x7FFF)
    out.is = fraction == 0 ? binary_float::form::infinite : binary_float::form::nan;
  out.low = significand;
  out.exponent = (biased == 0 ? 1 : biased) - 16383 - 63;
  out.closer_below = fraction == 0 && biased > 1;
  return out;
}

binary_float decode_quad(std::uint64_t high, std::uint64_t low) noexcept {
  const int biased = static_cast<int>(high >> 48 & 0x7FFF);
  const std::uint64_t fraction = high & 0xFFFFFFFFFFFF;
  binary_float out;
  out.negative = high >> 63 != 0;
  out.precision = 113;
  if (biased == 0x7FFF)
    out.is = (fraction | low) == 0 ? binary_float::form::infinite : binary_float::form::nan;
  out.high = biased == 0 ? fraction : fraction | std::uint64_t{1} << 48;
  out.low = low;
  out.exponent = (biased == 0 ? 1 : biased) - 16383 - 112;
  out.closer_below = (fraction | low) == 0 && biased > 1;
  return out;
}

/// The sum of both doubles as one significand of 106 bits, as NumPy prints it: what of the second
/// lies below those bits is dropped.
binary_float decode_double_double(std::uint64_t first, std::uint64_t second) noexcept {
  const small_coding how = small_coding_of(coding::standard, 8);
  binary_float out = decode_small(first, how);
  const binary_float rest = decode_small(second, how);
  out.precision = 106;
  if (!out.finite() || out.zero()) return out;
  out.high = out.low >> 11;  // the first, moved left by 53 bits
  out.low <<= 53;
  out.exponent -= 53;
  const int drop = out.exponent - rest.exponent;
  std::uint64_t addend = rest.low;
  if (drop >= 64 || !rest.finite()) return out;
  addend = drop >= 0 ? addend >> drop : drop > -11 ? addend << -drop : addend;
  if (addend == 0) return out;
  out.closer_below = false;
  const std::uint64_t before = out.low;
  if (rest.negative == out.negative) {
    out.low += addend;
    if (out.low < before) ++out.high;
  } else {
    out.low -= addend;
    if (out.low > before) --out.high;
  }
  return out;
}

/// What one item alone says where the file's kind of long double was not told: x87 leaves its upper
/// bytes empty or has an explicit leading bit that agrees with its exponent.
coding likely_coding(std::uint64_t bytes, endian order, const std::byte* item) noexcept {
  if (bytes == 12) return coding::x87;
  if (order == endian::big) {
    const auto head =
        bytes::load<std::uint64_t>(item, order);  // in front of the bits of x87: six zeros
    const bool fits = bytes::load<std::uint64_t>(item + 8, order) >> 63 == ((head & 0x7FFF) != 0);
    return head != 0 && head >> 16 == 0 && fits ? coding::x87 : coding::quad;
  }
  const bool leading = (bytes::load<std::uint64_t>(item) >> 63) != 0;
  const bool normal = (bytes::load<std::uint16_t>(item + 8) & 0x7FFF) != 0;
  const bool empty = (bytes::load<std::uint64_t>(item + 8) >> 16) == 0 && (leading || !normal);
  return empty || (leading && normal) ? coding::x87 : coding::quad;
}

}  // namespace

binary_float decode_float(coding coding, std::uint64_t bytes, endian order,
                          const std::byte* item) noexcept {
  using bytes::load;
  if (bytes < 12) {
    if (coding == coding::float8_e8m0fnu)
      return decode_power_of_two(static_cast<std::uint8_t>(*item));
    const small_coding how = small_coding_of(coding, bytes);
    if (bytes == 1) return decode_small(static_cast<std::uint8_t>(*item), how);
    if (bytes == 2) return decode_small(load<std::uint16_t>(item, order), how);
    if (bytes == 4) return decode_small(load<std::uint32_t>(item, order), how);
    return decode_small(load<std::uint64_t>(item, order), how);
  }
  const bool big = order == endian::big;
  const std::size_t count = bytes == 12 ? 12 : 16;
  if (coding == coding::extended) coding = likely_coding(bytes, order, item);
  if (coding == coding::x87)
    return decode_x87(load<std::uint64_t>(item + (big ? count - 8 : 0), order),
                      load<std::uint16_t>(item + (big ? count - 10 : 8), order));
  const std::uint64_t first = load<std::uint64_t>(item, order);
  const std::uint64_t second = load<std::uint64_t>(item + count - 8, order);
  if (coding == coding::double_double) return decode_double_double(first, second);
  return big ? decode_quad(first, second) : decode_quad(second, first);
}

int compare_magnitude(const binary_float& a, const binary_float& b) noexcept {
  if (a.zero() || b.zero()) return static_cast<int>(b.zero()) - static_cast<int>(a.zero());
  struct aligned {
    std::uint64_t high, low;
    int exponent;
  };
  const auto align = [](const binary_float& v) {
    const int shift = v.high != 0 ? std::countl_zero(v.high) : 64 + std::countl_zero(v.low);
    aligned out{v.high, v.low, v.exponent - shift};
    if (shift >= 64) {
      out.high = out.low << (shift - 64);
      out.low = 0;
    } else if (shift > 0) {
      out.high = out.high << shift | out.low >> (64 - shift);
      out.low <<= shift;
    }
    return out;
  };
  const aligned x = align(a);
  const aligned y = align(b);
  if (x.exponent != y.exponent) return x.exponent < y.exponent ? -1 : 1;
  if (x.high != y.high) return x.high < y.high ? -1 : 1;
  return x.low == y.low ? 0 : x.low < y.low ? -1 : 1;
}

}  // namespace nopy::texts
