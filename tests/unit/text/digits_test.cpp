// SPDX-License-Identifier: MIT
// The fewest digits that read back, proven against the machine's own reader and against exact
// integers.
#include "text/decimal_digits.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

namespace {

using nopy::coding;
using nopy::texts::binary_float;
using nopy::texts::decimal_digits;
using nopy::texts::digit_limits;
using nopy::texts::exact_digits;
using nopy::texts::shortest_digits;

template <class T>
binary_float apart(T value) {
  std::byte bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof value);
  const coding how = sizeof(T) > 8 && LDBL_MANT_DIG == 64 ? coding::x87 : coding::standard;
  return nopy::texts::decode_float(how, sizeof(T), nopy::native_endian, bytes);
}

std::string spell(const decimal_digits& number, int count) {
  std::string text(1, number.digits[0]);
  text += '.';
  text.append(number.digits + 1, static_cast<std::size_t>(count - 1));
  return text + 'e' + std::to_string(number.exponent);
}

std::string spell(const decimal_digits& number) { return spell(number, number.count); }

// Not strtod: that of Windows' old C library does not always round to the nearest.
template <class T>
T read(const std::string& text, T value) {
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}
long double read(const std::string& text, long double) {
  return std::strtold(text.c_str(), nullptr);
}

/// The digits read back; with one digit less, rounded or cut, nothing does.
template <class T>
void expect_shortest(T value) {
  const decimal_digits number = shortest_digits(apart(value));
  ASSERT_EQ(read(spell(number), T{}), value) << spell(number);
  ASSERT_EQ(spell(exact_digits(apart(value))), spell(number));
  if (number.count == 1) return;
  ASSERT_NE(read(spell(number, number.count - 1), T{}), value) << spell(number);
  decimal_digits up = number;
  ++up.digits[number.count - 2];
  if (up.digits[number.count - 2] > '9') return;
  ASSERT_NE(read(spell(up, number.count - 1), T{}), value) << spell(number);
}

TEST(ShortestDigits, AreTheFewestThatReadBackForRandomFloat64) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::fabs(std::bit_cast<double>(random()));
    if (std::isfinite(value) && value != 0) expect_shortest(value);
  }
}

TEST(ShortestDigits, AreTheFewestThatReadBackForRandomFloat32) {
  std::mt19937 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const float value = std::fabs(std::bit_cast<float>(static_cast<std::uint32_t>(random())));
    if (std::isfinite(value) && value != 0) expect_shortest(value);
  }
}

TEST(ShortestDigits, AreTheFewestThatReadBackForRandomLongDoubles) {
  if constexpr (LDBL_MANT_DIG == 106) GTEST_SKIP() << "strtold rounds double-doubles its own way";
  std::mt19937_64 random(3);
  std::uniform_int_distribution<int> exponent(LDBL_MIN_EXP, LDBL_MAX_EXP - 64);
  for (int i = 0; i < 1'000; ++i)
    expect_shortest(std::ldexp(static_cast<long double>(random() | 1), exponent(random) % 300));
  for (int i = 0; i < 50; ++i)
    expect_shortest(std::ldexp(static_cast<long double>(random() | 1), exponent(random)));
}

TEST(ShortestDigits, OfPowersOfTwoKnowTheirNearerLowerNeighbour) {
  for (int power = -1074; power < 1024; ++power) expect_shortest(std::ldexp(1.0, power));
  for (int power = -149; power < 128; ++power) expect_shortest(std::ldexp(1.0f, power));
}

TEST(ShortestDigits, OfSubnormalNumbersAreFew) {
  EXPECT_EQ(spell(shortest_digits(apart(5e-324))), "5.e-324");
  EXPECT_EQ(spell(shortest_digits(apart(1e-45f))), "1.e-45");
}

TEST(ShortestDigits, TheFastWayAgreesWithExactIntegersForEveryShortType) {
  const auto compare = [](coding how, std::size_t bytes, std::uint32_t count) {
    for (std::uint32_t bits = 0; bits < count; ++bits) {
      std::byte item[2] = {static_cast<std::byte>(bits), static_cast<std::byte>(bits >> 8)};
      const binary_float value = nopy::texts::decode_float(how, bytes, nopy::endian::little, item);
      if (!value.finite() || value.zero()) continue;
      ASSERT_EQ(spell(shortest_digits(value)), spell(exact_digits(value)))
          << static_cast<int>(how) << ' ' << bits;
    }
  };
  compare(coding::standard, 2, 65536);
  compare(coding::bfloat16, 2, 65536);
  for (int how = static_cast<int>(coding::float8_e5m2);
       how <= static_cast<int>(coding::float8_e8m0fnu); ++how)
    compare(static_cast<coding>(how), 1, 256);
}

TEST(ShortestDigits, OfQuadsReachFromTheLeastToTheGreatest) {
  struct row {
    std::uint64_t high, low;
    const char* digits;
  };
  constexpr row rows[] = {
      {0x3FFB999999999999, 0x999999999999999A, "1.e-1"},
      {0x3FFD555555555555, 0x5555555555555555, "3.333333333333333333333333333333333e-1"},
      {0x7FFEFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, "1.189731495357231765085759326628007e4932"},
      {0x0001000000000000, 0x0000000000000000, "3.3621031431120935062626778173217526e-4932"},
      {0x0000000000000000, 0x0000000000000001, "6.e-4966"},
      {0x3FF1A36E2EB1C432, 0xCA57A786C226809D, "1.e-4"},
      {0x3FF1A36E2EB1C432, 0xCA57A786C226809C, "9.999999999999999999999999999999998e-5"},
      {0x403F000000000000, 0x0000000000000000, "1.8446744073709551616e19"},
      {0x4000921FB54442D1, 0x8469898CC51701B8, "3.1415926535897932384626433832795028e0"},
  };
  for (const row& each : rows) {
    std::byte item[16];
    std::memcpy(item, &each.low, 8);
    std::memcpy(item + 8, &each.high, 8);
    if constexpr (nopy::native_endian == nopy::endian::big) GTEST_SKIP() << "little-endian rows";
    const auto value = nopy::texts::decode_float(coding::quad, 16, nopy::endian::little, item);
    EXPECT_EQ(spell(shortest_digits(value)), each.digits);
  }
}

TEST(ExactDigits, WithMoreThanEnoughDigitsAreThoseOfTheExactValue) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::fabs(std::bit_cast<double>(random()));
    if (!std::isfinite(value) || value == 0) continue;
    char expected[64];
    std::snprintf(expected, sizeof expected, "%.24e", value);
    const decimal_digits number =
        exact_digits(apart(value), {digit_limits::counted::in_all, 25, 25});
    std::string digits(number.digits, static_cast<std::size_t>(number.count));
    digits.resize(25, '0');
    ASSERT_EQ(digits, std::string(1, expected[0]) + std::string(expected + 2, 24));
  }
}

}  // namespace
