// SPDX-License-Identifier: MIT
// What is written is JSON, whatever the bytes were.
#include "printing/json_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace nopy::cli {
namespace {

TEST(JsonWriter, PutsCommasWhereTheyBelong) {
  std::string out;
  json_writer json(out);
  json.begin_object().key("a").number(1).key("b").begin_list().text("x").null().end_list();
  json.key("c").begin_list().end_list().key("d").begin_object().end_object().end_object();
  EXPECT_EQ(out, R"({"a": 1, "b": ["x", null], "c": [], "d": {}})");
}

TEST(JsonWriter, EscapesTextAndMendsBadUtf8) {
  struct {
    std::string_view raw, json;
  } const rows[] = {
      {"a\"b\\c", R"("a\"b\\c")"},      {"\n\r\t\x01", R"("\n\r\t\u0001")"},
      {"\xFF", R"("\ufffd")"},          {"\xED\xA0\x80", R"("\ud800")"},
      {"\u202E", R"("\u202e")"},        {"\u00E9", "\"\u00E9\""},
      {"\U0001F600", "\"\U0001F600\""}, {"", R"("")"},
  };
  for (const auto& row : rows) {
    std::string out;
    json_writer(out).text(row.raw);
    EXPECT_EQ(out, row.json);
  }
}

TEST(JsonWriter, KeepsEveryByteOfAPath) {
  struct {
    std::string_view raw, json;
  } const rows[] = {
      {"a\xFF"
       "b",
       R"("a\udcffb")"},
      {"\xC3", R"("\udcc3")"},
      {"\xE2\x82"
       "x",
       R"("\udce2\udc82x")"},
      {"\xED\xB3\xBF", R"("\udced\udcb3\udcbf")"},  // U+DCFF in three bytes is no UTF-8
      {"\u00E9\n", "\"\u00E9\\n\""},
  };
  for (const auto& row : rows) {
    std::string out;
    json_writer(out).path(row.raw);
    EXPECT_EQ(out, row.json);
  }
}

TEST(JsonWriter, SpellsWhatJsonLacksAsText) {
  std::string out;
  json_writer json(out);
  json.begin_list().floating(0.1).floating(NAN).floating(INFINITY).floating(-INFINITY).end_list();
  EXPECT_EQ(out, R"([0.1, "NaN", "Infinity", "-Infinity"])");
}

}  // namespace
}  // namespace nopy::cli
