// SPDX-License-Identifier: MIT
// NumPy's slice text means what it means in NumPy.
#include "array/slice.hpp"

#include <gtest/gtest.h>

namespace nopy::core {
namespace {

struct accepted_row {
  const char* text;
  shape of;
  shape result;
  std::vector<std::uint64_t> starts;
  std::vector<std::int64_t> steps;
};

TEST(Slice, TakesWhatNumpyTakes) {
  const accepted_row rows[] = {
      {"0:5", {10}, {5}, {0}, {1}},
      {":", {10}, {10}, {0}, {1}},
      {"::2", {9}, {5}, {0}, {2}},
      {"1::2", {9}, {4}, {1}, {2}},
      {"-3:", {10}, {3}, {7}, {1}},
      {":-3", {10}, {7}, {0}, {1}},
      {"::-1", {4}, {4}, {3}, {-1}},
      {"8:2:-3", {10}, {2}, {8}, {-3}},
      {"-1:-5:-2", {10}, {2}, {9}, {-2}},
      {"5:2", {10}, {0}, {0}, {1}},
      {"20:", {10}, {0}, {0}, {1}},
      {"-100:100", {10}, {10}, {0}, {1}},
      {"::-9223372036854775808", {3}, {1}, {2}, {-INT64_MAX}},
      {"99999999999999999999:", {3}, {0}, {0}, {1}},
      {"3", {10, 4}, {4}, {3, 0}, {1, 1}},
      {"-1", {10, 4}, {4}, {9, 0}, {1, 1}},
      {"-1,", {10, 4}, {4}, {9, 0}, {1, 1}},
      {"..., -1", {2, 3, 4}, {2, 3}, {0, 0, 3}, {1, 1, 1}},
      {"0, ...", {2, 3, 4}, {3, 4}, {0, 0, 0}, {1, 1, 1}},
      {"0, ..., 1:3", {2, 3, 4}, {3, 2}, {0, 0, 1}, {1, 1, 1}},
      {"...", {}, {}, {}, {}},
      {" 0 : 5 , : , - 1 ", {9, 2, 3}, {5, 2}, {0, 0, 2}, {1, 1, 1}},
      {":", {0}, {0}, {0}, {1}},
      {"::-1", {0}, {0}, {0}, {1}},
      {"9223372036854775806", {INT64_MAX}, {}, {INT64_MAX - 1}, {1}},
      {"9223372036854775803::3", {INT64_MAX}, {2}, {INT64_MAX - 4}, {3}},
  };
  for (const auto& row : rows) {
    const auto made = selection::parse(row.text, row.of);
    ASSERT_TRUE(made) << row.text << ": " << made.error().message();
    EXPECT_TRUE(made->result_shape() == row.result) << row.text;
    for (std::size_t i = 0; i < row.starts.size(); ++i) {
      EXPECT_EQ(made->axes()[i].start, row.starts[i]) << row.text;
      EXPECT_EQ(made->axes()[i].step, row.steps[i]) << row.text;
    }
  }
}

struct rejected_row {
  const char* text;
  shape of;
  errc code;
};

TEST(Slice, RefusesWhatNumpyRefuses) {
  const rejected_row rows[] = {
      {"10", {10}, errc::out_of_range},
      {"-11", {10}, errc::out_of_range},
      {"0", {0}, errc::out_of_range},
      {"0,0", {10}, errc::rank_mismatch},
      {"0", {}, errc::rank_mismatch},
      {"None", {3}, errc::usage},
      {"np.newaxis, 0", {3}, errc::usage},
      {"..., ...", {3, 3}, errc::usage},
      {"", {3}, errc::usage},
      {"1.5", {3}, errc::usage},
      {"a", {3}, errc::usage},
      {"1:2:3:4", {3}, errc::usage},
      {"::0", {3}, errc::usage},
      {"[0]", {3}, errc::usage},
      {"99999999999999999999", {3}, errc::out_of_range},
  };
  for (const auto& row : rows) {
    const auto made = selection::parse(row.text, row.of);
    ASSERT_FALSE(made) << row.text;
    EXPECT_EQ(made.error().code(), row.code) << row.text;
  }
}

TEST(Slice, KnowsWhenItTakesEverything) {
  EXPECT_TRUE(selection::parse(":, ...", {3, 4})->whole({3, 4}));
  EXPECT_FALSE(selection::parse("::-1", {3, 4})->whole({3, 4}));
  EXPECT_FALSE(selection::parse("0", {1, 4})->whole({1, 4}));
}

TEST(Slice, IsThinnedToEveryNthOfItsOwnIndices) {
  const auto of = selection::parse("1:20:2, ::-1", {30, 10}).value();
  const selection thin = of.thinned(0, 4).thinned(1, 3);
  EXPECT_TRUE(thin.extents() == shape({3, 4}));  // 1, 9, 17 and 9, 6, 3, 0
  EXPECT_EQ(thin.axes()[0].start, 1u);
  EXPECT_EQ(thin.axes()[0].step, 8);
  EXPECT_EQ(thin.axes()[1].start, 9u);
  EXPECT_EQ(thin.axes()[1].step, -3);
}

TEST(Slice, ThinnedToOneIndexHasNoStepToOverflow) {
  const selection one = selection(shape({INT64_MAX})).thinned(0, UINT64_MAX);
  EXPECT_EQ(one.axes()[0].count, 1u);
  EXPECT_EQ(one.axes()[0].step, 1);
  const selection two = selection(shape({INT64_MAX})).thinned(0, INT64_MAX - 1);
  EXPECT_EQ(two.axes()[0].count, 2u);
  EXPECT_EQ(two.axes()[0].step, INT64_MAX - 1);
  EXPECT_EQ(selection(shape({0})).thinned(0, 3).axes()[0].count, 0u);
}

TEST(Slice, AtTheFirstIndexOfAnAxisIsWithoutIt) {
  const selection first = selection::parse("::-1, 2:", {5, 7}).value().at_first(0);
  EXPECT_TRUE(first.result_shape() == shape({5}));
  EXPECT_EQ(first.axes()[0].start, 4u);
  EXPECT_EQ(first.axes()[0].count, 1u);
}

}  // namespace
}  // namespace nopy::core
