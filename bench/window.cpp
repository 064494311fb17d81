// SPDX-License-Identifier: MIT
// Row 6: a window of 64 KiB out of 100 GB costs its own pread, not the file's size.
#include "scratch.hpp"

namespace nopy::bench {
namespace {

constexpr std::uint64_t items = 25'000'000'000;  // float32: 100 GB, sparse
constexpr std::size_t window = 16_KiB;           // floats: 64 KiB

std::string huge_file() {
  const std::string path = scratch("100gb.npy");
  if (::access(path.c_str(), R_OK) != 0) {
    create(path, dtype_of<float>(), {items});
    const int fd = ::open(path.c_str(), O_WRONLY);
    const std::vector<float> values(window, 1.0F);
    if (::pwrite(fd, values.data(), window * 4, 128 + 4 * (items / 2)) < 0) std::abort();
    ::close(fd);
  }
  return path;
}

void limit(benchmark::State& state) {
  const std::string path = huge_file();
  const warm_memory into(window * 4);
  for (auto _ : state) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    read_exactly(fd, into.as<char>(), window * 4, 128 + 4 * (items / 2));
    ::close(fd);
  }
}
void read_window(benchmark::State& state) {
  const std::string path = huge_file();
  const warm_memory into(window * 4);
  for (auto _ : state) {
    const npy_file file(path);
    file.read<float, 1>({items / 2}, array_view<float, 1>(into.as<float>(), {window}));
  }
}
BENCHMARK(limit)->Name("6/64 KiB window of 100 GB/limit")->Unit(benchmark::kMicrosecond);
BENCHMARK(read_window)->Name("6/64 KiB window of 100 GB/nopy")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nopy::bench
