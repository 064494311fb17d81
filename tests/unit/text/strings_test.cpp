// SPDX-License-Identifier: MIT
// Text and bytes as values: what is shown as it is and what is escaped.
#include <nopy/print.hpp>

#include <gtest/gtest.h>

#include <cstring>

namespace {

std::string text_of(std::u32string_view points) {
  const auto type = nopy::dtype::text(static_cast<std::uint32_t>(points.size()));
  return nopy::value_text(type, reinterpret_cast<const std::byte*>(points.data()));
}

std::string bytes_of(std::string_view raw) {
  const auto type = nopy::dtype::bytes(static_cast<std::uint32_t>(raw.size()));
  return nopy::value_text(type, reinterpret_cast<const std::byte*>(raw.data()));
}

TEST(TextOfU, IsTheTextWithoutTheNulsAtItsEnd) {
  EXPECT_EQ(text_of(U"abc"), "abc");
  EXPECT_EQ(text_of({U"ab\0\0", 4}), "ab");
  EXPECT_EQ(text_of({U"\0\0", 2}), "");
  EXPECT_EQ(text_of(U"\u00e9\u03b1\U0001F600"), "\u00e9\u03b1\U0001F600");
  EXPECT_EQ(text_of(U"it's \"\\\""), "it's \"\\\"");
}

TEST(TextOfU, EscapesWhatATerminalWouldActOn) {
  EXPECT_EQ(text_of({U"a\0b", 3}), "a\\x00b");
  EXPECT_EQ(text_of(U"\n\t\x1b\x7f\x85"), "\\n\\t\\x1b\\x7f\\x85");
  EXPECT_EQ(text_of(U"\u202e\u2066"), "\\u202e\\u2066");
}

TEST(TextOfU, EscapesWhatIsNoCharacter) {
  const char32_t points[] = {0xD800, 0xDFFF, 0x110000, 0xFFFFFFFF};
  EXPECT_EQ(text_of({points, 4}), "\\ud800\\udfff\\U00110000\\Uffffffff");
}

TEST(TextOfU, IsReadInTheFilesByteOrder) {
  const auto other =
      nopy::native_endian == nopy::endian::little ? nopy::endian::big : nopy::endian::little;
  const char32_t swapped[] = {0x61000000};
  EXPECT_EQ(
      nopy::value_text(nopy::dtype::text(1, other), reinterpret_cast<const std::byte*>(swapped)),
      "a");
}

TEST(TextOfS, IsPythonsBytesRepr) {
  EXPECT_EQ(bytes_of("abc"), "b'abc'");
  EXPECT_EQ(bytes_of({"a\0b\0\0", 5}), "b'a\\x00b'");
  EXPECT_EQ(bytes_of("it's"), "b\"it's\"");
  EXPECT_EQ(bytes_of("'\""), "b'\\'\"'");
  EXPECT_EQ(bytes_of("\xff\\\n"), "b'\\xff\\\\\\n'");
}

TEST(TextOfV, IsHex) {
  const unsigned char raw[] = {0, 0xAB, 0x7F};
  EXPECT_EQ(nopy::value_text(nopy::dtype::opaque(3), reinterpret_cast<const std::byte*>(raw)),
            "00ab7f");
}

TEST(TextOfNothing, IsEmptyOrItsQuotes) {
  EXPECT_EQ(text_of(U""), "");
  EXPECT_EQ(bytes_of(""), "b''");
  EXPECT_EQ(nopy::value_text(nopy::dtype::opaque(0), nullptr), "");
}

}  // namespace
