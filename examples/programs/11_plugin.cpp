// SPDX-License-Identifier: MIT
// A plug-in behind a C interface, without exceptions: what is wrong is a number.
#include <nopy/nopy.hpp>

#include <algorithm>
#include <cstdio>

// [program]
extern "C" int plugin_load(const char* path, float* out, std::size_t n) {
  const auto run = nopy::npz_reader::open(path);
  if (!run) return -1;
  const auto weights = run->find("weights");
  if (!weights) return -2;
  const auto a = nopy::try_load<float, 1>(*weights);
  if (!a || a->size() != n) return -3;
  std::copy(a->begin(), a->end(), out);
  return 0;
}
// [end]

int main() {
  float out[3] = {};
  std::printf("%d ", plugin_load("missing.npz", out, 3));
  std::printf("%d ", plugin_load("model.npz", out, 2));
  std::printf("%d ", plugin_load("model.npz", out, 3));
  std::printf("%g %g %g\n", double(out[0]), double(out[1]), double(out[2]));
}
