// SPDX-License-Identifier: MIT
// Rows 16 to 19 and 33: compressing six kinds of arrays beside zlib 6, as np.savez_compressed does it (deflate and
// CRC, one thread); many small members compressed by two threads beside one; a chunked member loaded by two threads
// beside libdeflate and a CRC, in CPU time of all threads; and a window of a chunked member of 1 GiB beside all of it.
#include "data_sets.hpp"
#include "scratch.hpp"

#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/threads.hpp>

#include <libdeflate.h>
#include <zlib.h>

#include <cmath>
#include <memory>
#include <random>

namespace nopy::bench {
namespace {

const array_bytes& data_of(const data_set& of) {
  static std::vector<std::pair<const char*, array_bytes>> made;
  for (const auto& [name, data] : made)
    if (name == of.name) return data;
  made.reserve(std::size(data_sets));
  made.emplace_back(of.name, of.make());
  return made.back().second;
}

void zlib_6(benchmark::State& state, const data_set& of) {
  const array_bytes& data = data_of(of);
  array_bytes into(data.size() + 1_MiB);
  for (auto _ : state) {
    benchmark::DoNotOptimize(by_zlib_6(data, into));
    benchmark::DoNotOptimize(
        ::crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())));
  }
}

template <int level>
void archive_of(benchmark::State& state, const data_set& of) {
  const array_bytes& data = data_of(of);
  const std::string path = scratch("compressed.npz");
  for (auto _ : state) {
    npz_writer out(path, {.compression = deflated{level}});
    out.add_bytes("x", data);
    out.close();
  }
  array_bytes into(data.size() + 1_MiB);
  state.counters["size"] = static_cast<double>(npz_reader(path)["x"].compressed_bytes()) /
                           static_cast<double>(by_zlib_6(data, into));
}

constexpr std::size_t chunked_bytes = 64_MiB;
constexpr std::uint64_t large_count = 256_MiB;  // floats: 1 GiB

/// Several copies of the smooth set.
const array_bytes& smooth() {
  static const array_bytes made = [] {
    array_bytes data;
    for (const array_bytes& part = data_of(data_sets[1]); data.size() < chunked_bytes;)
      data.insert(data.end(), part.begin(), part.end());
    return data;
  }();
  return made;
}

void whole_by_libdeflate(benchmark::State& state) {
  array_bytes stream(smooth().size());
  libdeflate_compressor* const deflater = libdeflate_alloc_compressor(6);
  const std::size_t count = libdeflate_deflate_compress(deflater, smooth().data(), smooth().size(),
                                                        stream.data(), stream.size());
  libdeflate_free_compressor(deflater);
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> inflater(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  const warm_memory into(chunked_bytes);
  for (auto _ : state) {
    if (libdeflate_deflate_decompress(inflater.get(), stream.data(), count, into.as<void>(),
                                      chunked_bytes, nullptr) != LIBDEFLATE_SUCCESS)
      std::abort();
    benchmark::DoNotOptimize(libdeflate_crc32(0, into.as<void>(), chunked_bytes));
  }
}
void chunks_by_two_threads(benchmark::State& state) {
  const std::string path = scratch("chunked.npz");
  save_npz(path, {{"x", any_view(dtype_of<double>(), {chunked_bytes / 8}, smooth())}},
           {.compression = deflated{}});
  const npz_reader reader(path);
  const warm_memory into(chunked_bytes);
  const array_view<double, 1> view(into.as<double>(), {chunked_bytes / 8});
  for (auto _ : state) reader["x"].load_into(view, {.parallel = threads(2)});
}
BENCHMARK(whole_by_libdeflate)
    ->Name("16a/64 MiB in chunks by two threads/limit")
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(chunks_by_two_threads)
    ->Name("16a/64 MiB in chunks by two threads/nopy")
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

BENCHMARK(whole_by_libdeflate)
    ->Name("16b/the same, wall time/limit")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(chunks_by_two_threads)
    ->Name("16b/the same, wall time/nopy")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// A thousand members of 32 KiB.
constexpr std::size_t small_count = 1000;
constexpr std::size_t small_length = 4096;
std::span<const double> small_member(std::size_t index) {
  static const std::vector<double> values = [] {
    std::vector<double> made(small_length + small_count);
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = std::sin(static_cast<double>(i) / 1000);
    return made;
  }();
  return std::span(values).subspan(index, small_length);
}
void small_by_zlib(benchmark::State& state) {
  array_bytes into(1_MiB);
  for (auto _ : state)
    for (std::size_t i = 0; i < small_count; ++i) {
      const auto bytes = std::as_bytes(small_member(i));
      benchmark::DoNotOptimize(by_zlib_6({bytes.begin(), bytes.end()}, into));
      benchmark::DoNotOptimize(::crc32(0, reinterpret_cast<const Bytef*>(bytes.data()),
                                       static_cast<uInt>(bytes.size())));
    }
}
void small_members(benchmark::State& state, const parallel_callback& parallel) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < small_count; ++i)
    keys.push_back(std::string("m").append(std::to_string(i)));
  std::vector<named_view> members;
  for (std::size_t i = 0; i < small_count; ++i)
    members.emplace_back(keys[i],
                         array_view<const double, 1>(small_member(i).data(), {small_length}));
  for (auto _ : state)
    save_npz(scratch("small.npz"), members, {.compression = deflated{}, .parallel = parallel});
}
BENCHMARK(small_by_zlib)
    ->Name("33a/1 000 members of 32 KiB by two threads/limit")
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(small_members, two, threads(2))
    ->Name("33a/1 000 members of 32 KiB by two threads/nopy")
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(small_members, one, parallel_callback())
    ->Name("33b/the same, wall time/limit")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(small_members, two, threads(2))
    ->Name("33b/the same, wall time/nopy")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

const std::string& large_archive() {
  static const std::string path = [] {
    std::string made = scratch("large_chunked.npz");
    std::vector<float> values(large_count);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<float>((i * 2654435761u >> 20 & 0xFFF) + i / 1_MiB);
    save_npz(made, {{"a", values}}, {.compression = deflated::fast});
    return made;
  }();
  return path;
}

void whole(benchmark::State& state) {
  const npz_reader reader(large_archive());
  const warm_memory into(large_count * sizeof(float));
  const array_view<float, 1> view(into.as<float>(), {large_count});
  for (auto _ : state) reader["a"].load_into(view);
}
void window(benchmark::State& state) {
  constexpr std::size_t count = 16_KiB;  // floats: 64 KiB
  const npz_reader reader(large_archive());
  const npy_file file(reader["a"]);
  const warm_memory into(count * sizeof(float));
  const array_view<float, 1> view(into.as<float>(), {count});
  std::mt19937_64 random(3);
  for (auto _ : state) file.read<float, 1>({random() % (large_count - count)}, view);
}
BENCHMARK(whole)->Name("17a/64 KiB of 1 GiB in chunks/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(window)->Name("17a/64 KiB of 1 GiB in chunks/nopy")->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool registered = [] {
  add_row("18", zlib_6, archive_of<6>);
  add_row("19", zlib_6, archive_of<1>);
  return true;
}();

}  // namespace
}  // namespace nopy::bench
