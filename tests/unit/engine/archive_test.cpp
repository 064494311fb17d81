// SPDX-License-Identifier: MIT
// Archives through the engine: listed, peeked in batches, mapped byte by byte, verified, and read through checkpoints.
#include "support/engine_page.hpp"
#include "support/npy_bytes.hpp"
#include "support/zip_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::engine::axis_take;
using nopy::test::engine_answer;
using nopy::test::engine_page;
using nopy::test::npy_bytes;
using nopy::test::zip_bytes;

std::string numbers(std::size_t count) {
  std::string all = npy_bytes().dict("'<u4'", "(" + std::to_string(count) + ",)").pad(64).str();
  for (std::uint32_t i = 0; i < count; ++i)
    for (int byte = 0; byte < 4; ++byte) all += static_cast<char>(i >> (8 * byte));
  return all;
}

TEST(EngineArchive, MembersAreListedWithoutReadingThem) {
  engine_page page;
  const std::string bytes = zip_bytes()
                                .stored("a.npy", numbers(3))
                                .deflated("dir/b.npy", numbers(500))
                                .stored("note.txt", "hello")
                                .str();
  const engine_answer opened = page.open(bytes);
  ASSERT_EQ(opened.value()["kind"].as_string(), "npz") << opened.bytes;
  const auto file = engine_page::number_of(opened.value()["file"]);
  ASSERT_EQ(page_members(file, 0, 10), 1u);
  const auto listed = nopy::test::json::parse({page_answer(), page_answer_bytes()});
  ASSERT_EQ(listed.size(), 3u);
  EXPECT_EQ(listed[1]["key"].as_string(), "dir/b");
  EXPECT_EQ(listed[1]["method"].as_string(), "deflated");
  const engine_answer peeked = page.peek(file, {0, 1, 2, 9});
  ASSERT_TRUE(peeked.done) << peeked.bytes;
  EXPECT_EQ(peeked.batches, 1u);
  const auto value = peeked.value();
  EXPECT_EQ(value[0]["array"]["shapeText"].as_string(), "(3,)");
  EXPECT_EQ(value[1]["array"]["mappable"].as_string(), "no, deflated");
  EXPECT_EQ(value[2]["error"]["id"].as_string(), "bad_magic");
  EXPECT_EQ(value[3]["error"]["id"].as_string(), "not_found");
  EXPECT_EQ(page.numbers(file, 1).at(499), 499);
  EXPECT_EQ(page.peek(file, {0, 1, 2}).batches, 0u);
}

TEST(EngineArchive, TheMapNamesEveryByte) {
  engine_page page;
  const std::string bytes =
      zip_bytes().stored("a.npy", numbers(3)).deflated("b.npy", numbers(5)).str();
  const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
  const auto spans = page.run(page_map(file, 0, 100)).value();
  std::uint64_t at = 0;
  for (const auto& span : spans.items()) {
    EXPECT_EQ(span["offset"].number_text(), std::to_string(at));
    EXPECT_NE(span["kind"].as_string(), "gap");
    at += std::stoull(span["bytes"].number_text());
  }
  EXPECT_EQ(at, bytes.size());
}

TEST(EngineArchive, AWrongChecksumIsFoundAndOnlyThere) {
  engine_page page;
  const std::string bytes =
      zip_bytes().stored("good.npy", numbers(3)).deflated("bad.npy", numbers(50)).break_crc().str();
  const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
  ASSERT_TRUE(page.peek(file, {0, 1}).done);
  EXPECT_EQ(page.run(page_verify(file, 0)).kind(), "ok");
  EXPECT_EQ(page.run(page_verify(file, 1)).kind(), "zip_crc");
  EXPECT_EQ(page.numbers(file, 1).size(), 50u);
}

TEST(EngineArchive, DeflatedWindowsGoOnFromCheckpoints) {
  engine_page page;
  constexpr std::uint32_t count = 2'000'000;  // 8 MB: eight checkpoints
  const std::string bytes = zip_bytes().deflated("big.npy", numbers(count)).str();
  const auto file = engine_page::number_of(page.open(bytes).value()["file"]);
  ASSERT_TRUE(page.peek(file, {0}).done);
  const auto value_at = [&](std::uint64_t index) {
    const axis_take one{index, 1, 1, 0};
    return page.numbers(file, 0, &one).at(0);
  };
  EXPECT_EQ(value_at(count - 1), count - 1);
  EXPECT_EQ(value_at(1'000'000), 1'000'000);
  const axis_take back{900'000, 1, 1, 0};
  const engine_answer read = page.run(page_window(file, 0, &back, 0, -1, 0));
  EXPECT_LT(read.bytes_read, bytes.size() / 3);
  EXPECT_EQ(page.run(page_verify(file, 0)).kind(), "ok");
}

TEST(EngineArchive, MembersAreFoundWithoutADirectory) {
  engine_page page;
  std::string bytes = zip_bytes().stored("a.npy", numbers(3)).stored("b.npy", numbers(900)).str();
  bytes.resize(1500);
  const engine_answer opened = page.open(bytes);
  ASSERT_EQ(opened.value()["kind"].as_string(), "damaged npz");
  const auto found = page.run(page_salvage(engine_page::number_of(opened.value()["file"]))).value();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(found[0]["whole"].as_bool());
  EXPECT_FALSE(found[1]["whole"].as_bool());
  EXPECT_EQ(found[1]["name"].as_string(), "b.npy");
}

}  // namespace
