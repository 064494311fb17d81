// SPDX-License-Identifier: MIT
// What NumPy's print(a) printed (tests/vectors/print) is reproduced; tests/numpy/print_test.py makes
// more of it wherever NumPy is installed.
#include "support/print_case.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace {

TEST(PrintVectors, ArraysOfEveryKindArePrintedAsNumPyPrintsThem) {
  std::ifstream in(NOPY_TESTS_DIR "/vectors/print/print.txt");
  int seen = 0;
  std::string line;
  std::getline(in, line);
  while (in) {
    const auto one = nopy::test::parse_print_case(line);
    ASSERT_TRUE(one) << line;
    std::string expected, row;
    while (std::getline(in, row) && row.starts_with('\t')) {
      if (!expected.empty()) expected += '\n';
      expected += row.substr(1);
    }
    EXPECT_EQ(nopy::print(one->view(), {.numpy = true}), expected) << line;
    line = row;
    ++seen;
  }
  EXPECT_EQ(seen, 450);
}

}  // namespace
