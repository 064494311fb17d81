// SPDX-License-Identifier: MIT
// Rows 10 and 11: saving costs one writev; the temporary name and the rename cost little. Every
// write goes to a new name, because replacing a file makes some file systems flush.
#include "scratch.hpp"

#include <nopy/npz_write.hpp>

#include <sys/uio.h>

namespace nopy::bench {
namespace {

std::string new_name() {
  static int last = 0;
  return scratch("new" + std::to_string(++last) + ".npy");
}

void write_limit(benchmark::State& state, std::size_t count) {
  std::vector<float> values(count, 1.0F);
  char header[128]{};
  for (auto _ : state) {
    const std::string path = new_name();
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    iovec parts[2] = {{header, sizeof header}, {values.data(), count * sizeof(float)}};
    if (::writev(fd, parts, 2) != static_cast<ssize_t>(sizeof header + count * sizeof(float)))
      std::abort();
    ::close(fd);
    state.PauseTiming();
    ::unlink(path.c_str());
    state.ResumeTiming();
  }
}
void write_nopy(benchmark::State& state, std::size_t count) {
  const std::vector<float> values(count, 1.0F);
  for (auto _ : state) {
    const std::string path = new_name();
    save(path, values);
    state.PauseTiming();
    ::unlink(path.c_str());
    state.ResumeTiming();
  }
}

void big_limit(benchmark::State& state) { write_limit(state, 64_MiB); }
void big_nopy(benchmark::State& state) { write_nopy(state, 64_MiB); }
BENCHMARK(big_limit)->Name("10/save 256 MiB, new file/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(big_nopy)->Name("10/save 256 MiB, new file/nopy")->Unit(benchmark::kMillisecond);

void small_limit(benchmark::State& state) { write_limit(state, 16_KiB); }
void small_nopy(benchmark::State& state) { write_nopy(state, 16_KiB); }
BENCHMARK(small_limit)->Name("11a/save 64 KiB, new file/limit")->Unit(benchmark::kMicrosecond);
BENCHMARK(small_nopy)->Name("11a/save 64 KiB, new file/nopy")->Unit(benchmark::kMicrosecond);

void archive_nopy(benchmark::State& state) {
  const std::vector<float> values(16_KiB, 1.0F);
  for (auto _ : state) {
    const std::string path = new_name();
    save_npz(path, {{"a", values}});
    state.PauseTiming();
    ::unlink(path.c_str());
    state.ResumeTiming();
  }
}
BENCHMARK(small_limit)->Name("11b/save 64 KiB, new npz/limit")->Unit(benchmark::kMicrosecond);
BENCHMARK(archive_nopy)->Name("11b/save 64 KiB, new npz/nopy")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nopy::bench
