// SPDX-License-Identifier: MIT
// Columns stand under each other, and sizes read as people say them.
#include "printing/table.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

TEST(Table, AlignsByWidthOnTheTerminal) {
  table made;
  made.column("name");
  made.column("bytes", align::right);
  made.row({"\u6570", "7"});
  made.row({"abcde", "1000"});
  EXPECT_EQ(made.text(), "name   bytes\n\u6570         7\nabcde   1000\n");
}

TEST(Table, SizesAreHuman) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1023), "1023 B");
  EXPECT_EQ(human_bytes(1536), "1.5 KiB");
  EXPECT_EQ(human_bytes(1ULL << 40), "1.0 TiB");
}

}  // namespace
}  // namespace nopy::cli
