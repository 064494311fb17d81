// SPDX-License-Identifier: MIT
// Every one-byte floating coding against a table of its values made from the definition.
#include <nopy/element.hpp>

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using nopy::coding;

enum class family { ieee, no_infinity, unsigned_zero, numbers_only };

struct float8_row {
  const char* name;
  nopy::coding coding;
  int exponent_bits;
  int fraction_bits;
  int bias;
  family kind;
  double largest;  // as the specification prints it
  double least;
};

// Sources: OCP 8-bit floating point 1.0, OCP MX 1.0, the README of ml_dtypes.
const float8_row rows[] = {
    {"e5m2", coding::float8_e5m2, 5, 2, 15, family::ieee, 57344, std::ldexp(1, -16)},
    {"e4m3", coding::float8_e4m3, 4, 3, 7, family::ieee, 240, std::ldexp(1, -9)},
    {"e3m4", coding::float8_e3m4, 3, 4, 3, family::ieee, 15.5, std::ldexp(1, -6)},
    {"e4m3fn", coding::float8_e4m3fn, 4, 3, 7, family::no_infinity, 448, std::ldexp(1, -9)},
    {"e4m3fnuz", coding::float8_e4m3fnuz, 4, 3, 8, family::unsigned_zero, 240, std::ldexp(1, -10)},
    {"e5m2fnuz", coding::float8_e5m2fnuz, 5, 2, 16, family::unsigned_zero, 57344,
     std::ldexp(1, -17)},
    {"e4m3b11fnuz", coding::float8_e4m3b11fnuz, 4, 3, 11, family::unsigned_zero, 30,
     std::ldexp(1, -13)},
    {"e2m3fn", coding::float6_e2m3fn, 2, 3, 1, family::numbers_only, 7.5, 0.125},
    {"e3m2fn", coding::float6_e3m2fn, 3, 2, 3, family::numbers_only, 28, 0.0625},
    {"e2m1fn", coding::float4_e2m1fn, 2, 1, 1, family::numbers_only, 6, 0.5},
};

int sign_bit(const float8_row& row) { return 1 << (row.exponent_bits + row.fraction_bits); }

double naive_float8(const float8_row& row, int bits) {
  const int top = (1 << row.exponent_bits) - 1;
  const int fraction = bits & ((1 << row.fraction_bits) - 1);
  const int exponent = bits >> row.fraction_bits & top;
  const double sign = (bits & sign_bit(row)) != 0 ? -1 : 1;
  if (row.kind == family::ieee && exponent == top) return fraction == 0 ? sign * INFINITY : NAN;
  if (row.kind == family::no_infinity && (bits & (sign_bit(row) - 1)) == sign_bit(row) - 1)
    return NAN;
  if (row.kind == family::unsigned_zero && bits == 0x80) return NAN;
  if (exponent == 0) return sign * std::ldexp(fraction, 1 - row.bias - row.fraction_bits);
  return sign *
         std::ldexp((1 << row.fraction_bits) + fraction, exponent - row.bias - row.fraction_bits);
}

std::uint8_t encode(const float8_row& row, double value) {
  return nopy::float8_from_float(row.coding, static_cast<float>(value));
}

TEST(float8, every_pattern_decodes_to_its_definition) {
  for (const auto& row : rows) {
    for (int bits = 0; bits < 2 * sign_bit(row); ++bits) {
      const float decoded = nopy::float8_to_float(row.coding, static_cast<std::uint8_t>(bits));
      const double defined = naive_float8(row, bits);
      if (std::isnan(defined)) {
        ASSERT_TRUE(std::isnan(decoded)) << row.name << ' ' << bits;
      } else {
        ASSERT_EQ(static_cast<double>(decoded), defined) << row.name << ' ' << bits;
        ASSERT_EQ(std::signbit(decoded), std::signbit(defined)) << row.name << ' ' << bits;
        ASSERT_EQ(encode(row, decoded), bits) << row.name << " comes back";
      }
    }
  }
}

TEST(float8, the_bits_above_a_six_or_four_bit_value_do_not_count) {
  for (const auto& row : rows) {
    if (row.kind != family::numbers_only) continue;
    for (int bits = 0; bits < 256; ++bits) {
      ASSERT_EQ(nopy::float8_to_float(row.coding, static_cast<std::uint8_t>(bits)),
                naive_float8(row, bits & (2 * sign_bit(row) - 1)))
          << row.name << ' ' << bits;
    }
  }
}

TEST(float8, the_largest_and_the_least_are_those_of_the_specification) {
  for (const auto& row : rows) {
    double largest = 0;
    double least = INFINITY;
    for (int bits = 0; bits < 2 * sign_bit(row); ++bits) {
      const double value = nopy::float8_to_float(row.coding, static_cast<std::uint8_t>(bits));
      if (std::isfinite(value)) largest = std::max(largest, value);
      if (value > 0) least = std::min(least, value);
    }
    EXPECT_EQ(largest, row.largest) << row.name;
    EXPECT_EQ(least, row.least) << row.name;
  }
}

TEST(float8, values_between_neighbours_round_to_the_nearest_ties_to_even) {
  for (const auto& row : rows) {
    for (int low = 0; naive_float8(row, low) < row.largest; ++low) {
      const double below = naive_float8(row, low);
      const double above = naive_float8(row, low + 1);
      const auto middle = static_cast<float>(below + (above - below) / 2);
      ASSERT_EQ(encode(row, middle), (low & 1) == 0 ? low : low + 1) << row.name << ' ' << middle;
      ASSERT_EQ(encode(row, std::nextafter(middle, 0.0f)), low) << row.name << ' ' << middle;
      ASSERT_EQ(encode(row, std::nextafter(middle, INFINITY)), low + 1) << row.name;
    }
  }
}

TEST(float8, what_is_too_large_becomes_infinity_or_nan_or_the_largest) {
  for (const auto& row : rows) {
    for (const double value : {row.largest * 2, 1e30, static_cast<double>(INFINITY)}) {
      const float made = nopy::float8_to_float(row.coding, encode(row, -value));
      if (row.kind == family::ieee) {
        EXPECT_EQ(made, -INFINITY) << row.name;
      } else if (row.kind == family::numbers_only) {
        EXPECT_EQ(made, -row.largest) << row.name;
      } else {
        EXPECT_TRUE(std::isnan(made)) << row.name;
      }
    }
  }
}

TEST(float8, a_nan_stays_a_nan_where_the_coding_has_one) {
  for (const auto& row : rows) {
    const std::uint8_t bits = encode(row, NAN);
    if (row.kind == family::numbers_only) {
      EXPECT_EQ(bits, sign_bit(row)) << row.name << " takes -0, as ml_dtypes";
    } else {
      EXPECT_TRUE(std::isnan(nopy::float8_to_float(row.coding, bits))) << row.name;
    }
  }
}

TEST(float8, there_is_no_minus_zero_where_its_pattern_is_nan) {
  for (const auto& row : rows)
    if (row.kind == family::unsigned_zero) {
      EXPECT_EQ(encode(row, -0.0), 0) << row.name;
      EXPECT_EQ(encode(row, -1e-30), 0) << row.name;
    }
}

TEST(float8, e8m0_is_a_power_of_two) {
  const auto decode = [](int bits) {
    return nopy::float8_to_float(coding::float8_e8m0fnu, static_cast<std::uint8_t>(bits));
  };
  for (int bits = 0; bits < 255; ++bits) {
    EXPECT_EQ(decode(bits), std::ldexp(1.0f, bits - 127));
    EXPECT_EQ(nopy::float8_from_float(coding::float8_e8m0fnu, decode(bits)), bits);
  }
  EXPECT_TRUE(std::isnan(decode(255)));
}

TEST(float8, e8m0_rounds_a_tie_up_and_has_neither_zero_nor_sign) {
  const struct {
    float value;
    int bits;
    const char* why;
  } e8m0_rows[] = {
      {1.25f, 127, "nearer to 1"},
      {1.5f, 128, "a tie goes up"},
      {std::ldexp(1.25f, -127), 0, "nearer to 2^-127, subnormal as a float"},
      {std::ldexp(1.5f, -127), 1, "a tie goes up there, too"},
      {std::ldexp(1.0f, -140), 0, "below the least"},
      {std::ldexp(1.5f, 127), 255, "above the largest"},
      {0.0f, 255, "zero"},
      {-1.0f, 255, "a negative"},
      {INFINITY, 255, "infinity"},
      {NAN, 255, "NaN"},
  };
  for (const auto& row : e8m0_rows)
    EXPECT_EQ(nopy::float8_from_float(coding::float8_e8m0fnu, row.value), row.bits) << row.why;
}

}  // namespace
