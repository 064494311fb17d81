// SPDX-License-Identifier: MIT
// Rows 1, 2, 3 and 12: loading costs what reading the bytes costs; fresh memory costs its page
// faults on huge pages and nothing else.
#include "scratch.hpp"

namespace nopy::bench {
namespace {

constexpr std::size_t big = 64_MiB;  // floats: 256 MiB
constexpr std::uint64_t data_offset = 128;

std::string big_file() { return file_of<float>("big.npy", big); }

// The limit of rows 1 and 2: pread into memory that was touched before.
void pread_warm(benchmark::State& state) {
  const int fd = ::open(big_file().c_str(), O_RDONLY);
  const warm_memory into(big * sizeof(float));
  for (auto _ : state) read_exactly(fd, into.as<char>(), big * sizeof(float), data_offset);
  ::close(fd);
}
BENCHMARK(pread_warm)->Name("1/load_into warm 256 MiB/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(pread_warm)->Name("2/load fresh 256 MiB/limit")->Unit(benchmark::kMillisecond);

void load_into_warm(benchmark::State& state) {
  const std::string path = big_file();
  const warm_memory into(big * sizeof(float));
  for (auto _ : state) load_into(path, array_view<float, 1>(into.as<float>(), {big}));
}
BENCHMARK(load_into_warm)->Name("1/load_into warm 256 MiB/nopy")->Unit(benchmark::kMillisecond);

void load_fresh(benchmark::State& state) {
  const std::string path = big_file();
  for (auto _ : state) {
    const auto loaded = load<float, 1>(path);
    benchmark::DoNotOptimize(loaded.data());
  }
}
BENCHMARK(load_fresh)->Name("2/load fresh 256 MiB/nopy")->Unit(benchmark::kMillisecond);

void small_pread(benchmark::State& state, const std::string& path, std::size_t count) {
  const warm_memory into(count * sizeof(float));
  for (auto _ : state) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    read_exactly(fd, into.as<char>(), count * sizeof(float), data_offset);
    ::close(fd);
  }
}
void small_load(benchmark::State& state, const std::string& path) {
  for (auto _ : state) {
    const auto loaded = load<float, 1>(path);
    benchmark::DoNotOptimize(loaded.data());
  }
}

void mebibyte_limit(benchmark::State& state) {
  small_pread(state, file_of<float>("1m.npy", 256_KiB), 256_KiB);
}
void mebibyte(benchmark::State& state) { small_load(state, file_of<float>("1m.npy", 256_KiB)); }
BENCHMARK(mebibyte_limit)->Name("3/load 1 MiB repeatedly/limit")->Unit(benchmark::kMicrosecond);
BENCHMARK(mebibyte)->Name("3/load 1 MiB repeatedly/nopy")->Unit(benchmark::kMicrosecond);

void small_limit(benchmark::State& state) {
  small_pread(state, file_of<float>("64k.npy", 16_KiB), 16_KiB);
}
void small(benchmark::State& state) { small_load(state, file_of<float>("64k.npy", 16_KiB)); }
BENCHMARK(small_limit)->Name("12a/load 64 KiB npy/limit")->Unit(benchmark::kMicrosecond);
BENCHMARK(small)->Name("12a/load 64 KiB npy/nopy")->Unit(benchmark::kMicrosecond);

void member_limit(benchmark::State& state) { small_pread(state, small_archive(), 16_KiB); }
void stored_member(benchmark::State& state) {
  const std::string path = small_archive();
  for (auto _ : state) {
    const npz_reader reader(path);
    const auto loaded = load<float, 1>(reader["a"]);
    benchmark::DoNotOptimize(loaded.data());
  }
}
BENCHMARK(member_limit)->Name("12b/load 64 KiB member/limit")->Unit(benchmark::kMicrosecond);
BENCHMARK(stored_member)->Name("12b/load 64 KiB member/nopy")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nopy::bench
