// SPDX-License-Identifier: MIT
// No name moves the cursor or reorders a line.
#include "printing/escape.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

TEST(Escape, SpellsOutWhatATerminalWouldObey) {
  struct {
    std::string_view raw, shown;
  } const rows[] = {
      {"plain name.npy", "plain name.npy"},
      {"two\nlines", "two\\nlines"},
      {"\x1b[2J", "\\x1b[2J"},
      {std::string_view("nul\0x", 5), "nul\\x00x"},
      {"a\u202Ecod.npy", "a\\u202ecod.npy"},
      {"\u2066iso\u2069", "\\u2066iso\\u2069"},
      {"\u200Bzero", "\\u200bzero"},
      {"\u009B31m", "\\x9b31m"},
      {"\xFF", "\\xff"},
      {"caf\u00E9 \u6570\u636E", "caf\u00E9 \u6570\u636E"},
      {"\U000E0041", "\\U000e0041"},
  };
  for (const auto& row : rows) EXPECT_EQ(escaped(row.raw), row.shown);
}

TEST(Escape, EscapesEveryPartOfAnErrorButItsLines) {
  const error raw({.code = errc::io, .offset = 3, .subject = "a\nb", .found = "\x1b[31m"});
  const std::string message = escaped(raw).message();
  EXPECT_EQ(message.find('\x1b'), std::string::npos);
  EXPECT_NE(message.find("a\\nb"), std::string::npos);
  EXPECT_NE(message.find("at        byte 3"), std::string::npos);
}

TEST(Escape, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("\u00E9"), 1u);
  EXPECT_EQ(display_width("\u6570"), 2u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
}

}  // namespace
}  // namespace nopy::cli
