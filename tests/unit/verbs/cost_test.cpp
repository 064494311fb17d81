// SPDX-License-Identifier: MIT
// What reading costs, counted: system calls, allocations, and memory beside the array.
#include <nopy/create.hpp>
#include <nopy/file.hpp>
#include <nopy/npz.hpp>
#include <nopy/npz_write.hpp>

#include "support/failing_syscalls.hpp"
#include "support/npy_stream.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <new>

namespace {
std::size_t allocations = 0;
}

// Counting replacements; the test program is single-threaded. Inlined, GCC would take new and free for a mismatch.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* block = std::malloc(bytes == 0 ? 1 : bytes)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(bytes == 0 ? 1 : bytes);
}
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, const std::nothrow_t&) noexcept {
  std::free(block);
}

namespace {

using nopy::test::failing_syscalls;
using nopy::test::npy_stream;
using nopy::test::temporary_folder;

template <class Action>
std::size_t system_calls(Action&& action) {
  const failing_syscalls counting(failing_syscalls::fault::none, 0);
  action();
  return counting.calls();
}

template <class Action>
std::size_t allocations_of(Action&& action) {
  const std::size_t before = allocations;
  action();
  return allocations - before;
}

std::string write_floats(const temporary_folder& folder, std::uint64_t rows, std::uint64_t columns,
                         bool fortran = false) {
  std::string shape = std::to_string(rows);
  shape.insert(0, 1, '(').append(", ").append(std::to_string(columns)).append(")");
  const std::vector<float> values(rows * columns, 1.5f);
  return folder.write(
      "a.npy", npy_stream("'<f4'", shape, fortran).data(std::as_bytes(std::span(values))).bytes());
}

TEST(Cost, ReadingAHeaderIsOpenPreadLseekClose) {
  const temporary_folder folder;
  const std::string path = write_floats(folder, 128, 128);
  EXPECT_EQ(system_calls([&] { ASSERT_TRUE(nopy::try_read_header(path)); }), 4u);
  EXPECT_EQ(allocations_of([&] { ASSERT_TRUE(nopy::try_read_header(path)); }), 0u);
}

TEST(Cost, ASmallFileIsNotAskedForItsSize) {
  const temporary_folder folder;
  const std::string path = write_floats(folder, 10, 10);
  EXPECT_EQ(system_calls([&] { ASSERT_TRUE(nopy::try_read_header(path)); }), 3u);
}

TEST(Cost, ASmallArchiveIsReadAtOnce) {
  const temporary_folder folder;
  const std::string path = folder.file("small.npz");
  nopy::save_npz(path, {{"a", std::vector<float>(1000)}, {"b", std::vector<float>(1000)}});
  const auto load_both = [&] {
    const auto reader = nopy::npz_reader::open(path);
    ASSERT_TRUE(reader);
    for (const nopy::member& one : *reader) ASSERT_TRUE(one.try_load());
  };
  // open, fstat, pread, close; whether the file is still the same is asked once for each member.
  EXPECT_EQ(system_calls(load_both), 6u);
}

TEST(Cost, ALoadAddsOneReadAndOneOwner) {
  const temporary_folder folder;
  const std::string path = write_floats(folder, 128, 128);
  EXPECT_EQ(system_calls([&] { ASSERT_TRUE((nopy::try_load<float, 2>(path))); }), 5u);
  EXPECT_EQ(allocations_of([&] { ASSERT_TRUE((nopy::try_load<float, 2>(path))); }), 1u);
  EXPECT_EQ(allocations_of([&] { ASSERT_TRUE(nopy::try_load(path)); }), 1u);
}

TEST(Cost, AMapIsOpenFstatPreadMmapClose) {
  const temporary_folder folder;
  const std::string path = write_floats(folder, 128, 128);
  EXPECT_EQ(system_calls([&] { ASSERT_TRUE((nopy::try_map<float, 2>(path))); }), 5u);
}

TEST(Cost, ALoadIntoMemoryAllocatesNothing) {
  const temporary_folder folder;
  const std::string path = write_floats(folder, 128, 128);
  std::vector<float> into(128 * 128);
  const nopy::array_view<float, 2> view(into.data(), nopy::extents<2>(nopy::shape{128, 128}));
  EXPECT_EQ(allocations_of([&] { ASSERT_TRUE(nopy::try_load_into(path, view)); }), 0u);
}

TEST(Cost, AContiguousWindowIsOneRead) {
  const temporary_folder folder;
  const nopy::npy_file opened{nopy::source(write_floats(folder, 4096, 128))};
  std::vector<float> into(128 * 128);
  const nopy::array_view<float, 2> view(into.data(), nopy::extents<2>(nopy::shape{128, 128}));
  EXPECT_EQ(system_calls([&] { ASSERT_TRUE(opened.try_read({1000, 0}, view)); }), 1u);
  EXPECT_EQ(allocations_of([&] { ASSERT_TRUE(opened.try_read({1000, 0}, view)); }), 0u);
}

TEST(Cost, ANarrowWindowIsFewReads) {
  const temporary_folder folder;
  const nopy::npy_file opened{nopy::source(write_floats(folder, 4096, 1024))};
  // 4096 rows of 3 KiB with gaps of 1 KiB: 16 MiB in tiles of 4 MiB.
  EXPECT_LE(system_calls([&] {
              ASSERT_TRUE((opened.try_region<float, 2>({0, 100}, {4096, 768})));
            }),
            8u);
}

/// Anonymous memory of this process at its peak, in bytes, since `clear_peak`.
std::size_t anonymous_bytes(const char* field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(field)) return std::stoul(line.substr(std::strlen(field))) * 1024;
  return 0;
}
void clear_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

struct load_row {
  const char* what;
  std::uint64_t rows, columns;
  bool fortran;
  std::size_t to_bytes;
  [[nodiscard]] std::size_t array_bytes() const { return rows * columns * to_bytes; }
};

/// Memory that `load` needs at its peak beside what is there before it.
template <class Load>
std::size_t peak_of(Load&& load) {
  clear_peak();
  const std::size_t before = anonymous_bytes("VmRSS:");
  load();
  return anonymous_bytes("VmHWM:") - before;
}

void expect_lean(const load_row& one, const nopy::source& from) {
  const std::size_t peak = peak_of([&] {
    if (one.to_bytes == 4)
      ASSERT_TRUE((nopy::try_load<float, 2>(from))) << one.what;
    else
      ASSERT_TRUE((nopy::try_load<double, 2>(from))) << one.what;
  });
  EXPECT_LE(peak, one.array_bytes() + (8 << 20)) << one.what;
}

TEST(Cost, NoLoadNeedsMoreThanTheArrayAndEightMegabytes) {
  const temporary_folder folder;
  const load_row table[] = {
      {"same type", 2560, 2560, false, 4},   {"converted", 2560, 2560, false, 8},
      {"rearranged", 2560, 2560, true, 4},   {"rearranged and converted", 2560, 2560, true, 8},
      {"long rows", 16, 400000, true, 4},    {"long rows, converted", 16, 400000, true, 8},
      {"long columns", 400000, 16, true, 4},
  };
  for (const auto& one : table)
    expect_lean(one, write_floats(folder, one.rows, one.columns, one.fortran));
}

// The same promise for 512 MiB, from sparse files; takes a machine with that much memory and disk.
TEST(Cost, NoLoadOf512MegabytesNeedsMoreThanTheArrayAndEightMegabytes) {
  if (std::getenv("NOPY_LONG") == nullptr) GTEST_SKIP() << "only with ./dev test --long";
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  const load_row table[] = {
      {"same type", 8192, 16384, false, 4}, {"converted", 8192, 8192, false, 8},
      {"rearranged", 8192, 16384, true, 4}, {"rearranged and converted", 8192, 8192, true, 8},
      {"long rows", 16, 8 << 20, true, 4},  {"long columns", 8 << 20, 16, true, 4},
  };
  for (const auto& one : table) {
    const auto order = one.fortran ? nopy::order::fortran : nopy::order::c;
    ASSERT_TRUE(nopy::try_create(path, nopy::dtype_of<float>(), {one.rows, one.columns},
                                 {.order = order, .existing = nopy::existing::replace}));
    expect_lean(one, path);
  }
  const auto last = nopy::try_map(path);
  ASSERT_TRUE(last);
  for (const auto level : {nopy::stored, nopy::deflated{1}}) {
    const std::string archive = folder.file("a.npz");
    const nopy::named_view members[] = {{"a", *last}};
    ASSERT_TRUE(nopy::try_save_npz(archive, members, {.compression = level}));
    const auto opened = nopy::npz_reader::open(archive);
    ASSERT_TRUE(opened);
    expect_lean({level.level == 0 ? "stored member" : "deflated member", 8 << 20, 16, true, 4},
                opened->at(0));
  }
}

}  // namespace
