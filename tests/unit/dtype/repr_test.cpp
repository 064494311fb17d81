// SPDX-License-Identifier: MIT
// Python's repr of str and bytes.
#include "dtype/python_repr.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace std::string_literals;

std::string str_repr(std::string_view utf8) {
  std::string out(200, '\0');
  nopy::bytes::text_sink sink(out.data());
  nopy::python::write_str_repr(sink, utf8);
  out.resize(sink.count());
  return out;
}

std::string bytes_repr(std::string_view raw) {
  std::string out(200, '\0');
  nopy::bytes::text_sink sink(out.data());
  nopy::python::write_bytes_repr(sink, raw);
  out.resize(sink.count());
  return out;
}

TEST(Repr, OfTextIsPythons) {
  struct {
    std::string text;
    const char* repr;
  } const rows[] = {
      {"", "''"},
      {"plain", "'plain'"},
      {"it's", "\"it's\""},
      {"say \"hi\"", "'say \"hi\"'"},
      {"both ' \"", "'both \\' \"'"},
      {"\\ \t\n\r", "'\\\\ \\t\\n\\r'"},
      {"\0\x1F\x7F"s, "'\\x00\\x1f\\x7f'"},
      {"\u00E9\u03B1\U0001F600", "'\u00E9\u03B1\U0001F600'"},
      {"\u0080\u00A0\u00AD", "'\\x80\\xa0\\xad'"},
      {"\u200B\u2028\u3000", "'\\u200b\\u2028\\u3000'"},
      {"\uE000\U000E0001\U0010FFFF", "'\\ue000\\U000e0001\\U0010ffff'"},
      {"\xED\xA0\x80", "'\\ud800'"},        // a lone surrogate
      {"\uD55C\uD7FF", "'\uD55C\\ud7ff'"},  // just below the surrogates
  };
  for (const auto& row : rows) EXPECT_EQ(str_repr(row.text), row.repr);
}

TEST(Repr, OfBytesIsPythons) {
  EXPECT_EQ(bytes_repr("ab"), "b'ab'");
  EXPECT_EQ(bytes_repr("it's"), "b\"it's\"");
  EXPECT_EQ(bytes_repr("\0\n\x7F\xFF\\"s), "b'\\x00\\n\\x7f\\xff\\\\'");
}

TEST(Repr, OfCodePointsIsTheSameAsOfUtf8) {
  const char32_t points[] = U"it's \u03B1\U000E0001";
  std::string out(200, '\0');
  nopy::bytes::text_sink sink(out.data());
  nopy::python::write_str_repr(sink, 7, [&](std::size_t i) { return points[i]; });
  out.resize(sink.count());
  EXPECT_EQ(out, "\"it's \u03B1\\U000e0001\"");
}

TEST(Repr, KnowsWhatPythonCallsPrintable) {
  for (const char32_t point : {U' ', U'~', U'\u00A1', U'\uD55C', U'\U0001F600'})
    EXPECT_TRUE(nopy::python::is_printable(point)) << std::uint32_t{point};
  for (const char32_t point : {U'\0', char32_t{0x1F}, char32_t{0x7F}, U'\u00A0', char32_t{0xD800},
                               U'\U0010FFFF', char32_t{0x110000}})
    EXPECT_FALSE(nopy::python::is_printable(point)) << std::uint32_t{point};
}

TEST(Repr, CodePointsBeyondUnicodeAreEscaped) {
  std::string out(20, '\0');
  nopy::bytes::text_sink sink(out.data());
  nopy::python::put_repr_point(sink, char32_t{0xFFFFFFFF}, '\'');
  EXPECT_EQ(out.substr(0, sink.count()), "\\Uffffffff");
}

}  // namespace
