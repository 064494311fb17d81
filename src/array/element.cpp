// SPDX-License-Identifier: MIT
// The conversions that <nopy/element.hpp> declares, for single values.
#include <nopy/element.hpp>

#include "kernels/float16.hpp"
#include "kernels/float_format.hpp"

namespace nopy {
inline namespace v1 {
namespace {

/// The fields of a one-byte coding; float8_e5m2 for what is none, which no public type can ask for.
kernels::float_format format_of(coding coding) noexcept {
  switch (coding) {
    case coding::float8_e4m3fn:
      return kernels::format_e4m3fn;
    case coding::float8_e4m3fnuz:
      return kernels::format_e4m3fnuz;
    case coding::float8_e5m2fnuz:
      return kernels::format_e5m2fnuz;
    case coding::float8_e4m3b11fnuz:
      return kernels::format_e4m3b11fnuz;
    case coding::float8_e4m3:
      return kernels::format_e4m3;
    case coding::float8_e3m4:
      return kernels::format_e3m4;
    case coding::float8_e8m0fnu:
      return kernels::format_e8m0fnu;
    case coding::float6_e2m3fn:
      return kernels::format_e2m3fn;
    case coding::float6_e3m2fn:
      return kernels::format_e3m2fn;
    case coding::float4_e2m1fn:
      return kernels::format_e2m1fn;
    default:
      return kernels::format_e5m2;
  }
}

}  // namespace

float float16_to_float(std::uint16_t bits) noexcept { return kernels::float16_decode(bits); }
std::uint16_t float16_from_float(float value) noexcept { return kernels::float16_encode(value); }
std::uint16_t float16_from_double(double value) noexcept { return kernels::float16_encode(value); }
std::uint16_t bfloat16_from_float(float value) noexcept { return kernels::bfloat16_encode(value); }
float float8_to_float(nopy::coding coding, std::uint8_t bits) noexcept {
  return kernels::decode(format_of(coding), bits);
}
std::uint8_t float8_from_float(nopy::coding coding, float value) noexcept {
  return static_cast<std::uint8_t>(kernels::encode(format_of(coding), value));
}

}  // namespace v1
}  // namespace nopy
