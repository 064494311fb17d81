// SPDX-License-Identifier: MIT
// Object arrays pickled by NumPy and Python with every protocol decode to the text expected, and
// every way to break them ends in an error or another value, never in a crash.
#include "unit/object/decode.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace nopy::test {
namespace {

struct golden {
  std::string protocol;
  std::string pickle;
  std::string text;
};

std::string from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1])));
  return bytes;
}

std::vector<golden> read_golden() {
  std::ifstream in(NOPY_TESTS_DIR "/unit/object/pickles.txt");
  std::vector<golden> rows;
  for (std::string line; std::getline(in, line);) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    rows.push_back({line.substr(0, first), from_hex(line.substr(first + 1, second - first - 1)),
                    line.substr(second + 1)});
  }
  return rows;
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST(golden_pickles, decode_to_the_text_that_python_shows) {
  const auto rows = read_golden();
  ASSERT_GT(rows.size(), 150u);
  for (const golden& row : rows) {
    SCOPED_TRACE("protocol " + row.protocol + ": " + row.text);
    const auto value = decode(bytes_of(row.pickle));
    ASSERT_TRUE(value) << value.error().message();
    EXPECT_EQ(value->repr(), row.text);
    EXPECT_EQ(value->kind(), object_value::kind::array);
  }
}

TEST(golden_pickles, cut_at_every_byte_are_data_truncated) {
  for (const golden& row : read_golden()) {
    for (std::size_t count = 0; count < row.pickle.size(); ++count) {
      const std::string cut = row.pickle.substr(0, count);
      const auto value = decode(bytes_of(cut));
      ASSERT_FALSE(value) << row.text << " at " << count;
      ASSERT_EQ(value.error().code(), errc::data_truncated) << value.error().message();
      ASSERT_LE(value.error().offset(), data_offset + count);
    }
  }
}

TEST(golden_pickles, with_one_bit_flipped_end_in_a_value_or_an_error) {
  std::size_t values = 0, errors = 0;
  for (const golden& row : read_golden()) {
    std::string bytes = row.pickle;
    for (std::size_t bit = 0; bit < bytes.size() * 8; bit += 7) {
      bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ 1 << bit % 8);
      const auto value = decode(bytes_of(bytes));
      bytes[bit / 8] = row.pickle[bit / 8];
      (value ? values : errors) += 1;
      if (value) {
        EXPECT_LE(value->repr(4096).size(), 16384u);
      }
    }
  }
  EXPECT_GT(values, 0u);
  EXPECT_GT(errors, 0u);
}

}  // namespace
}  // namespace nopy::test
