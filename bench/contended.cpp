// SPDX-License-Identifier: MIT
// Rows 2, 3 and 12 once more, by what users would pick instead, on the same files.
#include "contenders.hpp"
#include "scratch.hpp"

namespace nopy::bench {
namespace {

void like_cnpy(benchmark::State& state, const std::string& path) {
  for (auto _ : state) benchmark::DoNotOptimize(load_like_cnpy(path).data());
}
void like_ifstream(benchmark::State& state, const std::string& path, std::size_t count) {
  for (auto _ : state) benchmark::DoNotOptimize(load_by_ifstream(path, count).data());
}
void member_like_cnpy(benchmark::State& state) {
  const std::string path = small_archive();
  for (auto _ : state) benchmark::DoNotOptimize(load_member_like_cnpy(path).data());
}
struct file_row {
  const char* name;
  const char* file;
  std::size_t count;
  benchmark::TimeUnit unit;
};
constexpr file_row contended[] = {
    {"2/load fresh 256 MiB", "big.npy", 64_MiB, benchmark::kMillisecond},
    {"3/load 1 MiB repeatedly", "1m.npy", 256_KiB, benchmark::kMicrosecond},
    {"12a/load 64 KiB npy", "64k.npy", 16_KiB, benchmark::kMicrosecond}};

[[maybe_unused]] const bool registered = [] {
  for (const file_row& row : contended) {
    const auto of = [row](auto run) {
      return
          [row, run](benchmark::State& state) { run(state, file_of<float>(row.file, row.count)); };
    };
    const std::string name = row.name;
    benchmark::RegisterBenchmark((name + "/cnpy-like").c_str(), of(like_cnpy))->Unit(row.unit);
    benchmark::RegisterBenchmark((name + "/ifstream-like").c_str(),
                                 of([row](benchmark::State& state, const std::string& path) {
                                   like_ifstream(state, path, row.count);
                                 }))
        ->Unit(row.unit);
  }
  return true;
}();
BENCHMARK(member_like_cnpy)
    ->Name("12b/load 64 KiB member/cnpy-like")
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nopy::bench
