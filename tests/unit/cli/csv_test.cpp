// SPDX-License-Identifier: MIT
// CSV is read as RFC 4180 writes it, and what is written is read back.
#include "csv/csv_reader.hpp"
#include "csv/csv_writer.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

/// Feeds `text` in pieces of `piece` bytes.
csv_reader reader_of(std::string text, std::size_t piece, char separator = ',') {
  return {separator,
          [text, piece, at = std::size_t{0}](std::string& chunk) mutable -> result<void> {
            chunk = text.substr(at, piece);
            at += chunk.size();
            return {};
          }};
}

using records = std::vector<std::vector<std::string>>;

records read_all(csv_reader reader) {
  records all;
  std::vector<csv_cell> cells;
  for (;;) {
    const auto more = reader.next(cells);
    if (!more) throw exception(more.error());
    if (!*more) return all;
    all.emplace_back();
    for (const csv_cell& cell : cells) all.back().push_back(cell.text);
  }
}

TEST(Csv, IsReadAsRfc4180WritesIt) {
  struct {
    const char* text;
    records expected;
  } const rows[] = {
      {"a,b\n1,2\n", {{"a", "b"}, {"1", "2"}}},
      {"a,b\r\n1,2\r\n", {{"a", "b"}, {"1", "2"}}},
      {"a,b", {{"a", "b"}}},
      {"\"a,b\",\"say \"\"hi\"\"\"\n", {{"a,b", "say \"hi\""}}},
      {"\"two\nlines\",x\n", {{"two\nlines", "x"}}},
      {",\n", {{"", ""}}},
      {"a,\n", {{"a", ""}}},
      {"\n\na\n\n\nb\n", {{"a"}, {"b"}}},
      {"\xEF\xBB\xBF"
       "a\n",
       {{"a"}}},
      {"\"\"\n", {{""}}},
      {"", {}},
  };
  for (const auto& row : rows)
    for (const std::size_t piece : {1u, 2u, 3u, 1000u}) {
      if (row.text[0] == '\xEF' && piece < 3) continue;  // the mark comes in one piece
      EXPECT_EQ(read_all(reader_of(row.text, piece)), row.expected) << row.text << piece;
    }
}

TEST(Csv, RefusesBrokenQuotes) {
  for (const char* text : {"\"open\n", "\"a\"b\n"}) {
    auto reader = reader_of(text, 100);
    std::vector<csv_cell> cells;
    const auto read = reader.next(cells);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code(), errc::usage);
  }
}

TEST(Csv, WhatIsWrittenIsReadBack) {
  const std::vector<std::string> cells{"plain",    "a,b", "say \"hi\"", "two\nlines", "",
                                       " blanks ", "007", "True",       "cr\rlf\n",   "\u00E9"};
  std::string text;
  csv_writer writer(text, ',');
  for (const auto& cell : cells) writer.text(cell);
  writer.end_record();
  EXPECT_EQ(read_all(reader_of(text, 3)), records{cells});
}

TEST(Csv, TextThatLooksLikeANumberIsQuoted) {
  std::string text;
  csv_writer writer(text, '\t');
  writer.text("12");
  writer.text("a,b");
  writer.value("12");
  writer.end_record();
  EXPECT_EQ(text, "\"12\"\ta,b\t12\n");
}

}  // namespace
}  // namespace nopy::cli
