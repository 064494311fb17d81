// SPDX-License-Identifier: MIT
// Rows 20 to 22: conversions on the way in, held against a memcpy of as many bytes. From memory
// to warm memory, so that nothing but the conversion is measured.
#include "scratch.hpp"

namespace nopy::bench {
namespace {

template <class T, std::size_t Rank>
void convert(benchmark::State& state, const dtype& from, order order,
             const std::array<std::size_t, Rank>& extents) {
  const auto bytes = npy_in_memory(from, shape(std::span<const std::size_t>(extents)), order);
  const warm_memory warm(bytes.size());  // in pages like the limit's
  std::memcpy(warm.as<std::byte>(), bytes.data(), bytes.size());
  const auto file = source::memory({warm.as<std::byte>(), bytes.size()});
  const array_view<T, Rank> shape_of(nullptr, extents);
  const warm_memory into(shape_of.size() * sizeof(T));
  for (auto _ : state) load_into(file, array_view<T, Rank>(into.as<T>(), extents));
}
void copy(benchmark::State& state, std::size_t bytes) {
  const warm_memory from(bytes);
  const warm_memory to(bytes);
  for (auto _ : state) {
    std::memcpy(to.as<char>(), from.as<char>(), bytes);
    benchmark::ClobberMemory();
  }
}

void transpose_f8_limit(benchmark::State& state) { copy(state, 32_MiB); }
void transpose_f8(benchmark::State& state) {
  convert<double, 2>(state, dtype_of<double>(), order::fortran, {2048, 2048});
}
BENCHMARK(transpose_f8_limit)
    ->Name("20a/Fortran to C, 2048 x 2048 f8/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(transpose_f8)
    ->Name("20a/Fortran to C, 2048 x 2048 f8/nopy")
    ->Unit(benchmark::kMillisecond);

void transpose_f4_limit(benchmark::State& state) { copy(state, 16_MiB); }
void transpose_f4(benchmark::State& state) {
  convert<float, 2>(state, dtype_of<float>(), order::fortran, {2048, 2048});
}
BENCHMARK(transpose_f4_limit)
    ->Name("20b/Fortran to C, 2048 x 2048 f4/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(transpose_f4)
    ->Name("20b/Fortran to C, 2048 x 2048 f4/nopy")
    ->Unit(benchmark::kMillisecond);

constexpr std::size_t count = 4_MiB;
void half_limit(benchmark::State& state) { copy(state, 32_MiB); }
void half_to_float(benchmark::State& state) {
  convert<float, 1>(state, dtype_of<float16>(), order::c, {count});
}
void float_to_half(benchmark::State& state) {
  convert<float16, 1>(state, dtype_of<float>(), order::c, {count});
}
BENCHMARK(half_limit)->Name("21a/f2 to f4/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(half_to_float)->Name("21a/f2 to f4/nopy")->Unit(benchmark::kMillisecond);
BENCHMARK(half_limit)->Name("21b/f4 to f2/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(float_to_half)->Name("21b/f4 to f2/nopy")->Unit(benchmark::kMillisecond);

void swap_limit(benchmark::State& state) { copy(state, 32_MiB); }
void swap(benchmark::State& state) {
  convert<double, 1>(state, dtype::number(kind::floating, 8, endian::big), order::c, {count});
}
BENCHMARK(swap_limit)->Name("22/byte swap f8/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(swap)->Name("22/byte swap f8/nopy")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nopy::bench
