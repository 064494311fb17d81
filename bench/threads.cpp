// SPDX-License-Identifier: MIT
// Row 30 and the calibration of two threads. Latency is CPU time of the reading thread:
// with more threads than processors the wall time of the slowest hundredth is the
// scheduler's, not the library's.
#include "scratch.hpp"

#include <algorithm>
#include <ctime>
#include <random>
#include <thread>

namespace nopy::bench {
namespace {

constexpr std::size_t window = 16_KiB;  // floats: 64 KiB
constexpr std::size_t count = 64_MiB;   // floats: 256 MiB
constexpr std::size_t threads_count = 8;
constexpr std::size_t reads_a_thread = 500;

double thread_nanoseconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

/// The 99th percentile of `read(first, into)` in nanoseconds, over all threads.
template <class Read>
double slowest_hundredth(const Read& read) {
  std::vector<double> all(threads_count * reads_a_thread);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < threads_count; ++t)
    threads.emplace_back([&, t] {
      std::mt19937_64 random(t);
      const warm_memory into(window * 4);
      for (std::size_t i = 0; i < reads_a_thread; ++i) {
        const std::uint64_t first = random() % (count - window);
        const double began = thread_nanoseconds();
        read(first, into.as<float>());
        all[t * reads_a_thread + i] = thread_nanoseconds() - began;
      }
    });
  for (std::thread& one : threads) one.join();
  const auto at = all.begin() + static_cast<std::ptrdiff_t>(all.size() * 99 / 100);
  std::nth_element(all.begin(), at, all.end());
  return *at;
}

template <class Read>
void measure(benchmark::State& state, const Read& read) {
  double sum = 0;
  for (auto _ : state) sum += slowest_hundredth(read);
  state.counters["value"] = sum / static_cast<double>(state.iterations());
}
void limit(benchmark::State& state) {
  const int fd = ::open(file_of<float>("big.npy", count).c_str(), O_RDONLY | O_CLOEXEC);
  measure(state, [&](std::uint64_t first, float* into) {
    read_exactly(fd, into, window * 4, 128 + 4 * first);
  });
  ::close(fd);
}
void one_file(benchmark::State& state) {
  const npy_file file(file_of<float>("big.npy", count));
  measure(state, [&](std::uint64_t first, float* into) {
    file.read<float, 1>({first}, array_view<float, 1>(into, {window}));
  });
}
BENCHMARK(limit)->Name("30/p99 of a 64 KiB window, 8 threads/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(one_file)
    ->Name("30/p99 of a 64 KiB window, 8 threads/nopy")
    ->Unit(benchmark::kMillisecond);

/// A loop that nothing shares, on one thread and on two: how many processors there really are now.
void spin(std::size_t threads) {
  std::vector<std::thread> all;
  for (std::size_t t = 0; t < threads; ++t)
    all.emplace_back([] {
      std::uint64_t x = 1;
      for (int i = 0; i < 20'000'000; ++i) benchmark::DoNotOptimize(x = x * 3 + 1);
    });
  for (std::thread& one : all) one.join();
}
[[maybe_unused]] const bool registered = [] {
  for (const std::string row : {"16b", "32d", "33b"})
    for (const std::size_t many : {std::size_t{1}, std::size_t{2}})
      benchmark::RegisterBenchmark((row + "/calibration/" + (many == 1 ? "one" : "two")).c_str(),
                                   [many](benchmark::State& state) {
                                     for (auto _ : state) spin(many);
                                   })
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
  return true;
}();

}  // namespace
}  // namespace nopy::bench
