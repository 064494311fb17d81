// SPDX-License-Identifier: MIT
// Strided copies and changes of memory order against loops over indices.
#include "array/rearrange.hpp"

#include <cstring>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace {

using nopy::order;
using nopy::shape;

std::vector<std::byte> random_bytes(std::size_t count) {
  std::mt19937 random(static_cast<unsigned>(count) + 1);
  std::vector<std::byte> bytes(count);
  for (std::byte& each : bytes) each = static_cast<std::byte>(random() & 0xFF);
  return bytes;
}

/// The items in C order of an array that lies in Fortran order, by indices.
std::vector<std::byte> naive_c_order(const std::vector<std::byte>& fortran, const shape& extents,
                                     std::size_t item) {
  std::vector<std::byte> made(fortran.size());
  for (std::uint64_t position = 0; position < extents.count(); ++position) {
    std::uint64_t rest = position;
    std::uint64_t index[nopy::max_rank] = {};
    for (std::size_t axis = extents.rank(); axis-- > 0;) {
      index[axis] = rest % extents[axis];
      rest /= extents[axis];
    }
    std::uint64_t from = 0;
    for (std::size_t axis = extents.rank(); axis-- > 0;) from = from * extents[axis] + index[axis];
    std::memcpy(made.data() + position * item, fortran.data() + from * item, item);
  }
  return made;
}

const shape shapes[] = {
    {},        {1},      {7},         {3, 5},          {64, 64},  {65, 63},    {1, 9},
    {9, 1},    {300, 2}, {2, 300},    {4, 1, 6},       {3, 4, 5}, {17, 2, 19}, {2, 3, 4, 5},
    {1, 1, 1}, {0, 3},   {33, 1, 31}, {2, 2, 2, 2, 2}, {270, 70}};

TEST(rearrange, gives_c_order_of_every_shape_and_item_size) {
  for (const shape& extents : shapes)
    for (const std::size_t item : {1u, 2u, 3u, 4u, 8u, 12u, 16u, 24u}) {
      const auto fortran = random_bytes(extents.count() * item);
      const auto expected = naive_c_order(fortran, extents, item);
      std::vector<std::byte> made(fortran.size());
      nopy::core::rearrange(made.data(), fortran.data(), extents, order::fortran, order::c, item);
      ASSERT_EQ(made, expected) << extents.rank() << " axes, items of " << item;
      std::vector<std::byte> back(fortran.size());
      nopy::core::rearrange(back.data(), made.data(), extents, order::c, order::fortran, item);
      ASSERT_EQ(back, fortran) << extents.rank() << " axes, items of " << item;
    }
}

TEST(copy_strided, takes_negative_broadcast_and_permuted_strides) {
  const std::int32_t source[] = {0, 1, 2, 3, 4, 5};
  const auto* bytes = reinterpret_cast<const std::byte*>(source);
  const struct {
    const char* what;
    shape extents;
    std::vector<std::ptrdiff_t> strides;
    std::size_t first;
    std::vector<std::int32_t> expected;
  } rows[] = {
      {"backwards", {6}, {-4}, 5, {5, 4, 3, 2, 1, 0}},
      {"every other", {3}, {8}, 0, {0, 2, 4}},
      {"broadcast", {2, 3}, {0, 4}, 0, {0, 1, 2, 0, 1, 2}},
      {"transposed", {3, 2}, {4, 12}, 0, {0, 3, 1, 4, 2, 5}},
      {"transposed backwards", {3, 2}, {-4, 12}, 2, {2, 5, 1, 4, 0, 3}},
      {"nothing", {0, 2}, {4, 4}, 0, {}},
  };
  for (const auto& row : rows) {
    std::vector<std::int32_t> made(row.expected.size());
    std::ptrdiff_t strides[2];
    nopy::core::fill_strides(strides, row.extents, order::c, 4);
    nopy::core::copy_strided(reinterpret_cast<std::byte*>(made.data()), bytes + 4 * row.first,
                             row.extents, strides, row.strides, 4);
    EXPECT_EQ(made, row.expected) << row.what;
  }
}

TEST(orders_agree, where_at_most_one_extent_is_above_1) {
  const struct {
    shape extents;
    bool agree;
  } rows[] = {{{}, true},     {{5}, true},     {{1, 5}, true},    {{5, 1, 1}, true},
              {{0, 4}, true}, {{2, 2}, false}, {{2, 1, 2}, false}};
  for (const auto& row : rows) EXPECT_EQ(nopy::core::orders_agree(row.extents), row.agree);
}

}  // namespace
