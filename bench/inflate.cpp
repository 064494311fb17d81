// SPDX-License-Identifier: MIT
// Rows 17b and 23: the own inflate beside zlib and libdeflate on six kinds of arrays, in streams that zlib 6 made; and a
// window of a deflated member of 1 GiB, once it was passed, beside inflating all of it.
#include "data_sets.hpp"
#include "scratch.hpp"

#include "deflate/inflate.hpp"

#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

#include <libdeflate.h>
#include <zlib.h>

#include <memory>
#include <random>

namespace nopy::bench {
namespace {

/// The stream that zlib 6 makes of a data set, made once.
const array_bytes& stream_of(const data_set& of) {
  static std::vector<std::pair<const char*, array_bytes>> made;
  for (const auto& [name, stream] : made)
    if (name == of.name) return stream;
  array_bytes text = of.make();
  array_bytes stream(data_bytes + 1_MiB);
  z_stream state{};
  if (deflateInit2(&state, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) std::abort();
  state.next_in = reinterpret_cast<Bytef*>(text.data());
  state.avail_in = static_cast<uInt>(text.size());
  state.next_out = reinterpret_cast<Bytef*>(stream.data());
  state.avail_out = static_cast<uInt>(stream.size());
  if (::deflate(&state, Z_FINISH) != Z_STREAM_END) std::abort();
  stream.resize(stream.size() - state.avail_out);
  (void)deflateEnd(&state);
  made.emplace_back(of.name, std::move(stream));
  return made.back().second;
}

void by_nopy(benchmark::State& state, const data_set& of) {
  const array_bytes& stream = stream_of(of);
  const warm_memory into(data_bytes);
  for (auto _ : state) {
    deflate::inflater inflater;
    if (inflater.run(stream, {into.as<std::byte>(), data_bytes}, 0).produced != data_bytes)
      std::abort();
  }
}
void by_zlib(benchmark::State& state, const data_set& of) {
  array_bytes stream = stream_of(of);
  const warm_memory into(data_bytes);
  for (auto _ : state) {
    z_stream inflater{};
    if (inflateInit2(&inflater, -15) != Z_OK) std::abort();
    inflater.next_in = reinterpret_cast<Bytef*>(stream.data());
    inflater.avail_in = static_cast<uInt>(stream.size());
    inflater.next_out = into.as<Bytef>();
    inflater.avail_out = data_bytes;
    if (inflate(&inflater, Z_FINISH) != Z_STREAM_END) std::abort();
    (void)inflateEnd(&inflater);
  }
}
void by_libdeflate(benchmark::State& state, const data_set& of) {
  const array_bytes& stream = stream_of(of);
  const warm_memory into(data_bytes);
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> inflater(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  for (auto _ : state)
    if (libdeflate_deflate_decompress(inflater.get(), stream.data(), stream.size(), into.as<void>(),
                                      data_bytes, nullptr) != LIBDEFLATE_SUCCESS)
      std::abort();
}

constexpr std::uint64_t large_count = 256_MiB;  // floats: 1 GiB

const std::string& large_archive() {
  static const std::string path = [] {
    std::string made = scratch("large.npz");
    write_npz(made, [](npz_writer& out) {
      std::vector<float> rows(1_MiB);
      out.begin("a", dtype_of<float>(), {}, {.compression = deflated{1}});
      for (std::size_t block = 0; block < large_count / rows.size(); ++block) {
        for (std::size_t i = 0; i < rows.size(); ++i)
          rows[i] = static_cast<float>((i * 2654435761u >> 20) + block);
        out.rows(std::as_bytes(std::span(rows)));
      }
    });
    return made;
  }();
  return path;
}

void whole(benchmark::State& state) {
  const npz_reader reader(large_archive());
  const npy_file file(reader["a"]);
  const warm_memory into(large_count * sizeof(float));
  for (auto _ : state)
    file.read<float, 1>({0}, array_view<float, 1>(into.as<float>(), {large_count}));
}
void window(benchmark::State& state) {
  constexpr std::size_t count = 16_KiB;  // floats: 64 KiB
  const npz_reader reader(large_archive());
  const npy_file file(reader["a"]);
  const warm_memory into(count * sizeof(float));
  const array_view<float, 1> view(into.as<float>(), {count});
  file.read<float, 1>({large_count - count}, view);  // the one pass
  std::mt19937_64 random(3);
  for (auto _ : state) file.read<float, 1>({random() % (large_count - count)}, view);
}
BENCHMARK(whole)->Name("17b/64 KiB of 1 GiB deflated, later/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(window)->Name("17b/64 KiB of 1 GiB deflated, later/nopy")->Unit(benchmark::kMillisecond);

[[maybe_unused]] const bool registered = [] {
  for (const data_set& one : data_sets) {
    const auto add = [&](const char* row, const char* side, auto* run) {
      const std::string name = std::string(row) + "/" + one.name + "/" + side;
      benchmark::RegisterBenchmark(name.c_str(), run, one)->Unit(benchmark::kMillisecond);
    };
    add("23a", "limit", by_zlib);
    add("23a", "nopy", by_nopy);
    add("23b", "limit", by_libdeflate);
    add("23b", "nopy", by_nopy);
  }
  return true;
}();

}  // namespace
}  // namespace nopy::bench
