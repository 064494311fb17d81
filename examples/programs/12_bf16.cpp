// SPDX-License-Identifier: MIT
// bfloat16 weights of an archive: NumPy alone shows them as raw bytes, '|V2'.
#include <nopy/nopy.hpp>

#include <cstdio>

// [program]
std::vector<float> widen(const nopy::npz_reader& run, std::string_view key) {
  const auto w = nopy::load<nopy::bfloat16>(run[key]);
  return {w.begin(), w.end()};
}
// [end]

int main() {
  const nopy::npz_reader run("llm.npz");
  for (const float value : widen(run, "w")) std::printf("%g ", double(value));
  std::printf("\n");
}
