// SPDX-License-Identifier: MIT
// Every byte of a preamble and header gets a meaning, without gaps.
#include <nopy/header.hpp>

#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::header_span;
using nopy::test::bytes_of;
using nopy::test::npy_bytes;

/// The spans as "meaning:bytes" and a check that none leaves a gap.
std::string explained(const std::string& file) {
  std::string all;
  std::uint64_t at = 0;
  nopy::core::explain_header(bytes_of(file), [&](const header_span& span) {
    EXPECT_EQ(span.range.offset, at);
    at += span.range.count;
    all += std::string(span.meaning) + ":" + std::to_string(span.range.count) + " ";
  });
  EXPECT_EQ(at, file.size());
  return all;
}

TEST(Explanation, OfAnOrdinaryHeaderNamesEveryPart) {
  EXPECT_EQ(
      explained(npy_bytes().dict("'<f8'").pad(64).zeros(24)),
      "magic:6 version:2 header length:2 syntax:1 key:7 syntax:2 descr:5 syntax:2 key:15 syntax:2 "
      "fortran_order:5 syntax:2 key:7 syntax:2 shape:4 syntax:3 padding:60 newline:1 data:24 ");
}

TEST(Explanation, OfAKeyGivenTwiceTellsWhichValueCounts) {
  EXPECT_EQ(explained(npy_bytes().text("{'shape':1,'shape':(2,),'descr':'<f8',"
                                       "'fortran_order':False}")),
            "magic:6 version:2 header length:2 syntax:1 key:7 syntax:1 value that does not count:1 "
            "syntax:1 key:7 syntax:1 shape:4 syntax:1 key:7 syntax:1 descr:5 syntax:1 key:15 "
            "syntax:1 fortran_order:5 syntax:1 ");
}

TEST(Explanation, OfABrokenHeaderIsOneSpanOfText) {
  EXPECT_EQ(explained(npy_bytes().text("{'descr': ").zeros(3)),
            "magic:6 version:2 header length:2 header text:10 data:3 ");
  EXPECT_EQ(explained(npy_bytes().magic(2, 0).text("{").length(100)),
            "magic:6 version:2 header length:4 header text:1 ");
  EXPECT_EQ(explained(npy_bytes().magic(7, 0).text("{}")), "magic:6 version:2 header text:6 ");
  EXPECT_EQ(explained("\x93NUMPY\x01"), "magic:6 version:1 ");
}

TEST(Explanation, OfSomethingElseSaysSo) {
  EXPECT_EQ(explained("hello"), "no magic:5 ");
  EXPECT_EQ(explained(""), "");
}

}  // namespace
