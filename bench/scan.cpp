// SPDX-License-Identifier: MIT
// Row 9: reading the headers of many files costs open, one read and close each.
#include "scratch.hpp"

namespace nopy::bench {
namespace {

constexpr int files = 2000;

const std::vector<std::string>& paths() {
  static const std::vector<std::string> made = [] {
    std::vector<std::string> list;
    const std::vector<float> values(100);
    for (int i = 0; i < files; ++i) {
      list.push_back(scratch("many" + std::to_string(i) + ".npy"));
      save(list.back(), values);
    }
    return list;
  }();
  return made;
}

void limit(benchmark::State& state) {
  const auto& list = paths();
  for (auto _ : state)
    for (const std::string& path : list) {
      char block[1024];
      const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      if (::pread(fd, block, sizeof block, 0) <= 0) std::abort();
      benchmark::DoNotOptimize(block);
      ::close(fd);
    }
}
void read_headers(benchmark::State& state) {
  const auto& list = paths();
  for (auto _ : state)
    for (const std::string& path : list) benchmark::DoNotOptimize(read_header(path).data_bytes);
}
BENCHMARK(limit)->Name("9/scan the headers of 2 000 files/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(read_headers)
    ->Name("9/scan the headers of 2 000 files/nopy")
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nopy::bench
