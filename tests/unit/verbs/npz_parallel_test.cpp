// SPDX-License-Identifier: MIT
// Members that several threads compress: the bytes are those of one thread, however the array comes in; after a failure
// in any of them nothing is left, no file and no thread. Meant to be run under TSan too.
#include <nopy/npz.hpp>
#include <nopy/npz_edit.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/threads.hpp>

#include "support/replacement_faults.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <new>
#include <thread>

#if NOPY_HAS_LIBDEFLATE
#include <libdeflate.h>
#endif

namespace {

// How many allocations of any thread succeed before one fails; none does below 0.
std::atomic<long> allocations_left{-1};
std::atomic<long> failed_allocations{0};

bool may_allocate() noexcept {
  if (allocations_left.load() < 0) return true;
  if (allocations_left.fetch_sub(1) > 0) return true;
  allocations_left = -1;  // only this one
  ++failed_allocations;
  return false;
}

// What each pair of bytes of new memory holds.
std::atomic<std::uint16_t> left_behind{0};

}  // namespace

// The way the library asks for memory.
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  if (!may_allocate()) return nullptr;
  void* const made = ::operator new(bytes);
  std::fill_n(static_cast<std::uint16_t*>(made), bytes / 2, left_behind.load());
  return made;
}

namespace nopy::test {
namespace {

/// The first of a sequence that is made once. In memory of their own, so that a sanitizer sees who reads behind them.
std::vector<std::uint32_t> values_of(std::size_t count) {
  static const std::vector<std::uint32_t> all = [] {
    std::vector<std::uint32_t> values(4'500'000);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::uint32_t>(i / 70'000 % 3 == 0 ? i * 2654435761u >> 7 : i % 1000);
    return values;
  }();
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// Ways of running tasks that a program may hand in.
struct runner {
  const char* name;
  parallel_callback run;
};
std::vector<runner> runners() {
  return {{"threads(1)", threads(1)},
          {"threads(3)", threads(3)},
          {"as many as processors", threads()},
          {"backwards, on one",
           [](std::size_t tasks, function_ref<void(std::size_t)> run) {
             while (tasks-- > 0) run(tasks);
           }},
          {"more than was asked for", [](std::size_t tasks, function_ref<void(std::size_t)> run) {
             for (std::size_t i = 0; i < tasks + 3; ++i) run(i);
           }}};
}

// They cross one piece (1 MiB), half a batch (8 MiB) and a whole one (16 MiB).
constexpr std::size_t counts[] = {1000, 262'112, 262'113, 700'000, 2'100'000, 4'500'000};

/// The members come in whole, by blocks, and by rows.
result<void> write_archive(const std::string& path, packing how, const parallel_callback& parallel,
                           std::span<const std::size_t> sizes,
                           const progress_callback& progress = {}) {
  auto out =
      npz_writer::open(path, {.compression = how, .progress = progress, .parallel = parallel});
  if (!out) return out.error();
  for (const std::size_t count : sizes) {
    const auto values = values_of(count);
    const std::string key = std::to_string(count);
    if (auto added = out->try_add(key, values); !added) return added;
    const array_view<const std::uint32_t, 2, layout_left> rearranged(
        values.data(), std::array<std::size_t, 2>{2, count / 2});
    if (auto added = out->try_add(key + " rearranged", rearranged); !added) return added;
    if (how.method != compression::deflated) continue;
    if (auto begun = out->try_begin(key + " rows", dtype_of<std::uint32_t>(), {}); !begun)
      return begun;
    const auto bytes = std::as_bytes(std::span(values));
    for (std::size_t at = 0; at < bytes.size(); at += 3'000'000)
      if (auto put =
              out->try_rows(bytes.subspan(at, std::min<std::size_t>(3'000'000, bytes.size() - at)));
          !put)
        return put;
  }
  return out->try_close();
}

class ParallelWriting : public testing::Test {
 protected:
  void SetUp() override {}
  [[nodiscard]] std::string written(packing how, const parallel_callback& parallel,
                                    std::span<const std::size_t> sizes) {
    const auto done = write_archive(folder_.file("a.npz"), how, parallel, sizes);
    EXPECT_TRUE(done) << done.error().message();
    return temporary_folder::read_text(folder_.file("a.npz"));
  }
  temporary_folder folder_;
};

TEST_F(ParallelWriting, GivesTheBytesOfOneThread) {
  const std::string alone = written(deflated{1}, {}, counts);
  for (const auto& [name, run] : runners())
    EXPECT_TRUE(written(deflated{1}, run, counts) == alone) << name;
  const npz_reader reader(folder_.file("a.npz"), {.policy = policy::strict});
  for (const std::size_t count : counts) {
    const auto expected = values_of(count);
    for (const char* const way : {"", " rows"}) {
      const auto loaded = reader[std::to_string(count) + way].load<std::uint32_t, 1>();
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), loaded.begin(), loaded.end()))
          << count << way;
    }
  }
}

TEST_F(ParallelWriting, GivesTheBytesOfOneThreadAtEveryLevel) {
  constexpr std::size_t three_pieces[] = {700'000};
  for (const int level : {2, 6, 9, 12})
    EXPECT_TRUE(written(deflated{level}, threads(3), three_pieces) ==
                written(deflated{level}, {}, three_pieces))
        << level;
  if (!can_write(compression::zstd)) return;
  EXPECT_TRUE(written(zstd{}, threads(3), three_pieces) == written(zstd{}, {}, three_pieces));
}

/// Members below one piece: more than wait at once, empty ones, ones that stay stored, and between them some that
/// must not wait: stored, of another level, of several pieces, in rows, as zstd.
result<void> write_small_members(const std::string& path, const parallel_callback& parallel,
                                 std::size_t count, const progress_callback& progress = {}) {
  auto out = npz_writer::open(
      path, {.compression = deflated{1}, .progress = progress, .parallel = parallel});
  if (!out) return out.error();
  const auto values = values_of(300'000);
  const std::span<const std::uint32_t> all(values);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string key = "m" + std::to_string(i);
    member_options options;
    if (i % 100 == 40) options.compression = stored;
    if (i % 100 == 60) options.compression = deflated{9};
    if (i % 100 == 80 && can_write(compression::zstd)) options.compression = zstd{};
    const std::size_t length = i % 100 == 50 ? 300'000 : i % 90 == 7 ? 250'000 : i * 37 % 3000;
    if (auto added = out->try_add(key, all.first(length), options); !added) return added;
    if (auto added = out->try_add_bytes(key + ".txt", std::as_bytes(all.last(i % 3))); !added)
      return added;
    if (i % 100 != 70) continue;
    if (auto begun = out->try_begin(key + " rows", dtype_of<std::uint32_t>(), {}); !begun)
      return begun;
    if (auto put = out->try_rows(std::as_bytes(all.first(i))); !put) return put;
  }
  return out->try_close();
}

TEST_F(ParallelWriting, GivesSmallMembersTheBytesOfOneThread) {
  const auto written = [&](const parallel_callback& parallel) {
    const auto done = write_small_members(folder_.file("small.npz"), parallel, 700);
    EXPECT_TRUE(done) << done.error().message();
    return temporary_folder::read_text(folder_.file("small.npz"));
  };
  const std::string alone = written({});
  for (const auto& [name, run] : runners()) EXPECT_TRUE(written(run) == alone) << name;
  for (const unsigned count : {2u, 8u}) EXPECT_TRUE(written(threads(count)) == alone) << count;
  const npz_reader reader(folder_.file("small.npz"), {.policy = policy::strict});
  EXPECT_EQ(reader.size(), 1407u);
  EXPECT_EQ(reader["m3"].load().shape(), (shape{111}));
  for (const member& one : reader) EXPECT_TRUE(one.try_verify()) << one.name();
}

TEST_F(ParallelWriting, DependsOnNothingThatMemoryHeldBefore) {
  const auto text_after = [&](std::uint16_t before) {
    left_behind = before;
    const auto done = write_small_members(folder_.file("a.npz"), {}, 60);
    left_behind = 0;
    EXPECT_TRUE(done) << done.error().message();
    return temporary_folder::read_text(folder_.file("a.npz"));
  };
  const std::string usual = text_after(0);
  for (const std::uint16_t before : std::initializer_list<std::uint16_t>{1, 9, 10, 15, 0xFFFF})
    EXPECT_TRUE(text_after(before) == usual) << before;
}

TEST_F(ParallelWriting, RunsSmallMembersSideBySide) {
  std::size_t most = 0;
  const parallel_callback counting = [&](std::size_t tasks, function_ref<void(std::size_t)> run) {
    most = std::max(most, tasks);
    for (std::size_t i = 0; i < tasks; ++i) run(i);
  };
  ASSERT_TRUE(write_small_members(folder_.file("a.npz"), counting, 30));
  EXPECT_GE(most, 50u);
}

TEST_F(ParallelWriting, KnowsTheSmallMembersThatWait) {
  npz_writer out(folder_.file("a.npz"), {.compression = deflated{1}, .parallel = threads(2)});
  const auto values = values_of(100);
  out.add("x", values);
  out.add("y", values);
  EXPECT_EQ(out.count(), 2u);
  const auto again = out.try_add("x", values);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code(), errc::zip_duplicate);
  out.add("z", values);
  out.close();
  EXPECT_EQ(npz_reader(folder_.file("a.npz")).size(), 3u);
}

TEST_F(ParallelWriting, TellsOfSmallMembersAndCanBeStoppedAmongThem) {
  std::uint64_t last = 0;
  std::size_t asked = 0;
  const auto done =
      write_small_members(folder_.file("a.npz"), threads(3), 30, [&](const progress& now) {
        EXPECT_GE(now.done_bytes, last);
        last = now.done_bytes, ++asked;
        return true;
      });
  ASSERT_TRUE(done) << done.error().message();
  EXPECT_EQ(asked, 60u);
  const auto stopped = write_small_members(folder_.file("b.npz"), threads(3), 30,
                                           [&](const progress&) { return --asked > 20; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code(), errc::cancelled);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"a.npz"});
}

TEST_F(ParallelWriting, LeavesTheOldFileOrTheNewOneAmongSmallMembers) {
  ASSERT_TRUE(write_small_members(folder_.file("a.npz"), {}, 45));
  const std::size_t count =
      try_every_fault({.what = "small members written by three threads",
                       .before = "the old file",
                       .after = temporary_folder::read_text(folder_.file("a.npz")),
                       .write = [&](const std::string& path) {
                         return write_small_members(path, threads(3), 45);
                       }});
  EXPECT_GT(count, 50u);
}

TEST_F(ParallelWriting, IsRefusedWhereTheCallbackLeavesOutATask) {
  constexpr std::size_t three_pieces[] = {700'000};
  const parallel_callback lazy = [](std::size_t tasks, function_ref<void(std::size_t)> run) {
    for (std::size_t i = 0; i + 1 < tasks; ++i) run(i);
  };
  const auto done = write_archive(folder_.file("a.npz"), deflated{1}, lazy, three_pieces);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code(), errc::usage);
  EXPECT_TRUE(folder_.names().empty());
  const auto small = write_small_members(folder_.file("a.npz"), lazy, 30);
  ASSERT_FALSE(small);
  EXPECT_EQ(small.error().code(), errc::usage);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(ParallelWriting, TellsHowFarItIsAndCanBeStopped) {
  constexpr std::size_t sizes[] = {4'500'000};
  std::uint64_t last = 0;
  const auto done = write_archive(folder_.file("a.npz"), deflated{1}, threads(3), sizes,
                                  [&](const progress& now) {
                                    EXPECT_GE(now.done_bytes, last);
                                    last = now.done_bytes;
                                    return true;
                                  });
  ASSERT_TRUE(done) << done.error().message();
  EXPECT_EQ(last, 3u * 4 * 4'500'000);
  const auto stopped = write_archive(folder_.file("b.npz"), deflated{1}, threads(3), sizes,
                                     [](const progress&) { return false; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code(), errc::cancelled);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"a.npz"});
}

TEST_F(ParallelWriting, LeavesTheOldFileOrTheNewOneAfterEveryFaultOfTheSystem) {
  constexpr std::size_t two_pieces[] = {263'000};
  const std::size_t count =
      try_every_fault({.what = "an archive written by three threads",
                       .before = "the old file",
                       .after = written(deflated{1}, {}, two_pieces),
                       .write = [&](const std::string& path) {
                         return write_archive(path, deflated{1}, threads(3), two_pieces);
                       }});
  EXPECT_GT(count, 100u);
}

std::size_t thread_count() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

/// Threads before anything is asked of them; a sanitizer's own comes with the first one.
std::size_t threads_at_rest() {
  threads(2)(2, [](std::size_t) {});
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return thread_count();
}

/// Whether no more are there than before; the kernel lists one that was joined for a moment longer.
bool threads_are_gone(std::size_t before) {
  for (int i = 0; i < 500 && thread_count() > before; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return thread_count() <= before;
}

TEST_F(ParallelWriting, LeavesNothingWhereAnAllocationOfAnyThreadFails) {
#if NOPY_HAS_LIBDEFLATE
  libdeflate_set_memory_allocator(
      [](std::size_t bytes) { return may_allocate() ? std::malloc(bytes) : nullptr; }, std::free);
#endif
  constexpr std::size_t three_pieces[] = {700'000};
  const std::size_t threads_before = threads_at_rest();
  const std::pair<const char*, std::function<result<void>(const std::string&)>> ways[] = {
      {"pieces",
       [&](const std::string& path) {
         return write_archive(path, deflated{1}, threads(3), three_pieces);
       }},
      {"small members",
       [](const std::string& path) { return write_small_members(path, threads(3), 45); }}};
  for (const auto& [name, write] : ways) {
    long refused = 0, before = failed_allocations;
    for (long n = 0;; ++n) {
      allocations_left = n;
      const auto done = write(folder_.file("a.npz"));
      allocations_left = -1;
      if (failed_allocations == before) break;
      before = failed_allocations;
      EXPECT_TRUE(threads_are_gone(threads_before)) << name << n;
      if (done) {  // of something that can be done without
        std::filesystem::remove(folder_.file("a.npz"));
        continue;
      }
      ++refused;
      EXPECT_EQ(done.error().code(), errc::out_of_memory) << name << n << done.error().message();
      EXPECT_TRUE(folder_.names().empty()) << name << n;
    }
    EXPECT_GT(refused, 10) << name;
  }
}

TEST(Threads, RunEveryTaskOnceAndAreGoneThen) {
  const std::size_t before = threads_at_rest();
  for (const unsigned count : {0u, 1u, 2u, 7u, 1000u}) {
    std::vector<std::atomic<int>> ran(500);
    threads(count)(ran.size(), [&](std::size_t i) { ++ran[i]; });
    for (const auto& one : ran) EXPECT_EQ(one, 1);
    EXPECT_TRUE(threads_are_gone(before)) << count;
  }
  threads(4)(0, [](std::size_t) { FAIL() << "there is no task"; });
}

TEST(Threads, MakeTheArchivesOfAList) {
  const temporary_folder folder;
  const auto values = values_of(700'000);
  save_npz(folder.file("a.npz"), {{"x", values}, {"y", values}},
           {.compression = deflated::fast, .parallel = threads(2)});
  const npz_reader run(folder.file("a.npz"));
  std::vector<any_array> all(run.size());
  threads(2)(run.size(), [&](std::size_t i) { all[i] = run.at(i).load(); });
  for (const any_array& one : all) EXPECT_EQ(one.shape(), (shape{700'000}));
}

}  // namespace
}  // namespace nopy::test
