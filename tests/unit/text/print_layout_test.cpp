// SPDX-License-Identifier: MIT
// The layout of arrays: exact values, brackets, ellipses, lines; and the options of print.
#include <nopy/print.hpp>

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace {

std::vector<int> count_to(int n) {
  std::vector<int> out(static_cast<std::size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

template <class T>
nopy::any_view shaped(const std::vector<T>& items, const nopy::shape& extents,
                      nopy::order order = nopy::order::c) {
  return {nopy::dtype_of<T>(), extents, std::as_bytes(std::span(items)), order};
}

TEST(Print, ShowsValuesExactlyInColumns) {
  const std::vector<double> items = {0.1, 1.0 / 3, -1e-5, 1e16};
  EXPECT_EQ(nopy::print(shaped(items, {2, 2})),
            "[[               0.1 0.3333333333333333]\n"
            " [            -1e-05              1e+16]]");
}

TEST(Print, FollowsTheMemoryOrder) {
  const std::vector<int> items = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(nopy::print(shaped(items, {2, 3})), "[[1 2 3]\n [4 5 6]]");
  EXPECT_EQ(nopy::print(shaped(items, {2, 3}, nopy::order::fortran)), "[[1 3 5]\n [2 4 6]]");
}

TEST(Print, PutsAnEllipsisBeyondTheThreshold) {
  const auto items = count_to(12);
  EXPECT_EQ(nopy::print(shaped(items, {12}), {.threshold = 11, .edge_items = 2}),
            "[ 0  1 ... 10 11]");
  EXPECT_EQ(nopy::print(shaped(items, {12}), {.threshold = 12}),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11]");
  EXPECT_EQ(nopy::print(shaped(items, {3, 4}), {.threshold = 1, .edge_items = 1}),
            "[[ 0 ...  3]\n ...\n [ 8 ... 11]]");
}

TEST(Print, BreaksLinesAtTheWidth) {
  const auto items = count_to(12);
  EXPECT_EQ(nopy::print(shaped(items, {12}), {.line_width = 12}),
            "[ 0  1  2\n  3  4  5\n  6  7  8\n  9 10 11]");
  EXPECT_EQ(nopy::print(shaped(count_to(3), {3}), {.line_width = 0}), "[0\n 1\n 2]");
}

TEST(Print, PutsEmptyLinesBetweenTheMatricesOfAStack) {
  const auto items = count_to(8);
  EXPECT_EQ(nopy::print(shaped(items, {2, 2, 2})), "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]");
}

TEST(Print, OfNothingIsAPairOfBrackets) {
  const std::vector<int> none;
  EXPECT_EQ(nopy::print(shaped(none, {0, 3})), "[]");
  EXPECT_EQ(nopy::print(shaped(none, {0, 3}), {.numpy = true}), "[]");
}

TEST(Print, OfAnArrayWithoutAxesIsItsValue) {
  const std::vector<double> one = {0.1 + 0.2};
  EXPECT_EQ(nopy::print(shaped(one, {})), "0.30000000000000004");
  EXPECT_EQ(nopy::print(shaped(one, {}), {.numpy = true}), "0.30000000000000004");
  EXPECT_EQ(nopy::print(shaped(one, {1}), {.numpy = true}), "[0.3]");
}

TEST(Print, ReadsItemsThatLieApart) {
  const auto items = count_to(6);
  const nopy::array_view<const int, 1, nopy::layout_stride> every_second(
      items.data(), nopy::extents<1>(nopy::shape{3}), {2});
  EXPECT_EQ(nopy::print(every_second), "[0 2 4]");
}

TEST(Print, DoesNotCountItemsWithoutBytes) {
  nopy::shape many;
  for (int axis = 0; axis < 20; ++axis) many.push_back(8);
  EXPECT_EQ(nopy::print({nopy::dtype::opaque(0), many, {}}, {.numpy = true}), "[...]");
}

}  // namespace
