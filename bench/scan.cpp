// SPDX-License-Identifier: MIT
// Row 9: reading the headers of many files costs open, one read and close each.
#include "scratch.hpp"

#include <map>

namespace nopy::bench {
namespace {

constexpr int files = 2000;

const std::vector<std::string>& paths(std::size_t count) {
  static std::map<std::size_t, std::vector<std::string>> made;
  std::vector<std::string>& list = made[count];
  const std::vector<float> values(count);
  for (int i = static_cast<int>(list.size()); i < files; ++i) {
    list.push_back(scratch("many" + std::to_string(count) + "_" + std::to_string(i) + ".npy"));
    save(list.back(), values);
  }
  return list;
}

void limit(benchmark::State& state, std::size_t count) {
  const auto& list = paths(count);
  for (auto _ : state)
    for (const std::string& path : list) {
      char block[1024];
      const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (::pread(fd, block, sizeof block, 0) <= 0) std::abort();
      benchmark::DoNotOptimize(block);
      ::close(fd);
    }
}
void read_headers(benchmark::State& state, std::size_t count) {
  const auto& list = paths(count);
  for (auto _ : state)
    for (const std::string& path : list) benchmark::DoNotOptimize(read_header(path).data_bytes);
}
BENCHMARK_CAPTURE(limit, small, 100)->Name("9/528 bytes each/limit")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_headers, small, 100)
    ->Name("9/528 bytes each/nopy")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(limit, larger, 4096)->Name("9/16 KiB each/limit")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_headers, larger, 4096)
    ->Name("9/16 KiB each/nopy")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nopy::bench
