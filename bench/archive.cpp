// SPDX-License-Identifier: MIT
// Rows 25, 26, 28 and 29: archives of many members, one member of a large archive from cold pages, and checkpoints.
#include "scratch.hpp"

#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

#include <sys/uio.h>

namespace nopy::bench {
namespace {

std::string key(const char* name, std::size_t number) {
  std::string made = name;
  return made.append(std::to_string(number));
}

/// The bytes of the directory, by reading them: the end record says where they are.
struct directory_bytes {
  std::uint64_t offset, bytes;
};
directory_bytes directory_of(int fd) {
  const auto total = static_cast<std::uint64_t>(::lseek(fd, 0, SEEK_END));
  unsigned char end[98];  // end record 64, locator, end record
  read_exactly(fd, end, sizeof end, total - sizeof end);
  const auto number = [](const unsigned char* at, int bytes) {
    std::uint64_t value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | at[i];
    return value;
  };
  const bool wide = number(end, 4) == 0x06064B50;
  return wide ? directory_bytes{number(end + 48, 8), number(end + 40, 8)}
              : directory_bytes{number(end + 92, 4), number(end + 88, 4)};
}

const std::string& listed_archive() {
  static const std::string path = [] {
    std::string made = scratch("5000.npz");
    std::vector<float> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i * i % 997);
    write_npz(made, [&](npz_writer& out) {
      for (std::size_t i = 0; i < 5000; ++i)
        out.add(key("member", i), values, {.compression = deflated{1}});
    });
    return made;
  }();
  return path;
}
void list_limit(benchmark::State& state) {
  const std::string path = listed_archive();
  std::vector<std::uint64_t> starts;
  for (auto _ : state) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    const directory_bytes where = directory_of(fd);
    std::vector<unsigned char> directory(where.bytes);
    read_exactly(fd, directory.data(), directory.size(), where.offset);
    for (std::size_t i = 0; i < 5000; ++i) {
      char block[1024];
      if (::pread(fd, block, sizeof block, static_cast<off_t>(i * where.offset / 5000)) <= 0)
        std::abort();
      benchmark::DoNotOptimize(block);
    }
    ::close(fd);
  }
}
void list_nopy(benchmark::State& state) {
  const std::string path = listed_archive();
  for (auto _ : state) {
    const npz_reader reader(path);
    for (const member& one : reader) benchmark::DoNotOptimize(one.header().data_bytes);
  }
}
BENCHMARK(list_limit)
    ->Name("25/headers of 5 000 deflated members/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(list_nopy)
    ->Name("25/headers of 5 000 deflated members/nopy")
    ->Unit(benchmark::kMillisecond);

const std::string& million_archive() {
  static const std::string path = [] {
    std::string made = scratch("million.npz");
    write_npz(made, [&](npz_writer& out) {
      for (std::size_t i = 0; i < 1'000'000; ++i) out.add_bytes(key("m", i).append(".npy"), {});
    });
    return made;
  }();
  return path;
}
const load_options million{.limits = {.members = 2'000'000}};
void directory_limit(benchmark::State& state) {
  const int fd = ::open(million_archive().c_str(), O_RDONLY | O_CLOEXEC);
  const directory_bytes where = directory_of(fd);
  const warm_memory into(where.bytes);
  for (auto _ : state) read_exactly(fd, into.as<char>(), where.bytes, where.offset);
  ::close(fd);
}
void open_million(benchmark::State& state) {
  const std::string path = million_archive();
  for (auto _ : state) benchmark::DoNotOptimize(npz_reader(path, million).size());
}
void find_in_million(benchmark::State& state) {
  const std::string path = million_archive();
  for (auto _ : state) benchmark::DoNotOptimize(npz_reader(path, million).contains("m500000"));
}
BENCHMARK(directory_limit)->Name("26a/open 1 000 000 members/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(open_million)->Name("26a/open 1 000 000 members/nopy")->Unit(benchmark::kMillisecond);
BENCHMARK(directory_limit)
    ->Name("26b/open and find one of 1 000 000/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(find_in_million)
    ->Name("26b/open and find one of 1 000 000/nopy")
    ->Unit(benchmark::kMillisecond);

constexpr std::size_t tensors = 200;
constexpr std::size_t tensor_count = 1'342'144;  // floats: 200 of them are 1 GiB

const std::vector<float>& tensor() {
  static const std::vector<float> made(tensor_count, 1.5F);
  return made;
}
std::string checkpoint(const std::string& path) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < tensors; ++i) keys.push_back(key("layer", i));
  std::vector<named_view> members;
  for (const std::string& key : keys) members.emplace_back(key, tensor());
  save_npz(path, members);
  return path;
}
const std::string& saved_checkpoint() {
  static const std::string path = checkpoint(scratch("checkpoint.npz"));
  return path;
}
std::string new_checkpoint() {
  static std::size_t last = 0;
  return scratch(key("checkpoint", ++last));
}
void save_limit(benchmark::State& state) {
  std::array<char, 256> header{};
  for (auto _ : state) {
    const std::string path = new_checkpoint();
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    for (std::size_t i = 0; i < tensors; ++i) {
      iovec parts[2] = {{header.data(), header.size()},
                        {const_cast<float*>(tensor().data()), tensor_count * sizeof(float)}};
      if (::writev(fd, parts, 2) <= 0) std::abort();
    }
    ::close(fd);
    state.PauseTiming();
    ::unlink(path.c_str());
    state.ResumeTiming();
  }
}
void save_checkpoint(benchmark::State& state) {
  for (auto _ : state) {
    const std::string path = checkpoint(new_checkpoint());
    state.PauseTiming();
    ::unlink(path.c_str());
    state.ResumeTiming();
  }
}
BENCHMARK(save_limit)
    ->Name("29a/save 200 tensors, 1 GiB, stored/limit")
    ->Unit(benchmark::kMillisecond);
BENCHMARK(save_checkpoint)
    ->Name("29a/save 200 tensors, 1 GiB, stored/nopy")
    ->Unit(benchmark::kMillisecond);

/// Both read into memory that is fresh each time: huge pages of the same kind.
void load_all_limit(benchmark::State& state) {
  const int fd = ::open(saved_checkpoint().c_str(), O_RDONLY | O_CLOEXEC);
  for (auto _ : state) {
    std::vector<memory> all;
    for (std::size_t i = 0; i < tensors; ++i) {
      all.push_back(memory::allocate(tensor_count * sizeof(float)).value());
      read_exactly(fd, all.back().data(), tensor_count * sizeof(float), i * tensor_count * 4);
    }
  }
  ::close(fd);
}
void load_all_members(benchmark::State& state) {
  for (auto _ : state) {
    const npz_reader reader(saved_checkpoint());
    std::vector<any_array> all;
    for (const member& one : reader) all.push_back(one.load());
  }
}
BENCHMARK(load_all_limit)->Name("29b/load 200 tensors, 1 GiB/limit")->Unit(benchmark::kMillisecond);
BENCHMARK(load_all_members)
    ->Name("29b/load 200 tensors, 1 GiB/nopy")
    ->Unit(benchmark::kMillisecond);

/// Four members of 256 MiB; what is measured is one of them, from pages that were given back.
constexpr std::size_t cold_count = 64_MiB;
const std::string& cold_archive() {
  static const std::string path = [] {
    std::string made = scratch("cold.npz");
    const std::vector<float> values(cold_count, 0.5F);
    save_npz(made, {{"a", values}, {"b", values}, {"c", values}, {"d", values}},
             {.durability = durability::data});
    return made;
  }();
  return path;
}
void drop_pages(benchmark::State& state, int fd) {
  state.PauseTiming();
  if (::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) != 0) std::abort();
  state.ResumeTiming();
}
float sum_of(const float* values) {
  float sums[8]{};
  for (std::size_t i = 0; i < cold_count; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += values[i + k];
  return sums[0] + sums[1] + sums[2] + sums[3] + sums[4] + sums[5] + sums[6] + sums[7];
}
void cold_limit(benchmark::State& state) {
  const std::uint64_t offset = npz_reader(cold_archive())["c"].try_data_offset().value();
  const int fd = ::open(cold_archive().c_str(), O_RDONLY | O_CLOEXEC);
  for (auto _ : state) {
    drop_pages(state, fd);
    const memory into = memory::allocate(cold_count * sizeof(float)).value();
    read_exactly(fd, into.data(), cold_count * sizeof(float), offset);
    benchmark::DoNotOptimize(sum_of(reinterpret_cast<const float*>(into.data())));
  }
  ::close(fd);
}
void cold_load(benchmark::State& state) {
  const int fd = ::open(cold_archive().c_str(), O_RDONLY | O_CLOEXEC);
  for (auto _ : state) {
    drop_pages(state, fd);
    const npz_reader reader(cold_archive());
    const auto loaded = load<float, 1>(reader["c"]);
    benchmark::DoNotOptimize(sum_of(loaded.data()));
  }
  ::close(fd);
}
BENCHMARK(cold_limit)
    ->Name("28/one of four members, 256 MiB, cold, load + sum/limit")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(cold_load)
    ->Name("28/one of four members, 256 MiB, cold, load + sum/nopy")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nopy::bench
