// SPDX-License-Identifier: MIT
// The statistics kernels: against plain loops in wider numbers, and every table against the reference, bit by bit.
#include "kernels/table.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

using namespace nopy::kernels;

constexpr number direct_codings[] = {number::boolean, number::i1, number::u1, number::i2,
                                     number::u2,      number::i4, number::u4, number::i8,
                                     number::u8,      number::f4, number::f8};

std::vector<std::byte> random_bytes(std::size_t count, std::mt19937_64& random) {
  std::vector<std::byte> made(count);
  for (std::byte& one : made) one = static_cast<std::byte>(random());
  return made;
}

void expect_same(const block_statistics& a, const block_statistics& b) {
  EXPECT_EQ(a.finite, b.finite);
  EXPECT_EQ(a.nan, b.nan);
  EXPECT_EQ(a.above, b.above);
  EXPECT_EQ(a.below, b.below);
  EXPECT_EQ(a.zeros, b.zeros);
  EXPECT_EQ(a.negative, b.negative);
  EXPECT_TRUE(a.least == b.least && a.most == b.most);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.sum), std::bit_cast<std::uint64_t>(b.sum));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.lost), std::bit_cast<std::uint64_t>(b.lost));
  EXPECT_EQ(a.scaled, b.scaled);
  EXPECT_TRUE(a.exact == b.exact);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.squares), std::bit_cast<std::uint64_t>(b.squares));
}

TEST(statistics_kernels, every_table_gives_the_bits_of_the_reference) {
  std::mt19937_64 random(1);
  for (const number coding : direct_codings) {
    const statistics_kernel ours = active().statistics(coding);
    const statistics_kernel theirs = reference().statistics(coding);
    ASSERT_NE(ours, nullptr);
    ASSERT_NE(theirs, nullptr);
    const std::size_t bytes = limits_of(coding).bytes;
    for (const std::size_t count :
         {0u, 1u, 3u, 4u, 7u, 8u, 9u, 31u, 32u, 33u, 100u, 2047u, 2048u}) {
      for (const std::size_t shift : {0u, 1u}) {  // any address
        const auto data = random_bytes(count * bytes + shift, random);
        block_statistics a, b;
        ours(a, data.data() + shift, count);
        theirs(b, data.data() + shift, count);
        expect_same(a, b);
      }
    }
  }
}

/// Plain loops over `values`, whose sums long double holds well enough.
template <class T>
void expect_right(const std::vector<T>& values, number coding, double tolerance) {
  block_statistics found;
  active().statistics(coding)(found, reinterpret_cast<const std::byte*>(values.data()),
                              values.size());
  long double sum = 0, squares = 0;
  std::uint64_t nan = 0, infinite = 0, zeros = 0, negative = 0, finite = 0;
  T least = std::numeric_limits<T>::max(), most = std::numeric_limits<T>::lowest();
  for (const T value : values) {
    if (value != value) {
      ++nan;
    } else if (!std::isfinite(static_cast<long double>(value))) {
      ++infinite;
    } else {
      ++finite;
      zeros += value == 0;
      negative += value < 0;
      sum += static_cast<long double>(value);
      least = std::min(least, value);
      most = std::max(most, value);
    }
  }
  const long double mean = finite == 0 ? 0 : sum / static_cast<long double>(finite);
  for (const T value : values)
    if (std::isfinite(static_cast<long double>(value)))
      squares +=
          (static_cast<long double>(value) - mean) * (static_cast<long double>(value) - mean);
  EXPECT_EQ(found.nan, nan);
  EXPECT_EQ(found.above + found.below, infinite);
  EXPECT_EQ(found.finite, finite);
  EXPECT_EQ(found.zeros, zeros);
  EXPECT_EQ(found.negative, negative);
  if (finite == 0) return;
  using key =
      std::conditional_t<std::is_floating_point_v<T>, double,
                         std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>;
  EXPECT_TRUE(found.least == key_of(static_cast<key>(least)));
  EXPECT_TRUE(found.most == key_of(static_cast<key>(most)));
  const double scale = found.scaled ? huge_scale : 1;
  const auto expected = static_cast<double>(sum / static_cast<long double>(scale));
  EXPECT_NEAR(found.sum + found.lost, expected, 1e-15 * std::fabs(expected) + tolerance);
  EXPECT_NEAR(found.squares, static_cast<double>(squares),
              1e-13 * static_cast<double>(squares) + tolerance);
}

template <class T>
void expect_right_everywhere(number coding) {
  std::mt19937_64 random(static_cast<std::uint64_t>(coding));
  for (const std::size_t count : {1u, 2u, 5u, 8u, 63u, 64u, 65u, 1000u, 2048u}) {
    std::vector<T> values(count);
    for (T& one : values)
      if constexpr (std::is_floating_point_v<T>)
        one = static_cast<T>(std::normal_distribution<double>(3, 100)(random));
      else
        one = static_cast<T>(random());
    expect_right(values, coding, 0);
    values[count / 2] = 0;
    expect_right(values, coding, 0);
    values.assign(count, std::numeric_limits<T>::lowest());
    expect_right(values, coding, std::is_floating_point_v<T> ? INFINITY : 0);
    values[0] = std::numeric_limits<T>::max();
    if constexpr (!std::is_floating_point_v<T>) expect_right(values, coding, 0);
  }
}

TEST(statistics_kernels, integers_are_exact_up_to_their_limits) {
  expect_right_everywhere<std::int8_t>(number::i1);
  expect_right_everywhere<std::uint8_t>(number::u1);
  expect_right_everywhere<std::int16_t>(number::i2);
  expect_right_everywhere<std::uint16_t>(number::u2);
  expect_right_everywhere<std::int32_t>(number::i4);
  expect_right_everywhere<std::uint32_t>(number::u4);
  expect_right_everywhere<std::int64_t>(number::i8);
  expect_right_everywhere<std::uint64_t>(number::u8);
}

TEST(statistics_kernels, floats_agree_with_long_double) {
  expect_right_everywhere<float>(number::f4);
  expect_right_everywhere<double>(number::f8);
}

TEST(statistics_kernels, squares_are_right_whichever_number_is_first) {
  std::mt19937_64 random(7);
  for (const double first : {0.0, 1.0, 1e6, 1e6 + 30, -3e8, 2e9}) {
    for (const std::size_t count : {2u, 8u, 9u, 2048u}) {
      std::vector<float> floats(count);
      std::vector<std::int32_t> integers(count);
      for (std::size_t i = 0; i < count; ++i) {
        floats[i] = static_cast<float>(std::normal_distribution<double>(1e6, 5)(random));
        integers[i] = static_cast<std::int32_t>(floats[i]);
      }
      floats[0] = static_cast<float>(first);
      integers[0] = static_cast<std::int32_t>(first);
      expect_right(floats, number::f4, 0);
      expect_right(integers, number::i4, 0);
    }
  }
}

TEST(statistics_kernels, what_is_not_finite_is_found_at_every_position) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const std::size_t count : {1u, 2u, 3u, 4u, 5u, 8u, 11u, 13u, 16u, 17u}) {
    for (const double odd : {nan, infinity, -infinity}) {
      for (std::size_t at = 0; at < count; ++at) {
        std::vector<double> values(count, 2.5);
        values[at] = odd;
        expect_right(values, number::f8, 0);
        std::vector<float> narrow(values.begin(), values.end());
        expect_right(narrow, number::f4, 0);
      }
    }
    expect_right(std::vector<double>(count, nan), number::f8, 0);
  }
}

TEST(statistics_kernels, a_sum_larger_than_a_double_is_scaled) {
  const std::vector<double> values(100, 1e308);
  block_statistics found;
  active().statistics(number::f8)(found, reinterpret_cast<const std::byte*>(values.data()), 100);
  EXPECT_TRUE(found.scaled);
  EXPECT_EQ(found.finite, 100u);
  EXPECT_NEAR(found.sum * (huge_scale / 1e20), 1e290, 1e275);
  EXPECT_LT(found.squares, 1e300);
}

TEST(statistics_kernels, keys_order_like_numbers) {
  const double ascending[] = {-INFINITY, -1e300, -1, -5e-324, 0, 5e-324, 1, 1e300, INFINITY};
  for (std::size_t i = 0; i + 1 < std::size(ascending); ++i)
    EXPECT_TRUE(key_of(ascending[i]) < key_of(ascending[i + 1]));
  EXPECT_TRUE(key_of(0.0) == key_of(-0.0));
}

TEST(statistics_kernels, an_exact_sum_is_two_doubles) {
  const wide_unsigned large = (wide_unsigned(1) << 70) + wide_unsigned(1);
  EXPECT_EQ(pair_of(large).sum, 0x1p70);
  EXPECT_EQ(pair_of(large).lost, 1);
  const wide_unsigned negative = wide_unsigned(0) - large;
  EXPECT_EQ(pair_of(negative).sum, -0x1p70);
  EXPECT_EQ(pair_of(negative).lost, -1);
}

}  // namespace
