// SPDX-License-Identifier: MIT
// Every dtype is shown by the engine as NumPy's text, the vectors of the text floor among them.
#include "support/engine_page.hpp"
#include "support/npy_bytes.hpp"
#include "support/print_case.hpp"
#include "text/made_powers.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

using nopy::test::engine_page;
using nopy::test::npy_bytes;

TEST(EngineText, EveryFloat16HasNumPysText) {
  npy_bytes file = npy_bytes().dict("'<f2'", "(65536,)").pad(64);
  std::string all = file.str();
  for (unsigned bits = 0; bits < 65536; ++bits) {
    all += static_cast<char>(bits & 255);
    all += static_cast<char>(bits >> 8);
  }
  engine_page page;
  const auto opened = page.open(all);
  const auto cells =
      page.texts(engine_page::number_of(opened.value()["file"]), engine_page::no_member);
  ASSERT_EQ(cells.size(), 65536u);
  std::ifstream in(NOPY_TESTS_DIR "/vectors/text/float16.txt");
  std::string text;
  for (std::size_t bits = 0; bits < 65536; ++bits) {
    ASSERT_TRUE(std::getline(in, text));
    ASSERT_EQ(cells[bits], text) << bits;
  }
}

TEST(EngineText, TheOtherTypesHaveNumPysText) {
  std::ifstream in(NOPY_TESTS_DIR "/vectors/text/others.txt");
  std::string descr, hex, text;
  int seen = 0;
  while (std::getline(in, descr, '\t') && std::getline(in, hex, '\t') && std::getline(in, text)) {
    const auto item = nopy::test::bytes_from_hex(hex);
    const std::string quoted = descr.starts_with("[") ? descr : "'" + descr + "'";
    const std::string all = npy_bytes().dict(quoted, "()").pad(64).str() +
                            std::string(reinterpret_cast<const char*>(item.data()), item.size());
    engine_page page;
    const auto opened = page.open(all);
    ASSERT_EQ(opened.value()["kind"].as_string(), "npy") << descr << opened.bytes;
    const auto cells =
        page.texts(engine_page::number_of(opened.value()["file"]), engine_page::no_member);
    ASSERT_EQ(cells.size(), 1u) << descr;
    // A long double's kind is told from its values, and one value may not tell it.
    if (descr.find("f16") == std::string::npos && descr.find("c32") == std::string::npos) {
      EXPECT_EQ(cells[0], text) << descr << ' ' << hex;
    }
    ++seen;
  }
  EXPECT_EQ(seen, 906);
}

TEST(EngineText, TheColumnsOfARecordStandSideBySide) {
  const std::string all =
      npy_bytes()
          .dict("[('a', '<i2'), ('', '|V2'), ('p', [('x', '<f4'), ('m', '|u1', (2,))])]", "(1,)")
          .pad(64)
          .str() +
      std::string("\x05\0\xEE\xEE\0\0\xC0\x3F\x01\x02", 10);
  engine_page page;
  const auto opened = page.open(all);
  const auto value = opened.value();
  ASSERT_EQ(value["kind"].as_string(), "npy") << opened.bytes;
  const auto file = engine_page::number_of(value["file"]);
  const auto columns = value["array"]["columns"];
  ASSERT_EQ(columns.size(), 4u);
  EXPECT_EQ(columns[0]["name"].as_string(), "a");
  EXPECT_EQ(columns[1]["name"].as_string(), "p.x");
  EXPECT_EQ(columns[3]["name"].as_string(), "p.m[1]");
  EXPECT_EQ(value["array"]["paddingBytes"].number_text(), "2");
  EXPECT_EQ(page.texts(file, engine_page::no_member, -2),
            (std::vector<std::string>{"5", "1.5", "1", "2"}));
  EXPECT_EQ(page.texts(file, engine_page::no_member, 3), std::vector<std::string>{"2"});
  EXPECT_EQ(page.texts(file, engine_page::no_member),
            std::vector<std::string>{"(5, (1.5, [1, 2]))"});
}

TEST(EngineText, PaddingIsCountedAtEveryDepth) {
  const std::string all =
      npy_bytes()
          .dict("[('a', '<i2'), ('', '|V2'), ('p', [('x', 'u1'), ('', '|V3')], (4,))]", "(0,)")
          .pad(64)
          .str();
  engine_page page;
  EXPECT_EQ(page.open(all).value()["array"]["paddingBytes"].number_text(), "14");
}

TEST(EngineText, TheSmallBuildMakesThePowersOfTheTable) {
  static nopy::texts::power_of_ten made[nopy::texts::power_count];
  nopy::texts::make_powers(made);
  for (int i = 0; i < nopy::texts::power_count; ++i) {
    ASSERT_EQ(made[i].high, nopy::texts::powers_of_ten[i].high) << i;
    ASSERT_EQ(made[i].low, nopy::texts::powers_of_ten[i].low) << i;
  }
}

}  // namespace
