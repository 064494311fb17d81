// SPDX-License-Identifier: MIT
// Every text that NumPy gave (tests/vectors/text) is reproduced.
#include "support/print_case.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

std::ifstream open_vectors(const std::string& name) {
  return std::ifstream(std::string(NOPY_TESTS_DIR "/vectors/text/") + name);
}

std::string text_of(const nopy::dtype& type, std::uint64_t bits) {
  std::byte item[8];
  for (std::size_t i = 0; i < sizeof item; ++i) item[i] = static_cast<std::byte>(bits >> (8 * i));
  return nopy::value_text(type, item);
}

void expect_floats(const char* name, std::uint32_t bytes, int rows) {
  const auto type = nopy::dtype::number(nopy::kind::floating, bytes, nopy::endian::little);
  std::ifstream in = open_vectors(name);
  std::string bits, text;
  int seen = 0;
  for (; std::getline(in, bits, '\t') && std::getline(in, text); ++seen)
    ASSERT_EQ(text_of(type, std::stoull(bits, nullptr, 16)), text) << bits;
  EXPECT_EQ(seen, rows);
}

TEST(TextVectors, EveryFloat16HasNumPysText) {
  const auto type = nopy::dtype::number(nopy::kind::floating, 2, nopy::endian::little);
  std::ifstream in = open_vectors("float16.txt");
  std::string text;
  for (std::uint64_t bits = 0; bits < 65536; ++bits) {
    ASSERT_TRUE(std::getline(in, text));
    ASSERT_EQ(text_of(type, bits), text) << bits;
  }
}

TEST(TextVectors, Float32HaveNumPysText) { expect_floats("float32.txt", 4, 22516); }

TEST(TextVectors, Float64HaveNumPysText) { expect_floats("float64.txt", 8, 22516); }

TEST(TextVectors, TheOtherTypesHaveNumPysText) {
  std::ifstream in = open_vectors("others.txt");
  std::string descr, hex, text;
  int seen = 0;
  while (std::getline(in, descr, '\t') && std::getline(in, hex, '\t') && std::getline(in, text)) {
    auto type = nopy::dtype::parse(descr);
    ASSERT_TRUE(type) << descr;
    const auto item = nopy::test::bytes_from_hex(hex);
    ASSERT_EQ(item.size(), type->item_bytes());
    EXPECT_EQ(nopy::value_text(*type, item.data()), text) << descr << ' ' << hex;
    ++seen;
  }
  EXPECT_EQ(seen, 906);
}

}  // namespace
