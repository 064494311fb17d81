// SPDX-License-Identifier: MIT
// Streaming rows makes the file that saving all of them at once makes; nothing has its name before.
#include <nopy/append.hpp>

#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nopy::test {
namespace {

std::vector<std::int32_t> counted(std::size_t first, std::size_t count) {
  std::vector<std::int32_t> out(count);
  std::iota(out.begin(), out.end(), static_cast<std::int32_t>(first));
  return out;
}

TEST(write_rows, makes_the_file_of_a_save) {
  for (const auto in : {order::c, order::fortran})
    for (const std::size_t rows : {0u, 1u, 9u, 10u, 1000u, 300'000u}) {
      const temporary_folder folder;
      const auto path = folder.file("a");
      auto out = npy_writer<std::int32_t, 2>::open(path, {2}, {.order = in});
      ASSERT_TRUE(out.has_value()) << out.error().message();
      for (std::size_t done = 0; done < rows;) {
        const std::size_t now = std::min(rows - done, done * 2 + 1);
        const auto values = counted(done * 2, now * 2);
        ASSERT_TRUE(out->try_write(std::span<const std::int32_t>(values)).has_value());
        done += now;
        ASSERT_EQ(out->rows(), done);
      }
      EXPECT_FALSE(std::filesystem::exists(path));
      ASSERT_TRUE(out->try_close().has_value());
      const bool fortran = in == order::fortran;
      const auto expected = numpy_file(
          "'<i4'", fortran,
          fortran ? std::vector<std::uint64_t>{2, rows} : std::vector<std::uint64_t>{rows, 2},
          bytes_of(counted(0, rows * 2)));
      EXPECT_TRUE(temporary_folder::read_text(path) == expected) << rows;
      EXPECT_EQ(folder.entry_count(), 1u);
    }
}

TEST(write_rows, leaves_nothing_without_a_close) {
  const temporary_folder folder;
  folder.write("a", "old");
  {
    auto out = npy_writer<double, 1>::open(folder.file("a"), {});
    ASSERT_TRUE(out.has_value());
    const std::vector<double> rows(100'000);
    ASSERT_TRUE(out->try_write(std::span<const double>(rows)).has_value());
    EXPECT_EQ(folder.entry_count(), 2u);
  }
  EXPECT_EQ(folder.entry_count(), 1u);
  EXPECT_EQ(temporary_folder::read_text(folder.file("a")), "old");
}

TEST(write_rows, is_over_after_a_close) {
  const temporary_folder folder;
  auto out = npy_writer<double, 1>::open(folder.file("a"), {});
  ASSERT_TRUE(out.has_value());
  ASSERT_TRUE(out->try_close().has_value());
  EXPECT_EQ(out->try_close().error().code(), errc::usage);
  EXPECT_EQ(out->try_write(std::vector<double>{1}).error().code(), errc::usage);
}

TEST(write_rows, refuses_parts_of_rows_and_rows_of_nothing) {
  const temporary_folder folder;
  auto out = any_writer::open(folder.file("a"), dtype_of<double>(), {2});
  ASSERT_TRUE(out.has_value());
  EXPECT_EQ(out->try_write(std::vector<std::byte>(17)).error().code(), errc::usage);
  EXPECT_EQ(out->rows(), 0u);
  EXPECT_EQ(any_writer::open(folder.file("b"), dtype_of<double>(), {0}).error().code(),
            errc::usage);
  EXPECT_EQ(any_writer::open(folder.file("b"), dtype::object(), {1}).error().code(),
            errc::object_dtype);
  folder.write("c", "old");
  EXPECT_EQ(
      any_writer::open(folder.file("c"), dtype_of<double>(), {1}, {.existing = existing::refuse})
          .error()
          .code(),
      errc::exists);
}

TEST(write_rows, can_be_stopped_by_its_progress) {
  const temporary_folder folder;
  const auto stop = [](const progress& now) {
    EXPECT_EQ(now.total_bytes, 0u);
    return now.done_bytes < 16;
  };
  auto out = npy_writer<double, 1>::open(folder.file("a"), {}, {.progress = stop});
  ASSERT_TRUE(out.has_value());
  EXPECT_TRUE(out->try_write(std::vector<double>{1}).has_value());
  EXPECT_EQ(out->try_write(std::vector<double>{2}).error().code(), errc::cancelled);
  EXPECT_EQ(folder.entry_count(), 0u);
}

}  // namespace
}  // namespace nopy::test
