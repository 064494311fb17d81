// SPDX-License-Identifier: MIT
// The power goes at any moment: what was saved with durability, and every commit of an appender, is
// there or not there, never something between.
#include <nopy/append.hpp>
#include <nopy/save.hpp>

#include "support/crash_states.hpp"
#include "support/grown_file.hpp"
#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nopy::test {
namespace {

constexpr std::size_t samples = 400;

TEST(crash, of_a_save_leaves_the_old_file_or_the_new_one) {
  std::size_t states = 0;
  for (const auto until : {durability::none, durability::data, durability::full}) {
    const temporary_folder folder;
    const std::string old_text = "the old file";
    const auto path = folder.write("a", old_text);
    std::vector<std::uint16_t> values(2'500'000);  // gathered in two blocks
    std::iota(values.begin(), values.end(), std::uint16_t{1});
    const std::array<std::size_t, 2> extents{2500, 1000};
    const array_view<const std::uint16_t, 2, layout_left> view(values.data(), extents);
    const recorded_syscalls record({path});
    ASSERT_TRUE(try_save(path, view, {.durability = until}).has_value());
    const std::string new_text = temporary_folder::read_text(path);
    const crash_states after({path}, {old_text}, record.events());
    const auto old_or_new = [&](const std::optional<std::string>& now) {
      ASSERT_TRUE(now.has_value());
      ASSERT_TRUE(*now == old_text || *now == new_text);
    };
    states += after.each_kill(path, old_or_new);
    if (until != durability::none) states += after.each_power_cut(path, 40, old_or_new);
    if (until == durability::full)
      after.each_end(path, 40,
                     [&](const std::optional<std::string>& now) { ASSERT_TRUE(now == new_text); });
  }
  RecordProperty("states", static_cast<int>(states));
}

TEST(crash, of_a_row_writer_leaves_nothing_or_the_whole) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  const recorded_syscalls record({});
  auto writer = npy_writer<double, 2>::open(path, {3}, {.durability = durability::full});
  ASSERT_TRUE(writer.has_value());
  const std::vector<double> rows(30'000, 1.5);
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(writer->try_write(std::span<const double>(rows)).has_value());
  ASSERT_TRUE(writer->try_close().has_value());
  const std::string whole = temporary_folder::read_text(path);
  const crash_states after({}, {}, record.events());
  const auto nothing_or_whole = [&](const std::optional<std::string>& now) {
    ASSERT_TRUE(!now || *now == whole);
  };
  after.each_kill(path, nothing_or_whole);
  after.each_power_cut(path, 100, nothing_or_whole);
}

/// Commits 1, 8, 1, 89, 1, ... rows: every one changes the number of digits of the count.
void grow(const std::string& path, const std::string& rows, durability until,
          std::vector<std::uint64_t>& commits) {
  auto log = any_appender::open(path, dtype_of<std::uint32_t>(), {16}, {.durability = until});
  ASSERT_TRUE(log.has_value()) << log.error().message();
  commits.push_back(0);
  const std::span<const std::byte> all = std::as_bytes(std::span(rows));
  for (const std::size_t more : {1u, 8u, 1u, 89u, 1u, 899u, 1u, 9000u}) {
    ASSERT_TRUE(log->try_append(all.subspan(log->rows() * 64, more * 64)).has_value());
    ASSERT_TRUE(log->try_commit().has_value());
    commits.push_back(log->rows());
  }
}

TEST(crash, of_an_appender_leaves_the_rows_of_a_commit) {
  std::vector<std::uint32_t> values(16 * 10'000);
  std::iota(values.begin(), values.end(), 1u);
  const std::string rows = bytes_of(values);
  for (const auto until : {durability::none, durability::data, durability::full}) {
    const temporary_folder folder;
    const auto path = folder.file("a");
    std::vector<std::uint64_t> commits;
    const recorded_syscalls record({});
    grow(path, rows, until, commits);
    const crash_states after({}, {}, record.events());
    const auto rows_of_a_commit = [&](const std::optional<std::string>& now) {
      if (!now) return;  // the empty array that begins the file had no name yet
      const auto seen = rows_in(*now, rows);
      ASSERT_TRUE(seen.has_value());
      ASSERT_TRUE(std::find(commits.begin(), commits.end(), *seen) != commits.end());
    };
    after.each_kill(path, rows_of_a_commit);
    if (until == durability::none) continue;
    EXPECT_GT(after.each_power_cut(path, samples, rows_of_a_commit), 10'000u);
  }
}

TEST(crash, of_an_appender_never_takes_back_a_commit_that_returned) {
  std::vector<std::uint32_t> values(16 * 10'000);
  std::iota(values.begin(), values.end(), 1u);
  const std::string rows = bytes_of(values);
  const temporary_folder folder;
  const auto path = folder.file("a");
  std::vector<std::uint64_t> commits;
  const recorded_syscalls record({});
  grow(path, rows, durability::full, commits);
  // Cut the record behind each fsync that ended a commit.
  std::size_t commit = 0;
  std::vector<file_event> so_far;
  for (const file_event& event : record.events()) {
    so_far.push_back(event);
    const bool header_written = event.what == file_event::kind::sync && so_far.size() >= 2 &&
                                so_far[so_far.size() - 2].what == file_event::kind::write &&
                                so_far[so_far.size() - 2].offset < 128 &&
                                so_far[so_far.size() - 2].offset > 0;
    if (!header_written) continue;
    ++commit;
    const crash_states after({}, {}, so_far);
    after.each_end(path, samples, [&](const std::optional<std::string>& now) {
      ASSERT_TRUE(now.has_value());
      ASSERT_EQ(rows_in(*now, rows), commits[commit]);
    });
  }
  EXPECT_EQ(commit + 1, commits.size());
}

}  // namespace
}  // namespace nopy::test
