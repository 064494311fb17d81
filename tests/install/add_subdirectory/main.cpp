// SPDX-License-Identifier: MIT
// A stranger's first program: writes an array, reads it back.
#include <nopy/nopy.hpp>

#include <cstdio>
#include <vector>

int main() {
  nopy::save("numbers.npy", std::vector<int>{0, 1, 2, 3, 4, 5});
  for (const int number : nopy::load<int, 1>("numbers.npy")) std::printf("%d ", number);
  std::puts("");
}
