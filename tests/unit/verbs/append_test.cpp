// SPDX-License-Identifier: MIT
// Appending makes the file that saving all rows at once makes.
#include <nopy/append.hpp>
#include <nopy/save.hpp>

#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <sys/wait.h>

#include <gtest/gtest.h>
#include <unistd.h>

#include <numeric>
#include <optional>

namespace nopy::test {
namespace {

using appender = npy_appender<std::int32_t, 2>;

std::vector<std::int32_t> counted(std::size_t first, std::size_t count) {
  std::vector<std::int32_t> out(count);
  std::iota(out.begin(), out.end(), static_cast<std::int32_t>(first));
  return out;
}

std::string file_of_rows(std::size_t rows) {
  return numpy_file("'<i4'", false, {rows, 3}, bytes_of(counted(0, rows * 3)));
}

TEST(append, makes_a_file_of_no_rows) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  for (int again = 0; again < 2; ++again) {
    const auto log = appender::open(path, {3});
    ASSERT_TRUE(log.has_value()) << log.error().message();
    EXPECT_EQ(log->rows(), 0u);
    EXPECT_EQ(temporary_folder::read_text(path), file_of_rows(0));
  }
}

TEST(append, shows_rows_when_they_are_committed) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  std::size_t rows = 0;
  for (const std::size_t more : {1u, 8u, 1u, 90u, 1u, 899u, 60'000u, 200'000u}) {
    for (const auto until : {durability::none, durability::data, durability::full}) {
      auto log = appender::open(path, {3}, {.durability = until});
      ASSERT_TRUE(log.has_value()) << log.error().message();
      const auto values = counted(rows * 3, more * 3);
      ASSERT_TRUE(log->try_append(std::span<const std::int32_t>(values)).has_value());
      EXPECT_EQ(log->rows(), rows + more);
      ASSERT_TRUE(log->try_commit().has_value());
      rows += more;
      EXPECT_TRUE(temporary_folder::read_text(path) == file_of_rows(rows)) << rows;
    }
  }
}

TEST(append, commits_many_times_and_takes_no_rows_as_nothing) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  auto log = appender::open(path, {3}, {.durability = durability::none});
  ASSERT_TRUE(log.has_value());
  for (std::size_t row = 0; row < 120; ++row) {
    ASSERT_TRUE(log->try_append(std::span<const std::int32_t>(counted(row * 3, 3))).has_value());
    ASSERT_TRUE(log->try_append(std::span<const std::int32_t>()).has_value());
    ASSERT_TRUE(log->try_commit().has_value());
    ASSERT_TRUE(log->try_commit().has_value());
    ASSERT_EQ(temporary_folder::read_text(path), file_of_rows(row + 1));
  }
}

TEST(append, gives_up_what_was_not_committed) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  for (const std::size_t uncommitted : {1u, 100'000u}) {
    {
      auto log = appender::open(path, {3});
      ASSERT_TRUE(log.has_value());
      ASSERT_TRUE(
          log->try_append(std::span<const std::int32_t>(counted(0, uncommitted * 3))).has_value());
    }
    EXPECT_EQ(temporary_folder::read_text(path), file_of_rows(0));
  }
}

TEST(append, belongs_to_the_process_that_opened_it) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  auto opened = appender::open(path, {3});
  ASSERT_TRUE(opened.has_value());
  std::optional<appender> log(*std::move(opened));
  constexpr std::size_t rows = 100'000;  // more than are gathered in memory
  log->append(std::span<const std::int32_t>(counted(0, rows * 3)));
  const pid_t child = ::fork();
  if (child == 0) {
    log.reset();
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  log->commit();
  EXPECT_EQ(temporary_folder::read_text(path), file_of_rows(rows));
}

TEST(append, grows_what_save_wrote_and_keeps_its_place) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  const auto first = counted(0, 6);
  const array_view<const std::int32_t, 2> view(first.data(), std::array<std::size_t, 2>{2, 3});
  ASSERT_TRUE(try_save(path, view).has_value());
  struct stat before {};
  ASSERT_EQ(::stat(path.c_str(), &before), 0);
  auto log = appender::open(path, {3});
  ASSERT_TRUE(log.has_value());
  EXPECT_EQ(log->rows(), 2u);
  ASSERT_TRUE(log->try_append(std::span<const std::int32_t>(counted(6, 30))).has_value());
  ASSERT_TRUE(log->try_commit().has_value());
  EXPECT_EQ(temporary_folder::read_text(path), file_of_rows(12));
  struct stat after {};
  ASSERT_EQ(::stat(path.c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
}

TEST(append, grows_the_last_axis_in_fortran_order) {
  const temporary_folder folder;
  const auto path = folder.file("a");
  const append_options options{.order = order::fortran, .durability = durability::none};
  for (std::size_t columns = 0; columns < 12; ++columns) {
    auto log = appender::open(path, {3}, options);
    ASSERT_TRUE(log.has_value()) << log.error().message();
    EXPECT_EQ(log->rows(), columns);
    EXPECT_EQ(temporary_folder::read_text(path),
              numpy_file("'<i4'", true, {3, columns}, bytes_of(counted(0, columns * 3))));
    const auto column = counted(columns * 3, 3);
    ASSERT_TRUE(log->try_append(std::span<const std::int32_t>(column)).has_value());
    ASSERT_TRUE(log->try_commit().has_value());
  }
}

TEST(append, cuts_off_an_append_that_was_never_committed) {
  const temporary_folder folder;
  for (const std::string& tail : {std::string("\x93NUMP"), std::string(100, '\0'),
                                  std::string(100'000, 'x'), std::string("\x93")}) {
    const auto path = folder.write("a", file_of_rows(2) + tail);
    {
      auto log = appender::open(path, {3});
      ASSERT_TRUE(log.has_value()) << log.error().message();
    }
    EXPECT_EQ(temporary_folder::read_text(path), file_of_rows(2) + tail) << "nothing was appended";
    auto log = appender::open(path, {3});
    ASSERT_TRUE(log.has_value());
    ASSERT_TRUE(log->try_append(std::span<const std::int32_t>(counted(6, 3))).has_value());
    ASSERT_TRUE(log->try_commit().has_value());
    EXPECT_EQ(temporary_folder::read_text(path), file_of_rows(3));
  }
}

}  // namespace

struct appended_row {
  std::uint8_t a;
  std::uint32_t b;
};

}  // namespace nopy::test

NOPY_RECORD(nopy::test::appended_row, a, b);

namespace nopy::test {
namespace {

TEST(append, writes_the_padding_of_records_as_zeros) {
  const temporary_folder folder;
  for (const std::size_t count : {1u, 300'000u}) {
    std::vector<appended_row> rows(count);
    std::memset(static_cast<void*>(rows.data()), 0xAA, count * sizeof(appended_row));
    std::string expected;
    for (std::size_t i = 0; i < count; ++i)
      expected += std::string("\xAA\0\0\0\xAA\xAA\xAA\xAA", 8);
    const std::string descr = "[('a', '|u1'), ('', '|V3'), ('b', '<u4')]";
    {
      auto log = npy_appender<appended_row, 1>::open(folder.file("log"), {});
      ASSERT_TRUE(log.has_value()) << log.error().message();
      ASSERT_TRUE(log->try_append(std::span<const appended_row>(rows)).has_value());
      ASSERT_TRUE(log->try_commit().has_value());
    }
    EXPECT_TRUE(temporary_folder::read_text(folder.file("log")) ==
                numpy_file(descr, false, {count}, expected));
    std::filesystem::remove(folder.file("log"));
    auto out = npy_writer<appended_row, 1>::open(folder.file("rows"), {});
    ASSERT_TRUE(out.has_value());
    ASSERT_TRUE(out->try_write(std::span<const appended_row>(rows)).has_value());
    ASSERT_TRUE(out->try_close().has_value());
    EXPECT_TRUE(temporary_folder::read_text(folder.file("rows")) ==
                numpy_file(descr, false, {count}, expected));
  }
}

TEST(append, takes_types_that_a_file_can_not_tell_apart) {
  const temporary_folder folder;
  for (int again = 0; again < 2; ++again) {
    EXPECT_TRUE((npy_appender<long double, 1>::open(folder.file("x87"), {}).has_value()));
    EXPECT_TRUE((npy_appender<bfloat16, 1>::open(folder.file("bf16"), {}).has_value()));
  }
}

}  // namespace
}  // namespace nopy::test
