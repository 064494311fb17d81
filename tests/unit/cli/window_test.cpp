// SPDX-License-Identifier: MIT
// Windows cover an array once, in order, and stay within their bytes.
#include "input/window.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nopy::cli {
namespace {

TEST(Windows, CoverEverythingOnceInOrder) {
  const shape shapes[] = {{}, {7}, {3, 4}, {2, 3, 5}, {1, 1, 9}, {4, 1, 3, 2}};
  for (const shape& extents : shapes)
    for (const order in : {order::c, order::fortran})
      for (const std::uint64_t block : {1u, 4u, 24u, 100u, 10000u}) {
        std::uint64_t next = 0;
        for_each_window(extents, in, 4, block, [&](const region& window) {
          // The first item's position in the order must be where the last window ended.
          std::uint64_t position = 0;
          for (std::size_t depth = 0; depth < extents.rank(); ++depth) {
            const std::size_t axis = in == order::c ? depth : extents.rank() - 1 - depth;
            position = position * extents[axis] + window.start[axis];
          }
          EXPECT_EQ(position, next);
          next += window.extents.count();
          EXPECT_LE(window.extents.count() * 4, std::max<std::uint64_t>(block, 4));
        });
        EXPECT_EQ(next, extents.count());
      }
}

TEST(Windows, OfAnEmptyArrayAreNone) {
  for_each_window({3, 0}, order::c, 8, 100, [](const region&) { FAIL(); });
}

TEST(Windows, AnAxisIsTurnedAroundInBothOrders) {
  std::vector<std::byte> items(6);
  for (std::size_t i = 0; i < 6; ++i) items[i] = static_cast<std::byte>(i);
  auto rows = items;
  reverse_axis(rows, {2, 3}, order::c, 1, 0);
  EXPECT_EQ(rows, (std::vector<std::byte>{std::byte{3}, std::byte{4}, std::byte{5}, std::byte{0},
                                          std::byte{1}, std::byte{2}}));
  auto columns = items;
  reverse_axis(columns, {2, 3}, order::fortran, 1, 0);
  EXPECT_EQ(columns, (std::vector<std::byte>{std::byte{1}, std::byte{0}, std::byte{3}, std::byte{2},
                                             std::byte{5}, std::byte{4}}));
}

}  // namespace
}  // namespace nopy::cli
