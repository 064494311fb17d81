// SPDX-License-Identifier: MIT
// Row 32: all statistics of a mapped array cost at most 2.5 memcpys of it, so that two threads are as fast as 0.8 of one. CPU time of one
// thread, mapping and page faults included.
#include "scratch.hpp"

#include <nopy/stats.hpp>

namespace nopy::bench {
namespace {

constexpr std::size_t bytes = 256_MiB;

void copy_limit(benchmark::State& state) {
  static const warm_memory from(bytes), to(bytes);
  for (auto _ : state) {
    std::memcpy(to.as<char>(), from.as<char>(), bytes);
    benchmark::ClobberMemory();
  }
}

template <class T>
void map_and_stats(benchmark::State& state) {
  const std::string path =
      file_of<T>("stats" + std::to_string(sizeof(T)) + ".npy", bytes / sizeof(T));
  for (auto _ : state) {
    const any_array mapped = map(path);
    benchmark::DoNotOptimize(stats(mapped).sum);
  }
}

BENCHMARK(copy_limit)
    ->Name("32a/statistics of 256 MiB of float64/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(map_and_stats<double>)
    ->Name("32a/statistics of 256 MiB of float64/nopy")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(copy_limit)
    ->Name("32b/statistics of 256 MiB of float32/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(map_and_stats<float>)
    ->Name("32b/statistics of 256 MiB of float32/nopy")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(copy_limit)
    ->Name("32c/statistics of 256 MiB of uint8/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(map_and_stats<std::uint8_t>)
    ->Name("32c/statistics of 256 MiB of uint8/nopy")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nopy::bench
