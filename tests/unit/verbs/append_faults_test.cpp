// SPDX-License-Identifier: MIT
// Every system call of an append fails, once and for good, falls short, or is the last one of the
// process: readers see the rows of the last commit or of this one, and a success is this one.
#include <nopy/append.hpp>

#include "support/faulty_syscalls.hpp"
#include "support/grown_file.hpp"
#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <numeric>

namespace nopy::test {
namespace {

// 9 rows are there; 2 and then 100 000 more come, so that the count gets a digit more, rows are
// gathered, and rows go straight through.
constexpr std::size_t rows_before = 9;
constexpr std::size_t rows_after_first = 11;
constexpr std::size_t rows_after = 100'011;

const std::string& all_rows() {
  static const std::string bytes = [] {
    std::vector<std::uint64_t> values(rows_after);
    std::iota(values.begin(), values.end(), std::uint64_t{1});
    return bytes_of(values);
  }();
  return bytes;
}

std::span<const std::byte> rows_between(std::size_t first, std::size_t last) {
  return std::as_bytes(std::span(all_rows())).subspan(first * 8, (last - first) * 8);
}

std::string file_before() {
  return numpy_file("'<u8'", false, {rows_before}, all_rows().substr(0, rows_before * 8)) +
         "an append that was never committed";
}

/// How many rows were committed without an error.
std::size_t append_twice(const std::string& path, durability until) {
  auto log = any_appender::open(path, dtype_of<std::uint64_t>(), {}, {.durability = until});
  if (!log) return rows_before;
  if (!log->try_append(rows_between(rows_before, rows_after_first))) return rows_before;
  if (!log->try_commit()) return rows_before;
  if (!log->try_append(rows_between(rows_after_first, rows_after))) return rows_after_first;
  if (!log->try_commit()) return rows_after_first;
  return rows_after;
}

bool one_fault(durability until, const fault& plan) {
  const temporary_folder folder;
  const auto path = folder.write("a", file_before());
  bool fired = false;
  std::size_t committed = 0;
  std::string hit;
  {
    faulty_syscalls faults(plan);
    committed = append_twice(path, until);
    fired = faults.fired();
    hit = faults.hit();
    EXPECT_EQ(faults.open_descriptors(), 0u) << hit;
  }
  const std::string now = temporary_folder::read_text(path);
  const auto seen = rows_in(now, all_rows());
  EXPECT_TRUE(seen.has_value()) << hit << ": the array can not be read";
  if (seen && *seen != committed) {
    // Only where the header itself could neither be synchronised nor put back.
    EXPECT_TRUE(hit == "fsync" && plan.persistent)
        << hit << ": " << *seen << " rows of " << committed;
    EXPECT_TRUE(*seen == rows_after_first || *seen == rows_after);
  }
  EXPECT_EQ(folder.entry_count(), 1u) << hit;
  return fired;
}

TEST(append_faults, leave_the_rows_of_the_last_commit) {
  std::size_t count = 0;
  for (const auto until : {durability::none, durability::data, durability::full}) {
    for (const int code : {ENOSPC, EIO, EINTR, EDQUOT})
      for (const bool persistent : {false, true})
        for (std::size_t n = 0; one_fault(until, {.at = n, .code = code, .persistent = persistent});
             ++n)
          ++count;
    for (const bool persistent : {false, true})
      for (std::size_t n = 0;
           one_fault(until, {.at = n, .action = fault_action::shorten, .persistent = persistent});
           ++n)
        ++count;
  }
  RecordProperty("faults", static_cast<int>(count));
  EXPECT_GT(count, 300u);
}

// What failed once may work the next time: nothing is lost, nothing comes twice.
TEST(append_faults, can_be_repeated) {
  for (std::size_t n = 0;; ++n) {
    const temporary_folder folder;
    const auto path = folder.write("a", file_before());
    auto log =
        any_appender::open(path, dtype_of<std::uint64_t>(), {}, {.durability = durability::none});
    ASSERT_TRUE(log.has_value());
    bool fired = false;
    {
      faulty_syscalls faults({.at = n, .code = ENOSPC});
      const auto first = rows_between(rows_before, rows_after_first);
      const auto second = rows_between(rows_after_first, rows_after);
      ASSERT_TRUE(log->try_append(first).has_value() || log->try_append(first).has_value());
      ASSERT_TRUE(log->try_append(second).has_value() || log->try_append(second).has_value());
      ASSERT_TRUE(log->try_commit().has_value() || log->try_commit().has_value());
      fired = faults.fired();
    }
    EXPECT_TRUE(temporary_folder::read_text(path) ==
                numpy_file("'<u8'", false, {rows_after}, all_rows()))
        << n;
    if (!fired) break;
  }
}

TEST(append_faults, of_a_synchronisation_end_the_appender) {
  const temporary_folder folder;
  const auto path = folder.write("a", file_before());
  {
    auto log = any_appender::open(path, dtype_of<std::uint64_t>(), {});
    ASSERT_TRUE(log.has_value());
    ASSERT_TRUE(log->try_append(rows_between(rows_before, rows_after_first)).has_value());
    const auto real = os::syscalls();
    os::syscalls().fdatasync = [](int) { return errno = EIO, -1; };
    const auto failed = log->try_commit();
    os::syscalls() = real;
    ASSERT_FALSE(failed.has_value());
    EXPECT_EQ(failed.error().system_code(), EIO);
    EXPECT_EQ(log->try_commit().error().system_code(), EIO);
    EXPECT_EQ(log->try_append(rows_between(0, 1)).error().system_code(), EIO);
  }
  EXPECT_EQ(rows_in(temporary_folder::read_text(path), all_rows()), rows_before);
}

TEST(append_faults, of_a_process_that_is_killed_leave_whole_rows_and_a_file_that_grows_on) {
  std::size_t kills = 0;
  for (const auto until : {durability::none, durability::full})
    for (std::size_t n = 0;; ++n, ++kills) {
      const temporary_folder folder;
      const auto path = folder.write("a", file_before());
      const pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        faulty_syscalls faults({.at = n, .action = fault_action::die});
        ::_exit(append_twice(path, until) == rows_after ? 0 : 1);
      }
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFEXITED(status));
      const auto seen = rows_in(temporary_folder::read_text(path), all_rows());
      ASSERT_TRUE(seen.has_value()) << "call " << n;
      EXPECT_TRUE(*seen == rows_before || *seen == rows_after_first || *seen == rows_after);
      if (WEXITSTATUS(status) != died_status) {
        EXPECT_EQ(WEXITSTATUS(status), 0);
        break;
      }
      {
        auto log = any_appender::open(path, dtype_of<std::uint64_t>(), {});
        ASSERT_TRUE(log.has_value()) << log.error().message();
        ASSERT_TRUE(log->try_append(rows_between(*seen, rows_after)).has_value());
        ASSERT_TRUE(log->try_commit().has_value());
      }
      EXPECT_TRUE(temporary_folder::read_text(path) ==
                  numpy_file("'<u8'", false, {rows_after}, all_rows()));
    }
  EXPECT_GT(kills, 20u);
}

}  // namespace
}  // namespace nopy::test
