// SPDX-License-Identifier: MIT
// nopy::stats: orders, byte orders, threads, sums that plain addition loses, places of extremes.
#include <nopy/complex.hpp>
#include <nopy/nopy.hpp>
#include <nopy/stats.hpp>
#include <nopy/threads.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <random>

#include "array/linear_bins.hpp"
#include "array/number_scan.hpp"
#include "bytes/endian.hpp"

namespace {

using nopy::stats;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(stats, a_small_array_is_told_in_full) {
  const std::vector<double> values{3, nan, -1, 0, -0.0, 5, 5};
  const nopy::statistics found = stats(values);
  EXPECT_EQ(found.count, 7u);
  EXPECT_EQ(found.nan, 1u);
  EXPECT_EQ(found.zeros, 2u);
  EXPECT_EQ(found.negative, 1u);
  EXPECT_EQ(found.least->value, -1);
  EXPECT_EQ(found.least->index, nopy::shape({2}));
  EXPECT_EQ(found.most->value, 5);
  EXPECT_EQ(found.most->index, nopy::shape({5})) << "the first of equal ones";
  EXPECT_EQ(found.sum, 12);
  EXPECT_EQ(found.mean, 2);
  EXPECT_DOUBLE_EQ(found.deviation, std::sqrt(36.0 / 6));
}

TEST(stats, without_values_there_are_no_extremes_and_no_mean) {
  for (const std::vector<double>& values : {std::vector<double>{}, {nan, nan}}) {
    const nopy::statistics found = stats(values);
    EXPECT_EQ(found.count, values.size());
    EXPECT_FALSE(found.least || found.most);
    EXPECT_TRUE(std::isnan(found.mean) && std::isnan(found.deviation));
    EXPECT_EQ(found.sum, 0);
  }
}

TEST(stats, infinities_take_part_as_in_numpy) {
  const nopy::statistics above = stats(std::vector<float>{1, INFINITY, 2});
  EXPECT_EQ(above.mean, INFINITY);
  EXPECT_TRUE(std::isnan(above.deviation));
  EXPECT_EQ(above.most->index, nopy::shape({1}));
  EXPECT_EQ(above.least->value, 1);
  const nopy::statistics both = stats(std::vector<float>{-INFINITY, INFINITY});
  EXPECT_TRUE(std::isnan(both.sum));
  EXPECT_EQ(both.positive_infinity, 1u);
  EXPECT_EQ(both.negative_infinity, 1u);
  EXPECT_EQ(both.negative, 1u);
}

TEST(stats, a_sum_keeps_what_plain_addition_loses) {
  std::vector<double> values(30000, 1e-8);
  values.front() = 1e16;
  values.back() = -1e16;
  EXPECT_DOUBLE_EQ(stats(values).sum, 29998 * 1e-8);
}

TEST(stats, sums_may_pass_the_largest_double_and_come_back) {
  std::vector<double> values(9000, 1e308);
  for (std::size_t i = 0; i < 4500; ++i) values[2 * i + 1 > 8999 ? i : 8999 - i] = -1e308;
  const nopy::statistics found = stats(values);
  EXPECT_EQ(found.sum, 0);
  EXPECT_EQ(found.mean, 0);
  EXPECT_EQ(found.deviation, INFINITY);
  const nopy::statistics large = stats(std::vector<double>(5000, 1e308));
  EXPECT_EQ(large.sum, INFINITY);
  EXPECT_DOUBLE_EQ(large.mean, 1e308);
}

TEST(stats, a_deviation_far_from_zero_is_exact) {
  std::vector<double> values(100'000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1e12 + static_cast<double>(i % 4);
  EXPECT_NEAR(stats(values).deviation, std::sqrt(1.25), 1e-13);
  std::vector<std::int64_t> ticks(100'000);
  for (std::size_t i = 0; i < ticks.size(); ++i)
    ticks[i] = INT64_MAX - static_cast<std::int64_t>(i % 4);
  EXPECT_NEAR(stats(ticks).deviation, std::sqrt(1.25), 1e-13);
}

TEST(stats, threads_change_no_bit) {
  std::mt19937_64 random(3);
  std::vector<double> values(700'000);
  for (double& one : values)
    one = std::ldexp(std::normal_distribution<double>()(random), static_cast<int>(random() % 40));
  const nopy::statistics one = stats(values);
  const nopy::statistics four = stats(values, {.parallel = nopy::threads(4)});
  for (const auto member :
       {&nopy::statistics::mean, &nopy::statistics::deviation, &nopy::statistics::sum})
    EXPECT_EQ(std::bit_cast<std::uint64_t>(one.*member),
              std::bit_cast<std::uint64_t>(four.*member));
  EXPECT_EQ(one.least->index, four.least->index);
  EXPECT_EQ(one.most->index, four.most->index);
}

TEST(stats, of_equal_extremes_the_first_in_c_order_is_told_whatever_the_order) {
  // As a matrix: 0 1 1 / 1 0 1.
  const std::vector<std::int32_t> by_columns{0, 1, 1, 0, 1, 1};
  const nopy::any_view fortran(nopy::dtype_of<std::int32_t>(), {2, 3},
                               std::as_bytes(std::span(by_columns)), nopy::order::fortran);
  const nopy::statistics found = stats(fortran);
  EXPECT_EQ(found.least->index, nopy::shape({0, 0}));
  EXPECT_EQ(found.most->index, nopy::shape({0, 1}));
  std::mt19937 random(5);
  for (int round = 0; round < 50; ++round) {
    const nopy::shape extents{1 + random() % 5, 1 + random() % 70, 1 + random() % 40};
    std::vector<std::int8_t> values(static_cast<std::size_t>(extents.count()));
    for (auto& one : values) one = static_cast<std::int8_t>(random() % 3);
    const nopy::any_view view(nopy::dtype_of<std::int8_t>(), extents,
                              std::as_bytes(std::span(values)), nopy::order::fortran);
    std::uint64_t first = 0;
    const auto at = [&](std::uint64_t i) { return static_cast<std::int8_t>(*view.item(i)); };
    for (std::uint64_t i = 1; i < extents.count(); ++i)
      if (at(i) < at(first)) first = i;
    const auto index = stats(view).least->index;
    EXPECT_EQ((index[0] * extents[1] + index[1]) * extents[2] + index[2], first);
  }
}

TEST(stats, byte_order_and_strides_change_nothing) {
  const std::vector<std::int16_t> values{1, -2, 300, 4, 5, -600};
  std::vector<std::int16_t> swapped;
  for (const std::int16_t one : values)
    swapped.push_back(
        static_cast<std::int16_t>(__builtin_bswap16(static_cast<std::uint16_t>(one))));
  const auto other =
      nopy::native_endian == nopy::endian::little ? nopy::endian::big : nopy::endian::little;
  const nopy::any_view foreign(nopy::dtype::number(nopy::kind::signed_int, 2, other), {6},
                               std::as_bytes(std::span(swapped)));
  EXPECT_EQ(stats(foreign).sum, stats(values).sum);
  EXPECT_EQ(stats(foreign).least->value, -600);
  const nopy::array_view<const std::int16_t, 1, nopy::layout_stride> second(
      values.data() + 1, nopy::extents<1>(nopy::shape{3}), {2});
  const nopy::statistics found = stats(second);
  EXPECT_EQ(found.sum, -598);
  EXPECT_EQ(found.least->index, nopy::shape({2}));
}

/// Three long doubles, -2.5, 1 and 2, as pairs of words; of x87 the second has sign and exponent in its low half.
struct long_double_row {
  nopy::coding coding;
  std::uint64_t first[3];
  std::uint64_t second[3];
};
constexpr long_double_row long_doubles[] = {
    {nopy::coding::x87,
     {0xA000000000000000, 0x8000000000000000, 0x8000000000000000},
     {0xC000, 0x3FFF, 0x4000}},
    {nopy::coding::quad, {0, 0, 0}, {0xC000400000000000, 0x3FFF000000000000, 0x4000000000000000}},
    {nopy::coding::double_double,
     {0xC004000000000000, 0x3FF0000000000000, 0x4000000000000000},
     {0, 0x3C30000000000000, 0}},
};

TEST(stats, long_doubles_of_every_kind_are_their_values_on_every_machine) {
  for (const long_double_row& row : long_doubles) {
    for (const auto order : {nopy::endian::little, nopy::endian::big}) {
      if (row.coding == nopy::coding::x87 && order == nopy::endian::big) continue;
      // The words of a quad stand in the order of its bytes, those of a pair always like this.
      const bool turned = row.coding == nopy::coding::quad && order == nopy::endian::big;
      std::byte items[48];
      for (std::size_t i = 0; i < 3; ++i) {
        nopy::bytes::store(items + 16 * i + (turned ? 8 : 0), row.first[i], order);
        nopy::bytes::store(items + 16 * i + (turned ? 0 : 8), row.second[i], order);
      }
      const nopy::any_view view(nopy::dtype::number(nopy::kind::floating, 16, order, row.coding),
                                {3}, items);
      const nopy::statistics found = stats(view);
      SCOPED_TRACE(view.dtype().words());
      EXPECT_EQ(found.sum, 0.5);
      EXPECT_EQ(found.least->value, -2.5);
      EXPECT_EQ(found.most->value, 2);
      EXPECT_EQ(found.most->index, nopy::shape({2}));
    }
  }
}

TEST(stats, a_complex_array_has_two_parts) {
  const std::vector<std::complex<float>> values{{1, -1}, {2, static_cast<float>(nan)}};
  EXPECT_EQ(stats(values).sum, 3);
  const nopy::statistics imaginary = stats(values, {.part = nopy::complex_part::imaginary});
  EXPECT_EQ(imaginary.sum, -1);
  EXPECT_EQ(imaginary.nan, 1u);
}

TEST(stats, not_a_time_is_counted_like_nan) {
  const std::vector<std::int64_t> ticks{5, INT64_MIN, 7};
  const nopy::any_view view(nopy::dtype::time(nopy::kind::datetime, nopy::time_unit::days), {3},
                            std::as_bytes(std::span(ticks)));
  const nopy::statistics found = stats(view);
  EXPECT_EQ(found.nan, 1u);
  EXPECT_EQ(found.mean, 6);
  EXPECT_EQ(found.least->index, nopy::shape({0}));
}

TEST(stats, what_is_no_number_is_refused) {
  const std::byte bytes[8]{};
  const auto code_of = [&](nopy::dtype type, std::uint64_t count) {
    return nopy::try_stats(nopy::any_view(std::move(type), {count}, bytes)).error().code();
  };
  EXPECT_EQ(code_of(nopy::dtype::bytes(8), 1), nopy::errc::type_mismatch);
  EXPECT_EQ(code_of(nopy::dtype::opaque(8), 1), nopy::errc::type_mismatch);
  EXPECT_EQ(code_of(nopy::dtype_of<double>(), 2), nopy::errc::usage);
}

TEST(stats, a_callback_stops_it) {
  const std::vector<double> values(10);
  const auto stopped =
      nopy::try_stats(values, {.progress = [](const nopy::progress&) { return false; }});
  EXPECT_EQ(stopped.error().code(), nopy::errc::cancelled);
}

TEST(linear_bins, the_last_bin_holds_its_upper_edge) {
  const auto bins = nopy::core::linear_bins::of(0, 10, 5);
  std::vector<std::uint64_t> counts(5);
  bins->count(std::vector<double>{0, 1.999, 2, 10, 10.1, -0.1, nan}, counts);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{2, 1, 0, 0, 1}));
  EXPECT_EQ(nopy::core::linear_bins::of(3, 3, 2)->edges()[0], 2.5);
}

TEST(linear_bins, limits_far_apart_and_near_are_counted) {
  for (const double largest : {1.7e308, 5e-324, 1e-300}) {
    const auto bins = nopy::core::linear_bins::of(-largest, largest, 4);
    std::vector<std::uint64_t> counts(4);
    bins->count(std::vector<double>{-largest, 0, largest}, counts);
    EXPECT_EQ(counts.front() + counts[1], 1u) << largest;
    EXPECT_EQ(counts.back() + counts[2], 2u) << largest;
  }
  EXPECT_EQ(nopy::core::linear_bins::of(1, 0, 4).error().code(), nopy::errc::usage);
  EXPECT_EQ(nopy::core::linear_bins::of(0, INFINITY, 4).error().code(), nopy::errc::usage);
  EXPECT_EQ(nopy::core::linear_bins::of(0, 1, 0).error().code(), nopy::errc::usage);
}

}  // namespace
