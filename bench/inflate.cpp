// SPDX-License-Identifier: MIT
// Rows 17b and 23: the own inflate beside zlib and libdeflate on six kinds of arrays, in streams
// that zlib 6 made; and a window of a deflated member of 1 GiB, once it was passed, beside
// inflating all of it.
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
const array_bytes& stream_of(const data_set& of) {
  static std::vector<std::pair<const char*, array_bytes>> made;
  for (const auto& [name, stream] : made)
    if (name == of.name) return stream;
  array_bytes stream(data_bytes + 1_MiB);
  stream.resize(by_zlib_6(of.make(), stream));
  made.emplace_back(of.name, std::move(stream));
  return made.back().second;
}

void inflate_by_nopy(benchmark::State& state, const data_set& of) {
  const array_bytes& stream = stream_of(of);
  const warm_memory into(data_bytes);
  for (auto _ : state) {
    deflate::inflater inflater;
    if (inflater.run(stream, {into.as<std::byte>(), data_bytes}, 0).produced != data_bytes)
      std::abort();
  }
}

namespace {

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
  add_row("23a", by_zlib, inflate_by_nopy);
  add_row("23b", by_libdeflate, inflate_by_nopy);
  return true;
}();

}  // namespace
}  // namespace nopy::bench
