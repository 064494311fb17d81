// SPDX-License-Identifier: MIT
// Row 32: all statistics of a mapped array cost at most 2.5 memcpys of it on one thread, CPU time; and 1.25 of wall time on two, which
// is 0.8 of a memcpy's speed. Mapping and page faults included. With NOPY_LONG set the files have 4 GiB in place of 256 MiB.
#include "scratch.hpp"

#include <nopy/stats.hpp>
#include <nopy/threads.hpp>

namespace nopy::bench {
namespace {

std::size_t file_bytes() { return std::getenv("NOPY_LONG") != nullptr ? 4096_MiB : 256_MiB; }

void copy_limit(benchmark::State& state) {
  static const warm_memory from(file_bytes()), to(file_bytes());
  for (auto _ : state) {
    std::memcpy(to.as<char>(), from.as<char>(), file_bytes());
    benchmark::ClobberMemory();
  }
}

template <class T>
void map_and_stats(benchmark::State& state, const stats_options& options) {
  const std::string path =
      file_of<T>("stats" + std::to_string(sizeof(T)) + ".npy", file_bytes() / sizeof(T));
  for (auto _ : state) {
    const any_array mapped = map(path);
    benchmark::DoNotOptimize(stats(mapped, options).sum);
  }
}

struct stats_row {
  const char* letter;
  const char* type;
  void (*run)(benchmark::State& state, const stats_options& options);
};
constexpr stats_row stats_rows[] = {{"a", "float64", map_and_stats<double>},
                                    {"b", "float32", map_and_stats<float>},
                                    {"c", "uint8", map_and_stats<std::uint8_t>}};

[[maybe_unused]] const bool registered = [] {
  for (const stats_row& row : stats_rows) {
    const std::string of = std::string("/statistics of ") + row.type;
    const std::string alone = std::string("32") + row.letter + of, both = "32d" + of;
    const auto run = row.run;
    benchmark::RegisterBenchmark((alone + "/limit").c_str(), copy_limit)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((alone + "/nopy").c_str(), [run](benchmark::State& state) {
      run(state, {});
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((both + "/limit").c_str(), copy_limit)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(
        (both + "/nopy").c_str(),
        [run](benchmark::State& state) { run(state, {.parallel = threads(2)}); })
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  return true;
}();

}  // namespace
}  // namespace nopy::bench
