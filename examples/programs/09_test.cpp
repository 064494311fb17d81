// SPDX-License-Identifier: MIT
// A unit test that compares an output with what it should be.
#include <nopy/nopy.hpp>

#include <cstdio>

// [program]
int check() {
  const auto got = nopy::load("got.npy"), want = nopy::load("want.npy");
  const auto c = nopy::compare(got.view(), want.view(), {.rtol = 1e-5, .equal_nan = true});
  return c ? 0 : 1;
}
// [end]

int main() { std::printf("%d\n", check()); }
