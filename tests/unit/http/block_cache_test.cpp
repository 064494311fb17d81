// SPDX-License-Identifier: MIT
// What is kept is not asked for again, and reading on is brought ahead within bounds.
#include "http/block_cache.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::byte_range;
using namespace nopy::http;

block counting(std::uint64_t offset, std::size_t count) {
  block made{offset, std::vector<std::byte>(count)};
  for (std::size_t i = 0; i < count; ++i) made.bytes[i] = static_cast<std::byte>(offset + i);
  return made;
}

TEST(BlockCache, GivesBothEndsOfAReadAndAsksForTheRest) {
  block_cache cache;
  cache.keep(counting(10, 10));
  cache.keep(counting(40, 10), keeping::for_ever);
  std::vector<std::byte> into(32, std::byte{0xFF});
  EXPECT_EQ(cache.take(15, into), (byte_range{20, 20}));
  EXPECT_EQ(into[0], std::byte{15});
  EXPECT_EQ(into[31], std::byte{46});
  EXPECT_EQ(into[5], std::byte{0xFF});
  EXPECT_EQ(cache.take(12, std::span(into).first(5)).count, 0u);
  EXPECT_EQ(cache.take(20, std::span(into).first(5)), (byte_range{20, 5}));
  EXPECT_TRUE(cache.holds({42, 8}));
  EXPECT_FALSE(cache.holds({42, 9}));
}

TEST(BlockCache, DropsTheOldestButWhatIsKeptForEver) {
  block_cache cache;
  cache.keep(counting(0, 10), keeping::for_ever);
  for (std::uint64_t i = 1; i < 6; ++i) cache.keep({i << 24, std::vector<std::byte>(8 << 20)});
  EXPECT_TRUE(cache.holds({0, 10}));
  EXPECT_FALSE(cache.holds({1 << 24, 1}));
  EXPECT_TRUE(cache.holds({5 << 24, 1}));
}

TEST(ReadAhead, BringsAsMuchAgainAsWasReadInARowAndNoMoreThanThereIs) {
  read_ahead ahead;
  const std::uint64_t total = 1 << 30;
  EXPECT_EQ(ahead.count_for({0, 1000}, total), 1000u);
  EXPECT_EQ(ahead.count_for({1000, 10}, total), 1000u);
  EXPECT_EQ(ahead.count_for({2000, 10}, total), 2000u);
  EXPECT_EQ(ahead.count_for({9000, 10}, total), 10u) << "another reader";
  EXPECT_EQ(ahead.count_for({4000, 5000}, total), 5000u) << "a read that is longer itself";
  EXPECT_EQ(ahead.count_for({9010, 10}, 9015), 10u) << "never less than was asked for";
  std::uint64_t at = 9000;
  for (int i = 0; i < 20; ++i) at += ahead.count_for({at, 64 << 10}, total);
  EXPECT_EQ(ahead.count_for({at, 64 << 10}, total), 8u << 20);
}

}  // namespace
