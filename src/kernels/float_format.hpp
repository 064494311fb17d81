// SPDX-License-Identifier: MIT
// Floating codings of 16 bits and less, described by their fields, and their exact conversions to
// and from float. Sources: IEEE 754 (binary16), OCP 8-bit floating point and MX 1.0, ml_dtypes.
//
//   sign | exponent_bits | fraction_bits       value = 1.fraction * 2^(exponent - bias)
//
// Values round to nearest, ties to even; e8m0 has no fraction, there a tie goes up.
#pragma once

#include <bit>
#include <cstdint>

namespace nopy::kernels {

/// Which bit patterns are no numbers.
enum class specials : std::uint8_t {
  ieee,        ///< exponent all ones: infinity and NaNs
  top_nan,     ///< all bits but the sign ones: NaN; no infinity (`fn`)
  zero_nan,    ///< the pattern of -0: NaN; no infinity, no -0 (`fnuz`)
  none,        ///< every pattern is a number; what is too large becomes the largest (MX)
  power_only,  ///< no sign, no zero; all ones: NaN (`e8m0fnu`)
};

struct float_format {
  int exponent_bits;
  int fraction_bits;
  int bias;
  nopy::kernels::specials specials;

  constexpr std::uint32_t sign_bit() const { return 1u << (exponent_bits + fraction_bits); }
  constexpr std::uint32_t magnitude_mask() const { return sign_bit() - 1; }
  constexpr std::uint32_t top_exponent() const {
    return ((1u << exponent_bits) - 1) << fraction_bits;
  }
  /// The pattern of the largest finite value.
  constexpr std::uint32_t largest() const {
    if (specials == specials::ieee) return top_exponent() - 1;
    if (specials == specials::top_nan || specials == specials::power_only)
      return magnitude_mask() - 1;
    return magnitude_mask();
  }
};

inline constexpr float_format format_e5m2{5, 2, 15, specials::ieee};
inline constexpr float_format format_e4m3fn{4, 3, 7, specials::top_nan};
inline constexpr float_format format_e4m3fnuz{4, 3, 8, specials::zero_nan};
inline constexpr float_format format_e5m2fnuz{5, 2, 16, specials::zero_nan};
inline constexpr float_format format_e4m3b11fnuz{4, 3, 11, specials::zero_nan};
inline constexpr float_format format_e4m3{4, 3, 7, specials::ieee};
inline constexpr float_format format_e3m4{3, 4, 3, specials::ieee};
inline constexpr float_format format_e8m0fnu{8, 0, 127, specials::power_only};
inline constexpr float_format format_e2m3fn{2, 3, 1, specials::none};
inline constexpr float_format format_e3m2fn{3, 2, 3, specials::none};
inline constexpr float_format format_e2m1fn{2, 1, 1, specials::none};

inline constexpr std::uint32_t float_infinity = 0x7F800000;
inline constexpr std::uint32_t float_quiet_nan = 0x7FC00000;

/// The bits of the float that a power of two (-149 to 127) is.
constexpr std::uint32_t float_power(int exponent) {
  return exponent >= -126 ? static_cast<std::uint32_t>(exponent + 127) << 23
                          : 1u << (exponent + 149);
}

/// The float of a pattern, exactly; NaN payloads are kept.
constexpr float decode(float_format format, std::uint32_t bits) {
  if (format.specials == specials::power_only)
    return std::bit_cast<float>(bits == 0xFF ? float_quiet_nan
                                             : float_power(static_cast<int>(bits) - 127));
  const std::uint32_t sign = (bits & format.sign_bit()) != 0 ? 0x80000000u : 0;
  const std::uint32_t magnitude = bits & format.magnitude_mask();
  const std::uint32_t fraction = magnitude & ((1u << format.fraction_bits) - 1);
  const int exponent = static_cast<int>(magnitude >> format.fraction_bits);
  const auto with_sign = [sign](std::uint32_t of) { return std::bit_cast<float>(sign | of); };
  if (format.specials == specials::ieee && magnitude >= format.top_exponent())
    return with_sign(float_infinity | fraction << (23 - format.fraction_bits));
  if (format.specials == specials::top_nan && magnitude == format.magnitude_mask())
    return with_sign(float_quiet_nan);
  if (format.specials == specials::zero_nan && sign != 0 && magnitude == 0)
    return with_sign(float_quiet_nan);
  if (exponent == 0) {
    const float unit = std::bit_cast<float>(float_power(1 - format.bias - format.fraction_bits));
    return with_sign(std::bit_cast<std::uint32_t>(static_cast<float>(fraction) * unit));
  }
  return with_sign(static_cast<std::uint32_t>(exponent - format.bias + 127) << 23 |
                   fraction << (23 - format.fraction_bits));
}

/// The power of two nearest to a float whose bits are given.
constexpr std::uint32_t encode_power(std::uint32_t bits) {
  if (bits == 0 || bits >= float_infinity) return 0xFF;     // zero, infinity, NaN, every negative
  if (bits < 0x00800000) return bits < 0x00600000 ? 0 : 1;  // around 2^-127, subnormal as a float
  return (bits + 0x00400000) >> 23;                         // above 2^127 this is 0xFF
}

/// The pattern nearest to `value`. Too large: infinity; or NaN; or, where there is neither, the
/// largest.
constexpr std::uint32_t encode(float_format format, float value) {
  const std::uint32_t all = std::bit_cast<std::uint32_t>(value);
  if (format.specials == specials::power_only) return encode_power(all);
  std::uint32_t bits = all & 0x7FFFFFFF;
  const std::uint32_t sign = (all >> 31) * format.sign_bit();
  const int dropped = 23 - format.fraction_bits;
  if (bits > float_infinity) {
    if (format.specials == specials::none) return format.sign_bit();  // as ml_dtypes does
    if (format.specials == specials::zero_nan) return format.sign_bit();
    if (format.specials == specials::top_nan) return sign | format.magnitude_mask();
    const std::uint32_t payload = (bits & 0x007FFFFF) >> dropped;
    const std::uint32_t quiet = 1u << (format.fraction_bits - 1);
    return sign | format.top_exponent() | (payload != 0 ? payload : quiet);
  }
  std::uint32_t magnitude = 0;
  if (bits < float_power(1 - format.bias)) {
    // Below the normal range the sum's last bit is the coding's last bit: the addition rounds.
    const std::uint32_t ruler = float_power(1 - format.bias + dropped);
    magnitude =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits) + std::bit_cast<float>(ruler)) -
        ruler;
  } else {
    const std::uint32_t odd = (bits >> dropped) & 1;
    bits -= static_cast<std::uint32_t>(127 - format.bias) << 23;
    magnitude = (bits + odd + (1u << (dropped - 1)) - 1) >> dropped;
  }
  if (magnitude > format.largest()) {
    if (format.specials == specials::zero_nan) return format.sign_bit();
    magnitude = format.specials == specials::none ? format.largest() : format.largest() + 1;
  }
  if (format.specials == specials::zero_nan && magnitude == 0) return 0;
  return sign | magnitude;
}

/// The float next to a double with its last bit set where the double lies between two floats. What
/// is then rounded to 22 bits or fewer is rounded as if once. Source: Boldo, Melquiond, "When
/// double rounding is odd".
constexpr float round_to_odd(double value) {
  const float near = static_cast<float>(value);
  const auto bits = std::bit_cast<std::uint32_t>(near);
  if (value != value || static_cast<double>(near) == value || (bits & 1) != 0) return near;
  const double size = value < 0 ? -value : value;
  const double near_size = near < 0 ? -static_cast<double>(near) : static_cast<double>(near);
  return std::bit_cast<float>(near_size < size ? bits + 1 : bits - 1);
}

}  // namespace nopy::kernels
