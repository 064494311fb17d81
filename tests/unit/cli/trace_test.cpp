// SPDX-License-Identifier: MIT
// Places of values on a scale, and the dots of a line.
#include "pictures/trace.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nopy::cli {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();

struct place_row {
  scale_kind kind;
  value_limits limits;
  double value, place;
};

TEST(ValueScale, PutsValuesBetweenTheLimits) {
  const place_row rows[] = {
      {scale_kind::linear, {0, 10}, 5, 0.5},
      {scale_kind::linear, {0, 10}, -10, -1},
      {scale_kind::linear, {-largest, largest}, 0, 0.5},
      {scale_kind::linear, {-largest, largest}, largest, 1},
      {scale_kind::linear, {3, 3}, 3, 0},
      {scale_kind::linear, {3, 3}, 4, 1},
      {scale_kind::log, {1, 100}, 10, 0.5},
      {scale_kind::log, {1, 100}, 0, -1},
      {scale_kind::log, {1, 100}, -3, -1},
      {scale_kind::log, {-5, -1}, -3, -1},
      {scale_kind::log, {0, 1e6}, 1, 0},  // six decades below the high one
      {scale_kind::symlog, {-10, 10}, 0, 0.5},
      {scale_kind::symlog, {0, 0}, 0, 0},
  };
  for (const auto& row : rows) {
    const value_scale scale(row.kind, row.limits);
    EXPECT_NEAR(scale.place(row.value), row.place, 1e-12) << row.value;
  }
}

TEST(ValueScale, FindsTheValueOfAPlaceAgain) {
  for (const scale_kind kind : {scale_kind::linear, scale_kind::log, scale_kind::symlog}) {
    const value_scale scale(kind, {0.25, 1000});
    for (const double value : {0.25, 1.0, 30.0, 1000.0})
      EXPECT_NEAR(scale.value_at(scale.place(value)), value, value * 1e-12);
  }
}

TEST(ValueSummary, CountsWhatIsNotFiniteByKind) {
  value_summary seen;
  EXPECT_EQ(seen.limits(), (value_limits{0, 1}));
  for (const double value : {1.0, nan, -4.0, inf, -inf, nan, 0.5}) seen.see(value);
  EXPECT_EQ(seen.limits(), (value_limits{-4, 1}));
  EXPECT_EQ(seen.lowest_positive(), 0.5);
  EXPECT_EQ(seen.finite(), 3u);
  EXPECT_EQ(seen.not_finite_text(), "2 NaN, 1 inf, 1 -inf");
  EXPECT_EQ(seen.not_finite_text({"?", "", "v"}), "2 NaN (?), 1 inf, 1 -inf (v)");
}

std::vector<dot_span> dots_of(const std::vector<double>& values, std::size_t columns,
                              std::size_t height) {
  line_columns line(values.size(), columns);
  for (const double value : values) line.see(value);
  return line.dots(value_scale(scale_kind::linear, line.summary().limits()), height);
}

TEST(Line, GoesThroughFewValues) {
  const auto dots = dots_of({0, 10}, 11, 11);
  for (std::size_t i = 0; i < dots.size(); ++i) {
    EXPECT_TRUE(dots[i].there);
    EXPECT_EQ(dots[i].low, i);
    EXPECT_EQ(dots[i].high, i);
  }
}

TEST(Line, ShowsTheLowestAndHighestOfManyValues) {
  std::vector<double> values(1000, 5.0);
  values[501] = 100;
  values[502] = 0;
  const auto dots = dots_of(values, 10, 101);
  EXPECT_EQ(dots[5].low, 0u);
  EXPECT_EQ(dots[5].high, 100u);
  for (const std::size_t i : {0u, 4u, 6u, 9u}) EXPECT_EQ(dots[i].high, 5u) << i;
}

TEST(Line, NeighboursTouch) {
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(i % 40 < 20 ? 0 : 50);
  for (const std::size_t columns : {7u, 20u, 400u, 900u}) {
    const auto dots = dots_of(values, columns, 60);
    for (std::size_t i = 0; i + 1 < dots.size(); ++i) {
      EXPECT_LE(dots[i + 1].low, dots[i].high + 1) << columns << ", " << i;
      EXPECT_LE(dots[i].low, dots[i + 1].high + 1) << columns << ", " << i;
    }
  }
}

TEST(Line, LeavesAGapWhereNothingIsFinite) {
  const auto dots = dots_of({1, nan, 3, inf}, 40, 10);
  EXPECT_TRUE(dots[0].there);
  EXPECT_FALSE(dots[13].there);
  EXPECT_TRUE(dots[26].there);
  EXPECT_FALSE(dots[39].there);
  for (const dot_span& one : dots_of({nan, nan, nan}, 2, 10)) EXPECT_FALSE(one.there);
}

TEST(Line, OfOneValueIsLevel) {
  const auto dots = dots_of({7}, 4, 10);
  for (const dot_span& one : dots) EXPECT_TRUE(one.there && one.low == 0 && one.high == 0);
}

}  // namespace
}  // namespace nopy::cli
