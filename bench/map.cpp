// SPDX-License-Identifier: MIT
// Rows 4 and 5: mapping costs what the system calls cost, whatever the file's size.
#include "scratch.hpp"

#include <sys/stat.h>

namespace nopy::bench {
namespace {

constexpr std::size_t big = 64_MiB;  // floats: 256 MiB
constexpr std::uint64_t terabyte = std::uint64_t{1} << 40;

// Eight sums side by side, so that memory is the limit and not the adder.
template <class Span>
float sum(const Span& values) {
  float sums[8]{};
  for (std::size_t i = 0; i + 8 <= values.size(); i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += values[i + k];
  return sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}

void sum_limit(benchmark::State& state) {
  const std::string path = file_of<float>("big.npy", big);
  for (auto _ : state) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const std::size_t bytes = 128 + big * sizeof(float);
    void* start = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, fd, 0);
    ::close(fd);
    const auto* values = reinterpret_cast<const float*>(static_cast<const char*>(start) + 128);
    benchmark::DoNotOptimize(sum(std::span(values, big)));
    ::munmap(start, bytes);
  }
}
void map_and_sum(benchmark::State& state) {
  const std::string path = file_of<float>("big.npy", big);
  for (auto _ : state) {
    const auto mapped = map<float, 1>(path);
    benchmark::DoNotOptimize(sum(mapped.span()));
  }
}
BENCHMARK(sum_limit)->Name("4/map + sum 256 MiB/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(map_and_sum)->Name("4/map + sum 256 MiB/nopy")->Unit(benchmark::kMillisecond);

std::string terabyte_file() {
  const std::string path = scratch("terabyte.npy");
  if (::access(path.c_str(), R_OK) != 0) create(path, dtype_of<float>(), {terabyte / 4});
  return path;
}
void huge_limit(benchmark::State& state) {
  const std::string path = terabyte_file();
  for (auto _ : state) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    void* start = ::mmap(nullptr, terabyte, PROT_READ, MAP_SHARED, fd, 0);
    if (start == MAP_FAILED) std::abort();
    ::munmap(start, terabyte);
    ::close(fd);
  }
}
void huge(benchmark::State& state) {
  const std::string path = terabyte_file();
  for (auto _ : state) {
    const auto mapped = map<float, 1>(path);
    benchmark::DoNotOptimize(mapped.data());
  }
}
BENCHMARK(huge_limit)->Name("5/open + map + close of 1 TB/limit")->Unit(benchmark::kMicrosecond);
BENCHMARK(huge)->Name("5/open + map + close of 1 TB/nopy")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nopy::bench
