// SPDX-License-Identifier: MIT
// Row 32: all statistics of a mapped array cost at most 2.5 memcpys of it on one thread, CPU time; and 1.25 of wall
// time on two, which is 0.8 of a memcpy's speed. Mapping and page faults included. With NOPY_LONG set one file of 4 GiB
// takes the place of three of 256 MiB; what is copied are 256 MiB then, too, 16 times: any machine has room for that.
#include "scratch.hpp"

#include <nopy/stats.hpp>
#include <nopy/threads.hpp>

namespace nopy::bench {
namespace {

const bool is_long = std::getenv("NOPY_LONG") != nullptr;
constexpr std::size_t copied_bytes = 256_MiB;
const std::size_t file_bytes = is_long ? 16 * copied_bytes : copied_bytes;

void copy_limit(benchmark::State& state) {
  static const warm_memory from(copied_bytes), to(copied_bytes);
  for (auto _ : state)
    for (std::size_t done = 0; done < file_bytes; done += copied_bytes) {
      std::memcpy(to.as<char>(), from.as<char>(), copied_bytes);
      benchmark::ClobberMemory();
    }
}

/// Every page of the file is written: the pages of a sparse one would all be the same.
template <class T>
std::string large_file(const std::string& name) {
  const std::string path = scratch(name);
  if (::access(path.c_str(), R_OK) == 0) return path;
  create(path, dtype_of<T>(), {file_bytes / sizeof(T)});
  auto values = map_writable<T, 1>(path);
  std::uint64_t i = 0;
  for (T& value : values.span()) value = static_cast<T>(i++ % 251);
  return path;
}

template <class T>
void map_and_stats(benchmark::State& state, const stats_options& options) {
  const std::string path = large_file<T>("stats" + std::to_string(sizeof(T)) + ".npy");
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
    if (is_long && &row != stats_rows) break;
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
