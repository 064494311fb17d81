// SPDX-License-Identifier: MIT
// float16 and bfloat16 against a decoder that follows the definition: sign, exponent, fraction.
#include <nopy/element.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

namespace {

constexpr std::uint32_t infinity16 = 0x7C00;

/// IEEE 754 binary16 by definition.
double naive_float16(std::uint32_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const int fraction = static_cast<int>(bits & 1023);
  if (exponent == 31) return fraction == 0 ? sign * INFINITY : NAN;
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

TEST(float16, every_pattern_decodes_to_its_definition) {
  for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const float decoded = nopy::float16_to_float(static_cast<std::uint16_t>(bits));
    const double defined = naive_float16(bits);
    if (std::isnan(defined)) {
      ASSERT_TRUE(std::isnan(decoded)) << bits;
    } else {
      ASSERT_EQ(static_cast<double>(decoded), defined) << bits;
      ASSERT_EQ(std::signbit(decoded), (bits & 0x8000) != 0) << bits;
    }
  }
}

TEST(float16, every_pattern_survives_float_and_double_payloads_included) {
  for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const float decoded = nopy::float16_to_float(static_cast<std::uint16_t>(bits));
    // A signalling NaN becomes a quiet one where the processor widens it, and in what a function
    // returns on 32-bit x86.
    const bool nan = (bits & 0x7FFF) > infinity16;
#if defined(__i386__)
    ASSERT_EQ(nopy::float16_from_float(decoded), nan ? bits | 0x200 : bits);
#else
    ASSERT_EQ(nopy::float16_from_float(decoded), bits);
#endif
    ASSERT_EQ(nopy::float16_from_double(decoded), nan ? bits | 0x200 : bits);
  }
}

TEST(float16, values_between_neighbours_round_to_the_nearest_ties_to_even) {
  for (std::uint32_t low = 0; low < infinity16; ++low) {
    const std::uint32_t high = low + 1;
    const double below = naive_float16(low);
    const double above = high == infinity16 ? 65536.0 : naive_float16(high);
    const double middle = below + (above - below) / 2;
    const struct {
      double value;
      std::uint32_t expected;
    } rows[] = {{middle, (low & 1) == 0 ? low : high},
                {std::nextafter(middle, 0.0), low},
                {std::nextafter(middle, INFINITY), high}};
    for (const auto& row : rows) {
      ASSERT_EQ(nopy::float16_from_double(row.value), row.expected) << row.value;
      ASSERT_EQ(nopy::float16_from_double(-row.value), row.expected | 0x8000) << row.value;
    }
    const auto as_float = static_cast<float>(middle);
    ASSERT_EQ(nopy::float16_from_float(as_float), rows[0].expected);
    ASSERT_EQ(nopy::float16_from_float(std::nextafter(as_float, 0.0f)), low);
    ASSERT_EQ(nopy::float16_from_float(-std::nextafter(as_float, INFINITY)), high | 0x8000);
  }
}

TEST(float16, a_double_is_rounded_once) {
  // 1 + 2^-11 + 2^-40 lies above the middle of 1 and the next float16; as a float it is the middle.
  const double value = 1 + std::ldexp(1, -11) + std::ldexp(1, -40);
  EXPECT_EQ(nopy::float16_from_double(value), 0x3C01);
  EXPECT_EQ(nopy::float16_from_float(static_cast<float>(value)), 0x3C00);
}

TEST(float16, what_is_too_large_becomes_infinity) {
  for (const double value : {65520.0, 65536.0, 1e6, 1e300, static_cast<double>(INFINITY)}) {
    EXPECT_EQ(nopy::float16_from_double(value), infinity16) << value;
    EXPECT_EQ(nopy::float16_from_float(static_cast<float>(-value)), infinity16 | 0x8000) << value;
  }
  EXPECT_EQ(nopy::float16_from_double(std::nextafter(65520.0, 0.0)), 0x7BFF);
  EXPECT_EQ(nopy::float16_from_float(std::nextafter(65520.0f, 0.0f)), 0x7BFF);
}

TEST(float16, a_nan_whose_payload_does_not_fit_stays_a_nan) {
  EXPECT_GT(nopy::float16_from_float(std::bit_cast<float>(0x7F800001u)), infinity16);
  EXPECT_GT(nopy::float16_from_double(std::bit_cast<double>(0x7FF0000000000001u)), infinity16);
}

TEST(bfloat16, a_float_rounds_to_the_nearest_ties_to_even) {
  const struct {
    std::uint32_t from;
    std::uint16_t to;
    const char* why;
  } rows[] = {
      {0x3F800000, 0x3F80, "one"},
      {0x3F808000, 0x3F80, "a tie takes the even pattern below"},
      {0x3F818000, 0x3F82, "a tie takes the even pattern above"},
      {0x3F808001, 0x3F81, "above the tie"},
      {0x3F807FFF, 0x3F80, "below the tie"},
      {0x00008001, 0x0001, "subnormals round alike"},
      {0x7F7FFFFF, 0x7F80, "too large becomes infinity"},
      {0x7F800000, 0x7F80, "infinity stays"},
      {0xFFC12345, 0xFFC1, "a payload is kept"},
      {0x7F800001, 0x7FC0, "a payload that does not fit stays a NaN"},
      {0x80000000, 0x8000, "minus zero"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(nopy::bfloat16_from_float(std::bit_cast<float>(row.from)), row.to) << row.why;
}

TEST(bfloat16, every_pattern_survives_float) {
  for (std::uint32_t bits = 0; bits <= 0xFFFF; ++bits) {
    const auto value =
        static_cast<float>(std::bit_cast<nopy::bfloat16>(static_cast<std::uint16_t>(bits)));
    ASSERT_EQ(nopy::bfloat16_from_float(value), bits);
  }
}

}  // namespace
