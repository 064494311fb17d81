// SPDX-License-Identifier: MIT
// Prints the arrays given on standard input (see support/print_case.hpp) for print_test.py: with
// --text each item exactly, one to a line, else as NumPy would, each line behind "|".
#include "support/print_case.hpp"

#include <iostream>
#include <string_view>

int main(int argc, char** argv) {
  const bool exact = argc > 1 && std::string_view(argv[1]) == "--text";
  for (std::string line; std::getline(std::cin, line);) {
    const auto one = nopy::test::parse_print_case(line);
    if (!one) {
      std::cout << "?no such dtype\n";
      continue;
    }
    if (exact) {
      for (std::uint64_t i = 0; i < one->extents.count(); ++i)
        std::cout << nopy::value_text(one->type, one->view().item(i)) << '\n';
      continue;
    }
    std::istringstream text(nopy::print(one->view(), {.numpy = true}));
    for (std::string row; std::getline(text, row);) std::cout << '|' << row << '\n';
    std::cout << ".\n";
  }
}
