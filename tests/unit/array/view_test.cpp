// SPDX-License-Identifier: MIT
// Shapes and views as values: assigned to themselves, and made const.
#include <nopy/any.hpp>

#include <gtest/gtest.h>

namespace {

template <class T>
void assign(T& to, const T& from) {
  to = from;
}

TEST(Shape, AssignedToItselfStaysAsItIs) {
  nopy::shape extents{2, 3, 4};
  assign(extents, extents);
  EXPECT_EQ(extents, (nopy::shape{2, 3, 4}));
  assign(extents, nopy::shape{5});
  EXPECT_EQ(extents, nopy::shape{5});
}

TEST(Header, AssignedToItselfKeepsItsShape) {
  nopy::header one;
  one.shape = {5, 6};
  assign(one, one);
  EXPECT_EQ(one.shape, (nopy::shape{5, 6}));
}

TEST(AnyArray, AssignedToItselfKeepsItsShapeAndBytes) {
  nopy::header of;
  of.dtype = nopy::dtype_of<std::int16_t>();
  of.shape = {3};
  nopy::any_array one(of, nopy::memory::allocate(6).value());
  const std::byte* const where = one.memory().data();
  assign(one, one);
  EXPECT_EQ(one.shape(), nopy::shape{3});
  EXPECT_EQ(one.memory().data(), where);
}

TEST(StridedView, BecomesOneOfConstElements) {
  int values[4] = {1, 2, 3, 4};
  const nopy::array_view<int, 1, nopy::layout_stride> odd(
      values, nopy::extents<1>(std::array<std::size_t, 1>{2}), {2});
  const nopy::array_view<const int, 1, nopy::layout_stride> read_only = odd;
  EXPECT_EQ(read_only(1), 3);
  EXPECT_EQ(read_only.stride(0), 2);
}

}  // namespace
