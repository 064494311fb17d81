// SPDX-License-Identifier: MIT
// Python literals: what the parser takes, and where it says what is wrong.
#include "dtype/python_literal.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace std::string_literals;
using nopy::errc;
using nopy::python::literal;
using nopy::python::node;
using nopy::python::node_kind;
using nopy::python::oddity;

std::string decoded(const literal& text, const node& one) {
  std::string out(text.most_string_bytes(one), '\0');
  out.resize(text.decode_string(one, out.data()));
  return out;
}

/// Puts the tree into `out`, written so that a test can say what it should be.
void draw(const literal& text, std::uint32_t index, std::string& out) {
  const node& one = text[index];
  constexpr std::string_view brackets[] = {"()", "[]", "{}", "<>"};
  switch (one.what) {
    case node_kind::bytes:
      out += 'b';
      [[fallthrough]];
    case node_kind::string:
      out.append(1, '"').append(decoded(text, one)).append(1, '"');
      return;
    case node_kind::truth:
      out += one.negative ? "False" : "True";
      return;
    case node_kind::none:
      out += "None";
      return;
    case node_kind::integer: {
      const auto value = text.magnitude(one);
      if (one.negative) out += '-';
      out += value ? std::to_string(*value) : "huge";
      return;
    }
    default:
      break;
  }
  const auto kind = static_cast<std::size_t>(one.what) - static_cast<std::size_t>(node_kind::tuple);
  out += brackets[kind][0];
  for (std::uint32_t i = index + 1; i < one.next; i = text[i].next) {
    if (i != index + 1) out += ' ';
    draw(text, i, out);
  }
  out += brackets[kind][1];
}

std::string drawn(const literal& text) {
  std::string out;
  draw(text, 0, out);
  return out;
}

struct accept_row {
  std::string text;
  std::string tree;
};

TEST(PythonLiterals, AreParsedAsPythonParsesThem) {
  const accept_row rows[] = {
      {"{}", "{}"},
      {"()", "()"},
      {"(1)", "<1>"},
      {"(1,)", "(1)"},
      {"(1, 2)", "(1 2)"},
      {"[1, 2,]", "[1 2]"},
      {"{'a': 1, 'b': (2,)}", "{\"a\" 1 \"b\" (2)}"},
      {" \t\n\f{ 'a'\n:\r\n1 , } \n", "{\"a\" 1}"},
      {"{'a': # comment\n 1}# tail", "{\"a\" 1}"},
      {"(1, \\\n2)", "(1 2)"},
      {"True", "True"},
      {"(False, None)", "(False None)"},
      {"(0x1F, 0o17, 0b101, 1_000, 0, 00)", "(31 15 5 1000 0 0)"},
      {"(-3, +4, - 5)", "(-3 4 -5)"},
      {"(3L, 4 L, 5l)", "(3 4 5)"},
      {"(18446744073709551615, 18446744073709551616)", "(18446744073709551615 huge)"},
      {"'a' \"b\" '''c'''", "\"abc\""},
      {"('a' # comment\n 'b')", "<\"ab\">"},
      {"u'x'", "\"x\""},
      {"R'\\n'", "\"\\n\""},
      {"b'x\\x41'", "b\"xA\""},
      {"rb'\\x'", "b\"\\x\""},
      {"''", "\"\""},
      {"'''a'b''c'''", "\"a'b''c\""},
      {"'\\a\\b\\f\\n\\r\\t\\v\\\\\\'\\\"'", "\"\a\b\f\n\r\t\v\\'\"\""},
      {"'\\x41\\u0041\\U00000041\\101\\7'", "\"AAAA\a\""},
      {"'\\q'", "\"\\q\""},
      {"'a\\\nb'", "\"ab\""},
      {"'''a\r\nb'''", "\"a\nb\""},
      {"'\\u03b1\\ud800'", "\"\u03b1\xED\xA0\x80\""},
      {"'\xE9'", "\"\u00E9\""},
      {"'a\\\r\nb\\\rc'", "\"abc\""},
      {"'''a\rb'''", "\"a\nb\""},
      {"b'\\u0041\\U00000041\\N{DASH}'", "b\"\\u0041\\U00000041\\N{DASH}\""},
      {"b'\\777'", "b\"\xFF\""},
      {"'\\1a\\12b\\1234'", "\"\001a\nbS4\""},
      {"'\\q'", "\"\\q\""},
      {"rb'\\''", "b\"\\'\""},
      {"r'\\\\'", "\"\\\\\""},
      {"'''a'b''c'''", "\"a'b''c\""},
      {"('a' # \r\n 'b')", "<\"ab\">"},
      {"(1, # two\r 2)", "(1 2)"},
      {"(3 L, 4 L)", "(3 4)"},
      {"(0o17, 0b101, 0XfF)", "(15 5 255)"},
      {"(- 3, + 4)", "(-3 4)"},
  };
  for (const accept_row& row : rows) {
    literal text;
    const auto parsed = parse_literal(text, row.text, {});
    ASSERT_TRUE(parsed) << row.text << ": " << parsed.error().message();
    EXPECT_EQ(drawn(text), row.tree) << row.text;
  }
}

struct reject_row {
  std::string text;
  std::uint64_t offset;
  const char* why;
};

TEST(PythonLiterals, AreRefusedAtTheByteThatIsWrong) {
  const reject_row rows[] = {
      {"", 0, "nothing"},
      {"   ", 3, "only blanks"},
      {"{'a': 1", 7, "open bracket"},
      {"{'a' 1}", 5, "no colon"},
      {"{'a': }", 6, "no value"},
      {"{1, 2}", 2, "a set"},
      {"(,)", 1, "a comma alone"},
      {"(1 2)", 3, "no comma"},
      {"(1, 2]", 5, "the wrong bracket"},
      {"{'a': 1} x", 9, "junk behind"},
      {"{'a': 1};", 8, "semicolon"},
      {"{**{}}", 1, "unpacking"},
      {"(2+2,)", 2, "arithmetic"},
      {"(10**3,)", 3, "power"},
      {"(- -4,)", 1, "two signs"},
      {"(~4,)", 1, "complement"},
      {"(04,)", 1, "leading zero"},
      {"(1.0,)", 1, "float"},
      {"(.5,)", 1, "float"},
      {"(1e3,)", 1, "float"},
      {"(2j,)", 1, "complex"},
      {"(1__0,)", 1, "two underscores"},
      {"(1_,)", 1, "underscore at the end"},
      {"(0x,)", 1, "no digits"},
      {"(np.int64(2),)", 1, "a NumPy scalar"},
      {"true", 0, "JSON"},
      {"f'x'", 0, "f-string"},
      {"(lambda: 1)", 1, "a name"},
      {"'abc", 0, "open string"},
      {"'a\nb'", 2, "a line end in a string"},
      {"'a\0b'"s, 2, "NUL in a string"},
      {"{\0}"s, 1, "NUL"},
      {"'\\x4'", 1, "half an escape"},
      {"'\\U00110000'", 1, "above U+10FFFF"},
      {"'\\N{DASH}'", 1, "a character by name"},
      {"'a' b'b'", 4, "bytes beside text"},
      {"b'\xE9'", 2, "a high byte in bytes"},
      {"\xA0{}", 0, "a blank of Latin-1"},
      {"\v{}", 0, "vertical tab"},
      {"(1, \\ 2)", 4, "a backslash alone"},
      {"ur'x'", 0, "Python 2's prefix"},
      {"xu'x'", 0, "a letter in front of a prefix"},
      {"(numpy.int64(2),)", 1, "a NumPy scalar by its long name"},
      {"false", 0, "JSON"},
      {"null", 0, "JSON"},
      {"(-", 1, "a sign at the end"},
      {"(-x,)", 1, "a sign in front of a name"},
      {"(0b12,)", 1, "a digit beyond the base"},
      {"(0x_,)", 1, "an underscore without digits"},
      {"(1__,)", 1, "two underscores at the end"},
      {"(3 l,)", 3, "a small long suffix apart"},
      {"(3 L'',)", 3, "a suffix that is a prefix"},
      {"(3 Lx,)", 3, "a suffix that is a name"},
      {"(3.x.y", 1, "what begins as a float at the end of the text"},
      {"'\\u12", 1, "half an escape at the end"},
      {"'\\", 1, "a backslash at the end"},
      {"b'\\x1'", 2, "half an escape in bytes"},
      {"'''a''", 0, "triple quotes without their end"},
      {"(1, \\", 4, "a backslash at the end of the text"},
      {"{'a': 1, 'b'}", 12, "a key without a value behind a pair"},
      {"('a': 1)", 4, "a colon in a tuple"},
      {std::string(67, '('), 66, "nested too deep"},
  };
  for (const reject_row& row : rows) {
    literal text;
    const auto parsed = parse_literal(text, row.text, {});
    ASSERT_FALSE(parsed) << row.text << ": " << row.why;
    EXPECT_EQ(parsed.error().code(), errc::header_syntax) << row.text << ": " << row.why;
    EXPECT_EQ(parsed.error().offset(), row.offset) << row.text << ": " << row.why;
  }
}

TEST(PythonLiterals, OddSpellingsAreSeenWhereTheyStand) {
  struct {
    std::string text;
    oddity what;
    std::uint32_t at;
  } const rows[] = {
      {"{} # x", oddity::comment, 3},           {"(1, \\\n2)", oddity::line_joining, 4},
      {"'a' 'b'", oddity::concatenation, 4},    {"(u'a',)", oddity::string_prefix, 1},
      {"('''a''',)", oddity::triple_quotes, 1}, {"{'a': (1)}", oddity::parentheses, 6},
      {"(0x1,)", oddity::number_base, 1},       {"(1_0,)", oddity::underscore, 2},
      {"(+1,)", oddity::plus_sign, 1},          {"(3L,)", oddity::late_long_suffix, 2},
      {"{}\0\0"s, oddity::nul_padding, 2},
  };
  for (const auto& row : rows) {
    literal text;
    ASSERT_TRUE(parse_literal(text, row.text, {})) << row.text;
    ASSERT_TRUE(text.seen(row.what)) << row.text;
    EXPECT_EQ(*text.seen(row.what), row.at) << row.text;
  }
}

TEST(PythonLiterals, WhatNumPyWritesHasNothingOdd) {
  literal text;
  ASSERT_TRUE(parse_literal(
      text, "{'descr': [('it\\'s', '<f4')], 'fortran_order': False, 'shape': (3,), }   \n", {}));
  EXPECT_FALSE(text.any_seen());
}

TEST(PythonLiterals, ALongSuffixIsOrdinaryInPython2) {
  literal text;
  ASSERT_TRUE(parse_literal(text, "(3L,)", {.python2 = true}));
  EXPECT_TRUE(text.seen(oddity::long_suffix));
  EXPECT_FALSE(text.seen(oddity::late_long_suffix));
}

TEST(PythonLiterals, ErrorsCountFromTheOffsetGiven) {
  literal text;
  const auto parsed = parse_literal(text, "(?,)", {.first_offset = 100});
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().offset(), 101u);
}

TEST(PythonLiterals, ManyNodesMoveOutOfThePlaceForFew) {
  std::string list = "[";
  for (int i = 0; i < 1000; ++i) list += std::to_string(i) + ",";
  list += "]";
  literal text;
  ASSERT_TRUE(parse_literal(text, list, {}));
  EXPECT_EQ(text.count(0), 1000u);
  EXPECT_EQ(text[0].next, 1001u);
  EXPECT_EQ(text.magnitude(text[1000]), 999u);
}

}  // namespace
