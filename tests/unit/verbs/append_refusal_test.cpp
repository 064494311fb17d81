// SPDX-License-Identifier: MIT
// What an append refuses; the file is then as it was.
#include <nopy/append.hpp>

#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

/// A header as NumPy wrote it before 1.24: `spaces` behind the dictionary.
std::string old_file(std::uint64_t rows, std::size_t spaces) {
  const std::string body = "{'descr': '|u1', 'fortran_order': False, 'shape': (" +
                           std::to_string(rows) + ",), }" + std::string(spaces, ' ') + "\n";
  return std::string("\x93NUMPY\x01\0", 8) + static_cast<char>(body.size()) + '\0' + body +
         std::string(rows, 'x');
}

struct refusal_row {
  const char* why;
  std::string file;
  dtype type;
  shape row;
  order in;
  errc code;
  std::uint64_t offset = no_offset;
};

TEST(append_refusal, leaves_the_file_as_it_was) {
  const std::string bytes(24, 'x');
  const dtype f4 = dtype_of<float>(), u1 = dtype_of<std::uint8_t>();
  const std::string two_by_three = numpy_file("'<f4'", false, {2, 3}, bytes);
  const std::string cube = numpy_file("'<f4'", true, {1, 2, 3}, bytes);
  const order c = order::c, fortran = order::fortran;
  const refusal_row rows[] = {
      {"another type", two_by_three, dtype_of<std::int32_t>(), {3}, c, errc::type_mismatch},
      {"another byte order",
       two_by_three,
       dtype::number(kind::floating, 4, endian::big),
       {3},
       c,
       errc::type_mismatch},
      {"another extent", two_by_three, f4, {2}, c, errc::shape_mismatch},
      {"another rank", two_by_three, f4, {3, 1}, c, errc::shape_mismatch},
      {"fewer axes", two_by_three, f4, {}, c, errc::shape_mismatch},
      {"C for Fortran", two_by_three, f4, {3}, fortran, errc::order_mismatch},
      {"Fortran for C", cube, f4, {1, 2}, c, errc::order_mismatch},
      {"rank 0", numpy_file("'<f4'", false, {}, "xxxx"), f4, {}, c, errc::usage},
      {"rows of no elements", two_by_three, f4, {0}, c, errc::usage},
      {"items of no bytes", two_by_three, dtype::bytes(0), {3}, c, errc::usage},
      {"objects", two_by_three, dtype::object(), {3}, c, errc::object_dtype},
      {"another array behind it", two_by_three + cube, f4, {3}, c, errc::usage, 128 + 24},
      {"no room for a digit", old_file(9, 0), u1, {}, c, errc::no_room},
      {"no array", "text", f4, {3}, c, errc::bad_magic, 0},
      {"too little data", two_by_three.substr(0, 140), f4, {3}, c, errc::data_truncated, 140},
  };
  for (const refusal_row& row : rows) {
    const temporary_folder folder;
    const auto path = folder.write("a", row.file);
    const auto refused = any_appender::open(path, row.type, row.row, {.order = row.in});
    ASSERT_FALSE(refused.has_value()) << row.why;
    EXPECT_EQ(refused.error().code(), row.code) << row.why << "\n" << refused.error().message();
    EXPECT_EQ(refused.error().offset(), row.offset) << row.why;
    EXPECT_EQ(refused.error().parts().subject.substr(0, path.size()), path) << row.why;
    EXPECT_EQ(temporary_folder::read_text(path), row.file) << row.why;
    EXPECT_EQ(folder.entry_count(), 1u) << row.why;
  }
}

TEST(append_refusal, of_a_row_without_room_keeps_the_rows_before_it) {
  const temporary_folder folder;
  const auto path = folder.write("a", old_file(97, 0));
  auto log = any_appender::open(path, dtype_of<std::uint8_t>(), {});
  ASSERT_TRUE(log.has_value()) << log.error().message();
  const std::byte rows[3]{};
  ASSERT_TRUE(log->try_append(std::span(rows).first(2)).has_value());
  const auto refused = log->try_append(std::span(rows).first(1));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code(), errc::no_room);
  EXPECT_EQ(refused.error().parts().found, "room to count to 99");
  EXPECT_EQ(log->rows(), 99u);
  ASSERT_TRUE(log->try_commit().has_value());
  const std::string now = temporary_folder::read_text(path);
  EXPECT_EQ(now.find("'shape': (99,), }\n"), old_file(97, 0).find("'shape': (97,), }\n"));
  EXPECT_EQ(now.size(), old_file(97, 0).size() + 2);
}

TEST(append_refusal, of_parts_of_rows_takes_nothing) {
  const temporary_folder folder;
  auto log = any_appender::open(folder.file("a"), dtype_of<float>(), {3});
  ASSERT_TRUE(log.has_value());
  const std::byte bytes[13]{};
  EXPECT_EQ(log->try_append(bytes).error().code(), errc::usage);
  EXPECT_EQ(log->rows(), 0u);
}

TEST(append_refusal, of_a_second_writer_lasts_until_the_first_is_gone) {
  const temporary_folder folder;
  {
    const auto first = any_appender::open(folder.file("a"), dtype_of<float>(), {3});
    ASSERT_TRUE(first.has_value());
    const auto second = any_appender::open(folder.file("a"), dtype_of<float>(), {3});
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error().code(), errc::io);
    EXPECT_NE(second.error().message().find("another writer"), std::string::npos);
  }
  EXPECT_TRUE(any_appender::open(folder.file("a"), dtype_of<float>(), {3}).has_value());
}

TEST(append_refusal, of_a_file_that_lost_its_name_is_no_silent_loss) {
  const temporary_folder folder;
  auto log = any_appender::open(folder.file("a"), dtype_of<float>(), {});
  ASSERT_TRUE(log.has_value());
  const std::byte row[4]{};
  ASSERT_TRUE(log->try_append(row).has_value());
  std::filesystem::remove(folder.file("a"));
  EXPECT_EQ(log->try_commit().error().code(), errc::changed);
}

TEST(append_refusal, of_a_file_that_someone_shortened_keeps_zeros_from_passing_for_rows) {
  for (const std::size_t appended :
       {std::size_t{1}, std::size_t{100'000}}) {  // gathered, and written through
    const temporary_folder folder;
    std::uintmax_t left = 0;
    {
      auto log = any_appender::open(folder.file("a"), dtype_of<float>(), {});
      ASSERT_TRUE(log.has_value());
      const std::vector<std::byte> rows(4 * appended);
      ASSERT_TRUE(log->try_append(std::as_bytes(std::span("0123456"))).has_value());
      ASSERT_TRUE(log->try_commit().has_value());
      left = std::filesystem::file_size(folder.file("a")) - 5;
      std::filesystem::resize_file(folder.file("a"), left);
      auto refused = log->try_append(rows);
      if (refused) refused = log->try_commit();
      ASSERT_FALSE(refused.has_value()) << appended;
      EXPECT_EQ(refused.error().code(), errc::changed) << appended;
    }
    EXPECT_EQ(std::filesystem::file_size(folder.file("a")), left) << appended;
  }
}

TEST(append_refusal, of_a_missing_folder_is_io) {
  const temporary_folder folder;
  const auto refused = any_appender::open(folder.file("no/a"), dtype_of<float>(), {});
  EXPECT_EQ(refused.error().system_code(), ENOENT);
  EXPECT_EQ(any_appender::open(folder.path().string(), dtype_of<float>(), {}).error().code(),
            errc::not_regular);
}

}  // namespace
}  // namespace nopy::test
