// SPDX-License-Identifier: MIT
// What the engine says a file is, and how little it reads to say it.
#include "support/engine_page.hpp"
#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace {

using nopy::test::engine_answer;
using nopy::test::engine_page;
using nopy::test::npy_bytes;

std::string three_floats() {
  return npy_bytes().dict("'<f4'", "(3,)").pad(64).data<float>({1, 2.5F, -0.0F}).str();
}

TEST(EngineOpening, ASmallArrayIsReadOnceAndKnown) {
  engine_page page;
  const std::string bytes = three_floats() + std::string(10000, '\0');
  const engine_answer opened = page.open(bytes);
  ASSERT_TRUE(opened.done) << opened.bytes;
  EXPECT_EQ(opened.batches, 1u);
  EXPECT_EQ(opened.bytes_read, 4096u);
  const auto value = opened.value();
  EXPECT_EQ(value["kind"].as_string(), "npy");
  EXPECT_EQ(value["array"]["descr"].as_string(), "<f4");
  EXPECT_EQ(value["array"]["shapeText"].as_string(), "(3,)");
  EXPECT_EQ(value["array"]["mappable"].as_string(), "yes, aligned");
  EXPECT_EQ(value["array"]["findings"][0]["id"].as_string(), "trailing_bytes");
}

struct kind_row {
  const char* what;
  std::string bytes;
  const char* kind;
  const char* error;
};

TEST(EngineOpening, EveryFileIsSomething) {
  const kind_row rows[] = {
      {"nothing", "", "empty", "bad_magic"},
      {"a web page", "<!doctype html><p>no", "unknown", "bad_magic"},
      {"half a header", three_floats().substr(0, 40), "damaged npy", "header_truncated"},
      {"a directory lost", "PK\x03\x04 and then nothing more", "damaged npz", "zip_no_directory"},
  };
  for (const kind_row& row : rows) {
    engine_page page;
    const engine_answer opened = page.open(row.bytes);
    ASSERT_TRUE(opened.done) << row.what << opened.bytes;
    EXPECT_EQ(opened.value()["kind"].as_string(), row.kind) << row.what;
    EXPECT_EQ(opened.value()["error"]["id"].as_string(), row.error) << row.what;
  }
}

TEST(EngineOpening, ACutArrayOpensAndSaysWhatIsThere) {
  engine_page page;
  const std::string whole = three_floats();
  const engine_answer opened = page.open(std::string_view(whole).substr(0, whole.size() - 5));
  const auto value = opened.value();
  EXPECT_EQ(value["kind"].as_string(), "npy");
  EXPECT_EQ(value["array"]["presentBytes"].number_text(), "7");
  EXPECT_EQ(value["array"]["findings"][0]["id"].as_string(), "data_truncated");
  const auto file = engine_page::number_of(value["file"]);
  const auto numbers = page.numbers(file, engine_page::no_member);
  ASSERT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers[0], 1.0);
  EXPECT_TRUE(numbers[1] != numbers[1] && numbers[2] != numbers[2]);
  EXPECT_EQ(page.texts(file, engine_page::no_member), (std::vector<std::string>{"1.0", "", ""}));
}

TEST(EngineOpening, TheSpansOfAHeaderLeaveNoGap) {
  for (const std::string& bytes :
       {three_floats(), three_floats().substr(0, 60), std::string("\x93NUMPY\x09")}) {
    engine_page page;
    const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
    const engine_answer said = page.run(page_anatomy(file, engine_page::no_member));
    ASSERT_TRUE(said.done) << said.bytes;
    const auto spans = said.value()["spans"];
    std::uint64_t at = 0;
    for (std::size_t i = 0; i < spans.size(); ++i) {
      EXPECT_EQ(spans[i]["offset"].number_text(), std::to_string(at));
      at += std::stoull(spans[i]["bytes"].number_text());
      EXPECT_NE(spans[i]["meaning"].as_string(), "");
    }
    EXPECT_EQ(at, std::min<std::size_t>(bytes.size(), 128));
  }
}

TEST(EngineOpening, AJobIsGivenUpAtAnyStep) {
  const std::string bytes = three_floats();
  for (int steps = 0; steps < 3; ++steps) {
    nopy::engine::job* job = page_open(bytes.size(), 0);
    for (int i = 0; i < steps; ++i) (void)page_job_step(job);
    page_job_end(job);
  }
}

TEST(EngineOpening, WhatIsNotOpenIsAnError) {
  engine_page page;
  EXPECT_EQ(page.run(page_anatomy(4711, engine_page::no_member)).kind(), "usage");
  EXPECT_EQ(page_members(4711, 0, 1), 0u);
  const std::string bytes = three_floats();
  const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
  page_close(file);
  EXPECT_EQ(page.run(page_window(file, engine_page::no_member, nullptr, 0, -1, 0)).kind(), "usage");
}

}  // namespace
