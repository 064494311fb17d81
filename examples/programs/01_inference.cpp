// SPDX-License-Identifier: MIT
// Inference pre-processing: a uint8 NHWC batch becomes float NCHW in a buffer that the runtime
// owns.
#include <nopy/nopy.hpp>

#include <cstdio>
#include <vector>

// [program]
void preprocess(float* tensor_memory) {
  const auto images = nopy::map<std::uint8_t, 4>("batch.npy");  // (N, H, W, C)
  const auto v = images.view();
  const auto mean = nopy::load<float, 1>("mean.npy");  // the file holds float64: rounds
  const nopy::array_view<float, 4> out(tensor_memory,
                                       {v.extent(0), v.extent(3), v.extent(1), v.extent(2)});
  for (std::size_t n = 0; n < v.extent(0); ++n)
    for (std::size_t c = 0; c < v.extent(3); ++c)
      for (std::size_t y = 0; y < v.extent(1); ++y)
        for (std::size_t x = 0; x < v.extent(2); ++x)
          out(n, c, y, x) = static_cast<float>(v(n, y, x, c)) - mean(c);
}
// [end]

int main() {
  std::vector<float> tensor(24);
  preprocess(tensor.data());
  for (const float value : tensor) std::printf("%g ", static_cast<double>(value));
  std::printf("\n");
}
