// SPDX-License-Identifier: MIT
// The os floor on Windows: names, offsets, positions, mappings and locks are what they are elsewhere.
#include "os/file.hpp"
#include "os/mapping.hpp"
#include "os/threads.hpp"
#include "os/windows/api.hpp"
#include "os/windows/path.hpp"
#include "os/windows/windows_error.hpp"
#include "os/writing.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <io.h>
#include <atomic>
#include <cerrno>

namespace nopy::test {
namespace {

using os::file;
using os::file_access;
using os::mapping_access;

std::string text_at(const file& from, std::uint64_t offset, std::size_t count) {
  std::string text(count, '\0');
  if (auto read = from.read_at(offset, std::as_writable_bytes(std::span(text))); !read)
    return "error " + std::to_string(read.error().system_code());
  return text;
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

TEST(windows_file, names_are_utf_8_whatever_the_code_page) {
  temporary_folder folder;
  const std::filesystem::path path = folder.path() / L"\u00c4\u65e5\u672c\U0001F40D.bin";
  {
    std::ofstream out(path, std::ios::binary);
    out << "found";
  }
  const std::u8string name = path.u8string();
  const auto opened = file::open(reinterpret_cast<const char*>(name.c_str()));
  ASSERT_TRUE(opened.has_value()) << opened.error().message();
  EXPECT_EQ(text_at(*opened, 0, 5), "found");
}

TEST(windows_file, a_name_that_is_not_utf_8_is_an_error) {
  const auto opened = file::open("\xff.bin");
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().code(), errc::io);
  EXPECT_EQ(opened.error().system_code(), EILSEQ);
}

TEST(windows_file, long_names_are_lifted_above_the_limit) {
  const std::string name = "C:\\" + std::string(300, 'x');
  const auto lifted = os::wide_path::of(name.c_str());
  ASSERT_TRUE(lifted.has_value());
  EXPECT_EQ(std::wstring(lifted->c_str()).substr(0, 8), L"\\\\?\\C:\\x");
  const std::string shared = "\\\\server\\share\\" + std::string(300, 'x');
  const auto network = os::wide_path::of(shared.c_str());
  ASSERT_TRUE(network.has_value());
  EXPECT_EQ(std::wstring(network->c_str()).substr(0, 16), L"\\\\?\\UNC\\server\\s");
  const auto plain = os::wide_path::of("short.npy");
  ASSERT_TRUE(plain.has_value());
  EXPECT_STREQ(plain->c_str(), L"short.npy");
}

TEST(windows_file, what_is_no_file_is_refused) {
  temporary_folder folder;
  EXPECT_EQ(file::open(folder.path().string().c_str()).error().code(), errc::not_regular);
  EXPECT_EQ(file::open("NUL").error().code(), errc::not_regular);
  const auto missing = file::open(folder.file("missing").c_str());
  EXPECT_EQ(missing.error().system_code(), ENOENT);
  EXPECT_EQ(file::duplicate(-1).error().system_code(), EBADF);
}

TEST(windows_file, others_may_delete_what_is_open) {
  temporary_folder folder;
  const std::string path = folder.write("a.bin", "12345");
  {
    const auto opened = file::open(path.c_str());
    ASSERT_TRUE(opened.has_value());
    EXPECT_TRUE(os::check_has_name(opened->descriptor()).has_value());
    EXPECT_TRUE(std::filesystem::remove(path));
    EXPECT_EQ(text_at(*opened, 1, 3), "234");
  }
  EXPECT_EQ(folder.entry_count(), 0u);
}

TEST(windows_file, offsets_have_64_bits) {
  temporary_folder folder;
  const std::string path = folder.write("large.bin", "start");
  const auto opened = file::open(path.c_str(), file_access::read_write);
  ASSERT_TRUE(opened.has_value());
  const std::uint64_t far = (std::uint64_t{1} << 32) + 12345;
  ASSERT_TRUE(os::write_all_at(opened->descriptor(), bytes_of("far"), far).has_value());
  EXPECT_EQ(text_at(*opened, far, 3), "far");
  EXPECT_EQ(text_at(*opened, 0, 5), "start");
  const auto again = file::open(path.c_str());
  EXPECT_EQ(again->size_bytes(), far + 3);
  const auto mapped = os::map_range(*again, far, 3, mapping_access::read);
  ASSERT_TRUE(mapped.has_value()) << mapped.error().message();
  EXPECT_EQ(std::memcmp(mapped->data(), "far", 3), 0);
}

TEST(windows_file, reading_and_writing_at_offsets_moves_no_position) {
  temporary_folder folder;
  const std::string path = folder.write("a.bin", "0123456789");
  const auto opened = file::open(path.c_str(), file_access::read_write);
  const int fd = opened->descriptor();
  ASSERT_EQ(::_lseeki64(fd, 4, SEEK_SET), 4);
  {
    const auto copy = file::duplicate(fd);
    ASSERT_TRUE(copy.has_value()) << copy.error().message();
    EXPECT_EQ(text_at(*copy, 7, 2), "78");
  }
  EXPECT_EQ(::_lseeki64(fd, 0, SEEK_CUR), 4);
  ASSERT_TRUE(os::write_all_at(fd, bytes_of("X"), 0).has_value());
  const std::string a = "ab", b, c = "c";
  os::write_part parts[] = {bytes_of(a), bytes_of(b), bytes_of(c)};
  ASSERT_TRUE(os::write_all(fd, parts).has_value());
  EXPECT_EQ(folder.read_text(path), "X123abc789");
}

TEST(windows_file, the_first_read_tells_the_size) {
  temporary_folder folder;
  for (const std::size_t bytes :
       {std::size_t{0}, std::size_t{5}, std::size_t{64}, std::size_t{65}}) {
    const std::string path = folder.write("a.bin", std::string(bytes, 'x'));
    std::byte first[64];
    const auto opened = file::open_and_read(path.c_str(), first);
    ASSERT_TRUE(opened.has_value());
    EXPECT_EQ(opened->first_bytes(), std::min<std::size_t>(bytes, 64));
    EXPECT_EQ(opened->size_bytes(), bytes);
  }
}

TEST(windows_file, an_end_that_came_nearer_is_named) {
  temporary_folder folder;
  const std::string path = folder.write("a.bin", "0123456789");
  const auto opened = file::open(path.c_str(), file_access::read_write);
  std::byte into[20];
  EXPECT_EQ(opened->read_at(0, into).error().code(), errc::data_truncated);
  ASSERT_TRUE(os::set_size(opened->descriptor(), 4).has_value());
  const auto read = opened->read_at(0, std::span(into).first(8));
  EXPECT_EQ(read.error().code(), errc::changed);
  EXPECT_EQ(read.error().offset(), 4u);
  EXPECT_EQ(opened->check_unchanged().error().code(), errc::changed);
  EXPECT_EQ(os::check_not_shortened(opened->descriptor(), 10).error().code(), errc::changed);
}

struct mapping_row {
  const char* name;
  mapping_access access;
  const char* file_after;
};

TEST(windows_mapping, writes_reach_the_file_only_where_it_is_shared) {
  const mapping_row rows[] = {{"read", mapping_access::read, "0123456789"},
                              {"private_copy", mapping_access::private_copy, "0123456789"},
                              {"shared", mapping_access::shared, "012!456789"}};
  for (const mapping_row& row : rows) {
    temporary_folder folder;
    const std::string path = folder.write("a.bin", "0123456789");
    auto opened = file::open(path.c_str(), file_access::read_write);
    auto mapped = os::map_range(*opened, 3, 4, row.access);
    ASSERT_TRUE(mapped.has_value()) << row.name << mapped.error().message();
    opened = file();  // the mapping stays
    EXPECT_EQ(std::memcmp(mapped->data(), "3456", 4), 0) << row.name;
    if (row.access != mapping_access::read) {
      mapped->data()[0] = std::byte{'!'};
      EXPECT_TRUE(os::synchronise(mapped->bytes()).has_value()) << row.name;
    }
    mapped = memory();
    EXPECT_EQ(folder.read_text(path), row.file_after) << row.name;
  }
}

TEST(windows_mapping, begins_anywhere_beyond_the_first_boundary) {
  temporary_folder folder;
  std::string text(200'000, '.');
  text.replace(131'071, 4, "here");
  const auto opened = file::open(folder.write("a.bin", text).c_str());
  const auto mapped = os::map_range(*opened, 131'071, 4, mapping_access::read);
  ASSERT_TRUE(mapped.has_value());
  EXPECT_EQ(std::memcmp(mapped->data(), "here", 4), 0);
}

TEST(windows_writing, a_second_writer_is_refused_and_readers_are_not) {
  temporary_folder folder;
  const std::string path = folder.write("a.bin", "12345");
  auto first = file::open(path.c_str(), file_access::read_write);
  const auto second = file::open(path.c_str(), file_access::read_write);
  ASSERT_TRUE(os::lock_for_writing(first->descriptor()).has_value());
  const auto refused = os::lock_for_writing(second->descriptor());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().system_code(), EAGAIN);
  EXPECT_EQ(text_at(*file::open(path.c_str()), 0, 5), "12345");
  first = file();
  EXPECT_TRUE(os::lock_for_writing(second->descriptor()).has_value());
}

TEST(windows_writing, what_is_written_can_be_flushed_to_disk) {
  temporary_folder folder;
  const auto opened = file::open(folder.write("a.bin", "1").c_str(), file_access::read_write);
  EXPECT_TRUE(os::synchronise(opened->descriptor(), os::synchronised::bytes).has_value());
  EXPECT_EQ(os::set_size(opened->descriptor(), UINT64_MAX).error().system_code(), EFBIG);
}

TEST(windows_error, has_the_errno_that_means_the_same) {
  struct {
    DWORD code;
    int number;
  } const rows[] = {{ERROR_PATH_NOT_FOUND, ENOENT},   {ERROR_ACCESS_DENIED, EACCES},
                    {ERROR_SHARING_VIOLATION, EBUSY}, {ERROR_DISK_FULL, ENOSPC},
                    {ERROR_ALREADY_EXISTS, EEXIST},   {ERROR_WRITE_PROTECT, EROFS}};
  for (const auto& row : rows) {
    const error made = os::windows_error(row.code, "could not");
    EXPECT_EQ(made.code(), errc::io);
    EXPECT_EQ(made.system_code(), row.number) << row.code;
  }
  EXPECT_EQ(os::windows_error(ERROR_OUTOFMEMORY, "could not").code(), errc::out_of_memory);
  EXPECT_NE(
      std::string(os::windows_error(12345, "could not").message()).find("Windows error 12345"),
      std::string::npos);
}

TEST(windows_threads, do_every_task_once) {
  std::atomic<std::uint64_t> sum{0};
  os::run_on_threads(4, 1000, [&](std::size_t i) { sum += i; });
  EXPECT_EQ(sum, 499'500u);
  EXPECT_GE(os::processor_count(), 1u);
}

}  // namespace
}  // namespace nopy::test
