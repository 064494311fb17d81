// SPDX-License-Identifier: MIT
// Slices come as NumPy gives them, whatever the file's order and byte order, and cost what they must.
#include "support/engine_page.hpp"
#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace {

using nopy::engine::axis_take;
using nopy::test::engine_answer;
using nopy::test::engine_page;
using nopy::test::npy_bytes;

/// Item i of shape (4, 5, 6) in C order is i, in either order of the file.
std::string counting(bool fortran, bool big) {
  std::string all = npy_bytes()
                        .dict(big ? "'>i4'" : "'<i4'", "(4, 5, 6)", fortran ? "True" : "False")
                        .pad(64)
                        .str();
  for (int at = 0; at < 120; ++at) {
    const int value = fortran ? (at % 4) * 30 + (at / 4 % 5) * 6 + at / 20 : at;
    for (int byte = 0; byte < 4; ++byte)
      all += static_cast<char>(value >> (8 * (big ? 3 - byte : byte)));
  }
  return all;
}

struct slice_row {
  const char* text;
  std::vector<double> first_and_last;
  std::size_t count;
};

std::vector<axis_take> parse(std::uint32_t file, std::uint32_t member, std::string_view text) {
  std::vector<axis_take> axes;
  if (page_slice(file, member, text.data(), static_cast<std::uint32_t>(text.size())) == 0)
    return axes;
  const auto said = nopy::test::json::parse({page_answer(), page_answer_bytes()});
  for (const auto& axis : said["axes"].items())
    axes.push_back({std::stoull(axis["start"].number_text()), axis["step"].as_int(),
                    std::stoull(axis["count"].number_text()), axis["dropped"].as_bool() ? 1u : 0u});
  return axes;
}

TEST(EngineWindow, IsWhatNumpyGivesInEveryOrder) {
  const slice_row rows[] = {
      {"...", {0, 119}, 120},
      {"1", {30, 59}, 30},
      {"::-1", {90, 29}, 120},
      {"1:3, ::2, -1", {35, 89}, 6},
      {"..., ::-2", {5, 115}, 60},
      {"3, 4, 5", {119, 119}, 1},
      {"2:2", {}, 0},
      {"::3, ::-4, ::5", {24, 95}, 8},
  };
  for (const bool fortran : {false, true})
    for (const bool big : {false, true}) {
      engine_page page;
      const std::string bytes = counting(fortran, big);
      const auto opened = page.open(bytes);
      ASSERT_EQ(opened.value()["kind"].as_string(), "npy") << opened.bytes;
      const auto file = engine_page::number_of(opened.value()["file"]);
      for (const slice_row& row : rows) {
        const auto axes = parse(file, engine_page::no_member, row.text);
        ASSERT_EQ(axes.size(), 3u) << row.text;
        const auto values = page.numbers(file, engine_page::no_member, axes.data());
        ASSERT_EQ(values.size(), row.count) << row.text;
        if (row.count == 0) continue;
        EXPECT_EQ(values.front(), row.first_and_last[0]) << row.text;
        EXPECT_EQ(values.back(), row.first_and_last[1]) << row.text;
      }
    }
}

TEST(EngineWindow, EveryItemStandsAtItsPlace) {
  for (const bool fortran : {false, true}) {
    engine_page page;
    const std::string bytes = counting(fortran, false);
    const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
    const auto axes = parse(file, engine_page::no_member, "::-1, 1:4, ::2");
    const auto values = page.numbers(file, engine_page::no_member, axes.data());
    std::size_t at = 0;
    for (int i = 3; i >= 0; --i)
      for (int j = 1; j < 4; ++j)
        for (int k = 0; k < 6; k += 2) EXPECT_EQ(values.at(at++), i * 30 + j * 6 + k);
    EXPECT_EQ(at, values.size());
  }
}

TEST(EngineWindow, WhatIsOutsideIsAnErrorThatSaysSo) {
  engine_page page;
  const std::string bytes = counting(false, false);
  const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
  EXPECT_TRUE(parse(file, engine_page::no_member, "4").empty());
  EXPECT_TRUE(std::string_view(page_answer(), page_answer_bytes()).find("out_of_range") !=
              std::string_view::npos);
  const axis_take beyond[] = {{0, 1, 4, 0}, {0, 1, 5, 0}, {3, 2, 3, 0}};
  EXPECT_EQ(page.run(page_window(file, engine_page::no_member, beyond, 0, -1, 0)).kind(),
            "out_of_range");
  const axis_take still[] = {{0, 1, 4, 0}, {0, 1, 5, 0}, {0, 0, 3, 0}};
  EXPECT_EQ(page.run(page_window(file, engine_page::no_member, still, 0, -1, 0)).kind(), "usage");
  const axis_take huge[] = {{0, 1, 4, 0}, {0, INT64_MIN, 2, 0}, {0, INT64_MAX, UINT64_MAX, 0}};
  EXPECT_EQ(page.run(page_window(file, engine_page::no_member, huge, 0, -1, 0)).kind(),
            "out_of_range");
}

TEST(EngineWindow, StatisticsAreThoseOfEveryValue) {
  engine_page page;
  const std::string bytes =
      npy_bytes().dict("'<f8'", "(6,)").pad(64).data<double>({1, -2, 0, 4, HUGE_VAL, NAN}).str();
  const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
  const auto said = page.run(page_statistics(file, engine_page::no_member, nullptr, -1, 0)).value();
  EXPECT_EQ(said["count"].number_text(), "6");
  EXPECT_EQ(said["finite"].number_text(), "4");
  EXPECT_EQ(said["nan"].number_text(), "1");
  EXPECT_EQ(said["positiveInfinity"].number_text(), "1");
  EXPECT_EQ(said["minimum"]["text"].as_string(), "-2.0");
  EXPECT_EQ(said["maximum"]["index"][0].number_text(), "3");
  EXPECT_EQ(said["mean"].as_double(), 0.75);
  EXPECT_EQ(said["sum"].as_double(), 3);
  const auto bins =
      page.run(page_histogram(file, engine_page::no_member, nullptr, -1, 0, -2, 2, 4)).value();
  EXPECT_EQ(bins["counts"][0].number_text(), "1");
  EXPECT_EQ(bins["counts"][3].number_text(), "1");
  EXPECT_EQ(bins["above"].number_text(), "2");
}

TEST(EngineWindow, ExtremesOfIntegersAreExactBeyondDoubles) {
  engine_page page;
  const std::string bytes = npy_bytes()
                                .dict("'<i8'", "(3,)")
                                .pad(64)
                                .data<std::int64_t>({9007199254740992, 9007199254740993, 5})
                                .str();
  const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
  const auto said = page.run(page_statistics(file, engine_page::no_member, nullptr, -1, 0)).value();
  EXPECT_EQ(said["maximum"]["text"].as_string(), "9007199254740993");
  EXPECT_EQ(said["maximum"]["index"][0].number_text(), "1");
}

TEST(EngineWindow, ASliceIsExportedAsAFileOfItsOwn) {
  for (const bool fortran : {false, true})
    for (const char* text : {"1:3, 2, ::2", "::-1, :, 0"}) {
      engine_page page;
      const std::string bytes = counting(fortran, true);
      const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
      const auto axes = parse(file, engine_page::no_member, text);
      const auto expected = page.numbers(file, engine_page::no_member, axes.data());
      const engine_answer made =
          page.run(page_export_npy(file, engine_page::no_member, axes.data()));
      ASSERT_TRUE(made.done) << made.bytes;
      const auto again = page.open(made.bytes);
      ASSERT_EQ(again.value()["kind"].as_string(), "npy") << again.bytes;
      EXPECT_EQ(again.value()["array"]["descr"].as_string(), ">i4");
      EXPECT_EQ(page.numbers(engine_page::number_of(again.value()["file"]), engine_page::no_member),
                expected);
    }
}

TEST(EngineWindow, TwoArraysAreHeldAgainstEachOther) {
  engine_page page;
  const std::string a = counting(false, false);
  std::string b = counting(true, false);
  const auto file_a = engine_page::number_of(page.open(a).value()["file"]);
  const auto file_b = engine_page::number_of(page.open(b).value()["file"]);
  EXPECT_TRUE(page.run(page_difference(file_a, engine_page::no_member, file_b,
                                       engine_page::no_member, 0, 0, 0))
                  .value()["same"]
                  .as_bool());
  b[b.size() - 4] = 17;  // the last item, 119 in either order
  const auto said = page.run(page_difference(file_a, engine_page::no_member, file_b,
                                             engine_page::no_member, 0, 0, 0))
                        .value();
  EXPECT_EQ(said["different"].number_text(), "1");
  EXPECT_EQ(said["maximum"].as_double(), 102);
  EXPECT_EQ(said["first"]["index"][2].number_text(), "5");
  EXPECT_EQ(said["first"]["b"].as_string(), "17");
}

TEST(EngineWindow, SparseItemsOfAHugeArrayCostOnlyTheirBytes) {
  engine_page page;
  // Only the header is there: the ranges are looked at, and never brought.
  const std::string head = npy_bytes().dict("'<f4'", "(50000, 500000)").pad(64).str();
  constexpr std::uint64_t total = 100'000'000'128;
  nopy::engine::job* opening = page_open(total, 0);
  ASSERT_EQ(page_job_step(opening), 0u);
  const auto wanted = page_job_ranges(opening)[0];
  EXPECT_EQ(wanted.count, 4096u);
  std::memset(reinterpret_cast<void*>(wanted.place), 0, wanted.count);
  std::memcpy(reinterpret_cast<void*>(wanted.place), head.data(), head.size());
  page_job_brought(opening, 0, 4096);
  ASSERT_EQ(page_job_step(opening), 3u);
  const auto opened =
      nopy::test::json::parse({page_job_answer(opening), page_job_answer_bytes(opening)});
  EXPECT_EQ(opened["array"]["dataBytes"].number_text(), "100000000000");
  page_job_end(opening);
  const auto file = engine_page::number_of(opened["file"]);
  const auto axes = parse(file, engine_page::no_member, "40000:40100, 400000:400020");
  nopy::engine::job* window = page_window(file, engine_page::no_member, axes.data(), 0, -1, 0);
  ASSERT_EQ(page_job_step(window), 0u);
  EXPECT_EQ(page_job_range_count(window), 100u);
  EXPECT_EQ(page_job_ranges(window)[99].offset, 128 + (40099ULL * 500000 + 400000) * 4);
  EXPECT_EQ(page_job_ranges(window)[99].count, 80u);
  page_job_end(window);
}

}  // namespace
