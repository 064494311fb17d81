// SPDX-License-Identifier: MIT
// Every system call of save, create and a row writer fails, once and for good, falls short, or is
// the last one of the process: the file is the old one or the new one, a success is the new one,
// and nothing else stays behind.
#include <nopy/append.hpp>
#include <nopy/save.hpp>

#include "support/replacement_faults.hpp"

#include <sys/wait.h>

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::string old_text = "the old file";

struct writing_row {
  const char* what;
  bool file_is_there;
  std::function<result<void>(const std::string& path)> write;
};

std::vector<writing_row> writings() {
  static const std::vector<double> values{1, 2, 3, 4, 5, 6};
  static const array_view<const double, 2, layout_left> rearranged(
      values.data(), std::array<std::size_t, 2>{2, 3});
  const auto save = [](const any_view& view, existing existing, durability durability) {
    return [=](const std::string& path) {
      return try_save(path, view, {.durability = durability, .existing = existing});
    };
  };
  const auto rows = [](const std::string& path) -> result<void> {
    auto writer = npy_writer<double, 2>::open(path, {3}, {.durability = durability::full});
    if (!writer) return writer.error();
    if (auto written = writer->try_write(std::span<const double>(values)); !written) return written;
    // Larger than what is gathered, so that it is written before the end.
    const std::vector<double> many(90'000);
    if (auto written = writer->try_write(std::span<const double>(many)); !written) return written;
    return writer->try_close();
  };
  const auto create = [](const std::string& path) {
    return try_create(path, dtype_of<float>(), {3, 4}, {.existing = existing::replace});
  };
  return {
      {"save", false, save(values, existing::refuse, durability::none)},
      {"save over", true, save(values, existing::replace, durability::none)},
      {"save over, data", true, save(values, existing::replace, durability::data)},
      {"save over, full", true, save(rearranged, existing::replace, durability::full)},
      {"create", false, create},
      {"create over", true, create},
      {"rows", false, rows},
      {"rows over", true, rows},
  };
}

std::string what_it_writes(const writing_row& row) {
  const temporary_folder folder;
  EXPECT_TRUE(row.write(folder.file("a")).has_value());
  return temporary_folder::read_text(folder.file("a"));
}

TEST(save_faults, leave_the_old_file_or_the_new_one_and_nothing_else) {
  std::size_t count = 0;
  for (const writing_row& row : writings()) {
    std::optional<std::string> before;
    if (row.file_is_there) before = old_text;
    count += try_every_fault(
        {.what = row.what, .before = before, .after = what_it_writes(row), .write = row.write});
  }
  RecordProperty("faults", static_cast<int>(count));
  EXPECT_GT(count, 500u);
}

TEST(save_faults, of_a_process_that_is_killed_leave_the_old_file_or_the_new_one) {
  std::size_t kills = 0;
  for (const writing_row& row : writings()) {
    const std::string new_text = what_it_writes(row);
    for (std::size_t n = 0;; ++n, ++kills) {
      const temporary_folder folder;
      const std::string path = folder.file("a");
      if (row.file_is_there) folder.write("a", old_text);
      const pid_t child = ::fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        faulty_syscalls faults({.at = n, .action = fault_action::die});
        const bool done = row.write(path).has_value();
        ::_exit(done ? 0 : 1);
      }
      int status = 0;
      ASSERT_EQ(::waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFEXITED(status));
      const std::string now = temporary_folder::read_text(path);
      EXPECT_TRUE(now == new_text || now == (row.file_is_there ? old_text : ""))
          << row.what << ", call " << n;
      if (WEXITSTATUS(status) == died_status) continue;
      EXPECT_EQ(WEXITSTATUS(status), 0) << row.what;
      EXPECT_EQ(now, new_text) << row.what;
      break;
    }
  }
  EXPECT_GT(kills, 50u);
}

}  // namespace
}  // namespace nopy::test
