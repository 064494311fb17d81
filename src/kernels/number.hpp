// SPDX-License-Identifier: MIT
// What a kernel knows of a number: its class, its bytes and its coding. No dtype objects down here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nopy::kernels {

/// Every coding of one number, as it lies in native byte order.
enum class number : std::uint8_t {
  boolean,
  i1,
  i2,
  i4,
  i8,
  u1,
  u2,
  u4,
  u8,
  int4,
  uint4,
  int2,
  uint2,
  int1,
  uint1,
  f2,
  f4,
  f8,
  x87_12,
  x87_16,
  quad,
  double_double,
  bfloat16,
  float8_e5m2,
  float8_e4m3fn,
  float8_e4m3fnuz,
  float8_e5m2fnuz,
  float8_e4m3b11fnuz,
  float8_e4m3,
  float8_e3m4,
  float8_e8m0fnu,
  float6_e2m3fn,
  float6_e3m2fn,
  float4_e2m1fn,
};
inline constexpr std::size_t number_count = static_cast<std::size_t>(number::float4_e2m1fn) + 1;

/// What happens to a value that the destination does not hold.
enum class narrowing : std::uint8_t {
  rounding,  ///< floats round, finite to infinite fails; integers fail
  exact,     ///< any change fails
  saturate,  ///< the nearest value that fits; NaN becomes 0 in an integer
  truncate,  ///< as a C cast; what no int64 holds becomes 0
};

}  // namespace nopy::kernels
