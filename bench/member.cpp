// SPDX-License-Identifier: MIT
// Rows 13, 14 and 15: a stored member is read and verified in one pass; verified alone it costs less than reading it to
// where it stays; a deflated one is loaded faster than by NumPy.
#include "data_sets.hpp"
#include "scratch.hpp"

#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

namespace nopy::bench {
namespace {

constexpr std::size_t count = 16_MiB;  // floats: 64 MiB

const std::string& stored_archive() {
  static const std::string path = [] {
    std::string made = scratch("stored64m.npz");
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i);
    save_npz(made, {{"a", values}});
    return made;
  }();
  return path;
}

void pread_warm(benchmark::State& state) {
  const std::uint64_t offset = npz_reader(stored_archive())["a"].try_data_offset().value();
  const int fd = ::open(stored_archive().c_str(), O_RDONLY | O_CLOEXEC);
  const warm_memory into(count * sizeof(float));
  for (auto _ : state) read_exactly(fd, into.as<char>(), count * sizeof(float), offset);
  ::close(fd);
}
void load_member(benchmark::State& state) {
  const npz_reader reader(stored_archive());
  const warm_memory into(count * sizeof(float));
  for (auto _ : state) reader["a"].load_into(array_view<float, 1>(into.as<float>(), {count}));
}
void map_and_verify(benchmark::State& state) {
  for (auto _ : state) {
    const npz_reader reader(
        stored_archive());  // a new one: an open archive remembers what it verified
    const auto mapped = map<float, 1>(reader["a"]);
    reader["a"].verify();
    benchmark::DoNotOptimize(mapped.data());
  }
}
BENCHMARK(pread_warm)
    ->Name("13/stored member read + verified, 64 MiB/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(load_member)
    ->Name("13/stored member read + verified, 64 MiB/nopy")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(pread_warm)
    ->Name("14/stored member mapped + verified, 64 MiB/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(map_and_verify)
    ->Name("14/stored member mapped + verified, 64 MiB/nopy")
    ->Unit(benchmark::kMillisecond);

/// The archive of a data set: NumPy's, where the table had it made ($NOPY_BENCH_SETS), else one of zlib 6's level.
std::string archive_of(const data_set& of) {
  std::size_t index = 0;
  while (std::strcmp(data_sets[index].name, of.name) != 0) ++index;
  if (const char* folder = std::getenv("NOPY_BENCH_SETS"))
    return std::string(folder) + "/" + std::to_string(index) + ".npz";
  const std::string path = scratch("set" + std::to_string(index) + ".npz");
  if (::access(path.c_str(), R_OK) != 0)
    save_npz(path, {{"x", view_of(of.make())}}, {.compression = deflated{}});
  return path;
}
void load_deflated(benchmark::State& state, const data_set& of) {
  const std::string path = archive_of(of);
  for (auto _ : state) {
    const npz_reader reader(path);
    benchmark::DoNotOptimize(reader["x"].load().memory().data());
  }
}
/// As np.load does it, less Python: the member by read, zlib, zlib's CRC.
void load_by_zlib(benchmark::State& state, const data_set& of) {
  const std::string path = archive_of(of);
  const npz_reader reader(path);
  const auto member = reader["x"];
  std::vector<unsigned char> stream(member.compressed_bytes());
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  unsigned char local[30];
  read_exactly(fd, local, sizeof local, 0);
  const std::uint64_t begin = 30u + local[26] + 256u * local[27] + local[28] + 256u * local[29];
  for (auto _ : state) {
    read_exactly(fd, stream.data(), stream.size(), begin);
    std::vector<unsigned char> into(member.uncompressed_bytes());
    z_stream inflater{};
    if (inflateInit2(&inflater, -15) != Z_OK) std::abort();
    inflater.next_in = stream.data();
    inflater.avail_in = static_cast<uInt>(stream.size());
    inflater.next_out = into.data();
    inflater.avail_out = static_cast<uInt>(into.size());
    if (::inflate(&inflater, Z_FINISH) != Z_STREAM_END) std::abort();
    (void)inflateEnd(&inflater);
    if (::crc32(0, into.data(), static_cast<uInt>(into.size())) != member.crc32()) std::abort();
  }
  ::close(fd);
}

[[maybe_unused]] const bool registered = [] {
  add_row("15", load_by_zlib, load_deflated);
  return true;
}();

}  // namespace
}  // namespace nopy::bench
