// SPDX-License-Identifier: MIT
// Which ranges are asked for, and how an answer's range is read.
#include "http/ranges.hpp"

#include "http/content_range.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::byte_range;
using nopy::http::in_pieces;
using nopy::http::merged;
using nopy::http::parse_content_range;
using ranges = std::vector<byte_range>;

TEST(Ranges, NearOrOverlappingBecomeOneInOrderAndClipped) {
  const ranges asked{{500, 100}, {0, 10}, {15, 5}, {550, 10}, {990, 100}, {2000, 5}, {30, 0}};
  EXPECT_EQ(merged(asked, 1000, 5), (ranges{{0, 20}, {500, 100}, {990, 10}}));
  EXPECT_EQ(merged(asked, 1000, 4), (ranges{{0, 10}, {15, 5}, {500, 100}, {990, 10}}));
  EXPECT_EQ(merged(asked, 1000, 1000), (ranges{{0, 1000}}));
  EXPECT_EQ(merged({}, 1000, 5), ranges{});
  const ranges wide{{10, UINT64_MAX}};
  EXPECT_EQ(merged(wide, 100, 0), (ranges{{10, 90}}));
}

TEST(Ranges, LongOnesAreCutIntoPiecesThatCoverThem) {
  EXPECT_EQ(in_pieces({5, 10}, 100, 8), (ranges{{5, 10}}));
  EXPECT_EQ(in_pieces({5, 199}, 100, 8), (ranges{{5, 199}}));
  EXPECT_EQ(in_pieces({5, 302}, 100, 8), (ranges{{5, 100}, {105, 100}, {205, 102}}));
  EXPECT_EQ(in_pieces({0, 1000}, 1, 4).size(), 4u);
}

TEST(ContentRange, HasThreeFormsAndNoOther) {
  const auto part = parse_content_range("bytes 5-9/20");
  ASSERT_TRUE(part);
  EXPECT_EQ(part->range, (byte_range{5, 5}));
  EXPECT_EQ(part->total, 20u);
  EXPECT_EQ(parse_content_range("bytes 5-9/*")->total, std::nullopt);
  EXPECT_EQ(parse_content_range("bytes */20")->range, std::nullopt);
  for (const std::string_view text :
       {"", "bytes", "bytes 5-9", "bytes 9-5/20", "bytes 5-20/20", "bytes 5-/20", "bytes -5/20",
        "bytes */*", "bytes 5-9/20 ", "bytes +5-9/20", "Bytes 5-9/20", "bytes 5-9/", "bytes=5-9/20",
        "bytes 0-18446744073709551615/*", "bytes 0-18446744073709551616/*", "bytes 5--9/20"})
    EXPECT_FALSE(parse_content_range(text)) << text;
}

}  // namespace
