// SPDX-License-Identifier: MIT
// Growing a header in place gives the bytes a new header would have.
#include <nopy/header.hpp>

#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::dtype;
using nopy::errc;
using nopy::order;
using nopy::shape;
using nopy::test::npy_bytes;

const dtype u1 = dtype::number(nopy::kind::unsigned_int, 1);

std::string encoded(const shape& of, order in = order::c, nopy::core::encode_options options = {}) {
  const auto made = nopy::core::encode_header(u1, of, in, options);
  return {reinterpret_cast<const char*>(made->bytes().data()), made->bytes().size()};
}

nopy::result<void> grow(std::string& header, std::uint64_t extent) {
  return nopy::core::grow_header(std::as_writable_bytes(std::span(header.data(), header.size())),
                                 extent);
}

TEST(Growth, GivesTheHeaderOfTheNewShape) {
  for (const std::uint64_t extent : {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{100},
                                     std::uint64_t{900000000000000000}}) {
    std::string rows = encoded({12, 7});
    ASSERT_TRUE(grow(rows, extent));
    EXPECT_EQ(rows, encoded({extent, 7}));
    std::string columns = encoded({7, 12}, order::fortran);
    ASSERT_TRUE(grow(columns, extent));
    EXPECT_EQ(columns, encoded({7, extent}, order::fortran));
    std::string line = encoded({12});
    ASSERT_TRUE(grow(line, extent));
    EXPECT_EQ(line, encoded({extent}));
  }
}

TEST(Growth, KeepsAForeignHeaderAsItIs) {
  std::string header =
      npy_bytes().text("{\"shape\": (9,), \"descr\": \"<i2\", \"fortran_order\": False}  \n");
  ASSERT_TRUE(grow(header, 10));
  EXPECT_EQ(header, npy_bytes()
                        .text("{\"shape\": (10,), \"descr\": \"<i2\", \"fortran_order\": False} \n")
                        .str());
}

TEST(Growth, NeedsRoomForItsDigits) {
  std::string header = npy_bytes().dict("'|u1'", "(9,)").raw("");
  const std::string before = header;
  const auto grown = grow(header, 10);
  ASSERT_FALSE(grown);
  EXPECT_EQ(grown.error().code(), errc::no_room);
  EXPECT_EQ(header, before);
  EXPECT_TRUE(grow(header, 8));
}

TEST(Growth, IsRefusedWhereItMakesNoSense) {
  std::string scalar = encoded({});
  EXPECT_EQ(grow(scalar, 2).error().code(), errc::usage);
  std::string large = encoded({2, 1000000000});
  EXPECT_EQ(grow(large, std::uint64_t{1} << 60).error().code(), errc::too_large);
  EXPECT_EQ(grow(large, UINT64_MAX).error().code(), errc::too_large);
  std::string empty = npy_bytes().dict("'|V0'", "(0, 3)").pad(64);
  EXPECT_TRUE(grow(empty, std::uint64_t{1} << 60));
  std::string unread = npy_bytes().text("{'descr': ");
  EXPECT_EQ(grow(unread, 2).error().code(), errc::header_syntax);
  std::string no_type = npy_bytes().dict("'nothing'", "(2,)");
  EXPECT_EQ(grow(no_type, 2).error().code(), errc::bad_dtype);
  std::string broken = "\x93NUMPY";
  EXPECT_EQ(grow(broken, 2).error().code(), errc::header_truncated);
}

}  // namespace
