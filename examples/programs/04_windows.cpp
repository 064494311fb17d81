// SPDX-License-Identifier: MIT
// Random windows of a large file from eight threads, in bounded memory.
#include <nopy/nopy.hpp>

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

// [program]
double sum_windows(std::size_t windows) {
  const nopy::npy_file data("train.npy");
  std::atomic<double> sum = 0;
  std::vector<std::thread> pool;
  for (unsigned t = 0; t < 8; ++t)
    pool.emplace_back([&, t] {
      nopy::array<float, 3> buffer({4, 8, 8});
      for (std::size_t w = t; w < windows; w += 8) {
        data.read<float, 3>({w * 4, 0, 0}, buffer.view());
        for (const float x : buffer) sum.fetch_add(static_cast<double>(x));
      }
    });
  for (auto& thread : pool) thread.join();
  return sum;
}
// [end]

int main() { std::printf("%.0f\n", sum_windows(16)); }
