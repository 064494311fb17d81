// SPDX-License-Identifier: MIT
// The pure loops, one after another, for callgrind to count (instructions.py): a count
// does not depend on how busy a machine is. Each is run once before it is counted, so that
// what is made once is not.
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/print.hpp>
#include <nopy/stats.hpp>

#include "deflate/crc32.hpp"
#include "deflate/inflate.hpp"
#include "scratch.hpp"

#include <libdeflate.h>
#include <valgrind/callgrind.h>

#include <memory>

namespace nopy::bench {

const std::string& folder() {
  static const std::string path = "/var/tmp";
  return path;
}

namespace {

template <class Work>
void count(const char* name, const Work& work) {
  work();
  CALLGRIND_ZERO_STATS;
  CALLGRIND_TOGGLE_COLLECT;
  work();
  CALLGRIND_TOGGLE_COLLECT;
  CALLGRIND_DUMP_STATS_AT(name);
}

void count_header(const char* name, const dtype& type) {
  const auto bytes = npy_in_memory(type, {3, 4}, order::c);
  count(name, [&] {
    if (!core::decode_header(bytes, bytes.size())) std::abort();
  });
}

template <class T, std::size_t Rank>
void count_load(const char* name, const dtype& from, order order,
                const std::array<std::size_t, Rank>& extents) {
  const auto bytes = npy_in_memory(from, shape(std::span<const std::size_t>(extents)), order);
  const std::size_t items = array_view<T, Rank>(nullptr, extents).size();
  const warm_memory into(items * sizeof(T));
  count(name,
        [&] { load_into(source::memory(bytes), array_view<T, Rank>(into.as<T>(), extents)); });
}

template <class T>
std::vector<T> numbers(std::size_t length) {
  std::vector<T> made(length);
  for (std::size_t i = 0; i < length; ++i)
    made[i] = static_cast<T>(static_cast<double>(i * 2654435761u >> 7 & 0xFFFF) / 7);
  return made;
}

template <class T>
void count_statistics(const char* name) {
  const auto values = numbers<T>(64_KiB);
  count(name, [&] { benchmark::DoNotOptimize(stats(any_view(values)).sum); });
}

std::vector<std::byte> deflated_bytes(std::span<const std::byte> data) {
  libdeflate_compressor* const by = libdeflate_alloc_compressor(6);
  std::vector<std::byte> made(libdeflate_deflate_compress_bound(by, data.size()));
  made.resize(libdeflate_deflate_compress(by, data.data(), data.size(), made.data(), made.size()));
  libdeflate_free_compressor(by);
  return made;
}

void count_inflate(const char* name, std::span<const std::byte> data) {
  const auto stream = deflated_bytes(data);
  std::vector<std::byte> into(data.size());
  const auto state = std::make_unique<deflate::inflater>();
  count(name, [&] {
    *state = deflate::inflater();
    if (state->run(stream, into, 0).status != deflate::status::done) std::abort();
  });
}

void count_archive() {
  const std::string path = scratch("nopy-instructions.npz");
  const auto values = numbers<float>(1000);
  {
    npz_writer out(path, {.compression = deflated{6}});
    for (int i = 0; i < 100; ++i) out.add(std::string("m").append(std::to_string(i)), values);
    out.close();
  }
  count("headers of 100 deflated members", [&] {
    for (const member& one : npz_reader(path)) benchmark::DoNotOptimize(one.header().data_bytes);
  });
  ::unlink(path.c_str());
}

void count_all() {
  count_header("header, simple", dtype_of<float>());
  std::string descr = "[";
  for (int i = 0; i < 100; ++i)
    descr.append("('field_").append(std::to_string(i)).append("', '<f4'), ");
  count_header("header, 100 fields", dtype::parse(descr + "]").value());
  count_load<double, 1>("byte swap, 64 Ki f8", dtype::number(kind::floating, 8, endian::big),
                        order::c, {64_KiB});
  count_load<float, 1>("f2 to f4, 64 Ki", dtype_of<float16>(), order::c, {64_KiB});
  count_load<float16, 1>("f4 to f2, 64 Ki", dtype_of<float>(), order::c, {64_KiB});
  count_load<double, 2>("Fortran to C, 256 x 256 f8", dtype_of<double>(), order::fortran,
                        {256, 256});
  count_load<float, 2>("Fortran to C, 256 x 256 f4", dtype_of<float>(), order::fortran, {256, 256});
  count_load<double, 1>("i4 to f8, 64 Ki", dtype_of<std::int32_t>(), order::c, {64_KiB});
  count_statistics<double>("statistics, 64 Ki f8");
  count_statistics<float>("statistics, 64 Ki f4");
  count_statistics<std::uint8_t>("statistics, 64 Ki u1");
  const auto floats = numbers<float>(64_KiB);
  count("CRC-32, 256 KiB",
        [&] { benchmark::DoNotOptimize(deflate::crc32(0, std::as_bytes(std::span(floats)))); });
  count_inflate("inflate, 256 KiB f4", std::as_bytes(std::span(floats)));
  std::vector<std::int64_t> ascending(32_KiB);
  for (std::size_t i = 0; i < ascending.size(); ++i)
    ascending[i] = static_cast<std::int64_t>(i * 3);
  count_inflate("inflate, 256 KiB i8", std::as_bytes(std::span(ascending)));
  const auto doubles = numbers<double>(1000);
  count("text of 1 000 f8", [&] {
    for (const double& one : doubles)
      benchmark::DoNotOptimize(
          value_text(dtype_of<double>(), std::as_bytes(std::span(&one, 1)).data()));
  });
  count_archive();
}

}  // namespace
}  // namespace nopy::bench

int main() { nopy::bench::count_all(); }
