// SPDX-License-Identifier: MIT
// Opening takes regular files only and never hangs; reading is exact or says where it stopped.
#include "os/file.hpp"

#include "support/failing_syscalls.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace {

using nopy::errc;
using nopy::os::file;
using nopy::test::failing_syscalls;
using nopy::test::temporary_folder;

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(File, ReadsExactlyTheBytesAtAnOffset) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", "0123456789").c_str());
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->size_bytes(), 10u);
  std::byte into[4];
  ASSERT_TRUE(opened->read_at(3, into));
  EXPECT_EQ(text_of(into), "3456");
  ASSERT_TRUE(opened->read_at(10, {}));
}

TEST(File, AReadBehindTheEndSaysWhereTheFileEnds) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", "0123456789").c_str());
  ASSERT_TRUE(opened);
  std::byte into[4];
  const auto read = opened->read_at(8, into);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), errc::data_truncated);
  EXPECT_EQ(read.error().offset(), 10u);
  EXPECT_FALSE(opened->read_at(UINT64_MAX - 2, into));
}

TEST(File, AFileThatBecameShorterIsChanged) {
  const temporary_folder folder;
  const std::string path = folder.write("a", "0123456789");
  const auto opened = file::open(path.c_str());
  ASSERT_TRUE(opened);
  EXPECT_TRUE(opened->check_unchanged());
  std::filesystem::resize_file(path, 6);
  std::byte into[4];
  const auto read = opened->read_at(4, into);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), errc::changed);
  EXPECT_EQ(read.error().offset(), 6u);
  ASSERT_FALSE(opened->check_unchanged());
  EXPECT_EQ(opened->check_unchanged().error().code(), errc::changed);
}

TEST(File, WhatIsNoRegularFileIsNamed) {
  const temporary_folder folder;
  const std::string fifo = folder.file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  const std::string socket_path = folder.file("socket");
  const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_path.c_str(), sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  const struct {
    std::string path;
    std::string_view word;
  } rows[] = {
      {folder.path().string(), "directory"},
      {fifo, "FIFO"},
      {socket_path, "socket"},
      {"/dev/zero", "character device"},
  };
  for (const auto& row : rows) {
    const auto opened = file::open(row.path.c_str());
    ASSERT_FALSE(opened) << row.path;
    EXPECT_EQ(opened.error().code(), errc::not_regular) << row.path;
    EXPECT_NE(opened.error().message().find(row.word), std::string::npos)
        << opened.error().message();
  }
  ::close(listener);
}

TEST(File, ADirectoryIsNoRegularFileForWritingEither) {
  const temporary_folder folder;
  const auto opened = file::open(folder.path().c_str(), nopy::os::file_access::read_write);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), errc::not_regular);
}

TEST(File, OpenedWithItsFirstBytesIsAskedForNothingElse) {
  const temporary_folder folder;
  const std::string path = folder.write("a", "0123456789");
  for (const std::size_t count : {4u, 10u, 11u}) {
    std::vector<std::byte> first(count);
    const auto opened = file::open_and_read(path.c_str(), first);
    ASSERT_TRUE(opened);
    EXPECT_TRUE(opened->size_is_read());
    EXPECT_EQ(opened->size_bytes(), 10u);
    EXPECT_EQ(opened->first_bytes(), std::min<std::size_t>(count, 10));
    EXPECT_EQ(text_of(std::span(first).first(opened->first_bytes())),
              std::string("0123456789").substr(0, opened->first_bytes()));
  }
}

TEST(File, OpenedWithItsFirstBytesIsRefusedAsWithoutThem) {
  const temporary_folder folder;
  const std::string fifo = folder.file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::byte first[16];
  for (const std::string& path :
       {fifo, folder.path().string(), std::string("/dev/null"), std::string("/dev/zero")}) {
    const auto opened = file::open_and_read(path.c_str(), first);
    ASSERT_FALSE(opened) << path;
    EXPECT_EQ(opened.error().code(), errc::not_regular) << path;
  }
  EXPECT_EQ(file::open_and_read(folder.file("absent").c_str(), first).error().code(), errc::io);
  const auto empty = file::open_and_read(folder.write("empty", "").c_str(), first);
  ASSERT_TRUE(empty);
  EXPECT_FALSE(empty->size_is_read());
  EXPECT_EQ(empty->size_bytes(), 0u);
}

TEST(File, AMissingFileKeepsTheErrnoAndItsWords) {
  const temporary_folder folder;
  const auto opened = file::open(folder.file("absent").c_str());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code(), errc::io);
  EXPECT_EQ(opened.error().system_code(), ENOENT);
  EXPECT_NE(opened.error().message().find("No such file or directory (ENOENT)"), std::string::npos);
}

TEST(File, ADuplicateHasADescriptorOfItsOwnAndLeavesThePosition) {
  const temporary_folder folder;
  const std::string path = folder.write("a", "0123456789");
  const int fd = ::open(path.c_str(), O_RDONLY);
  ASSERT_EQ(::lseek(fd, 7, SEEK_SET), 7);
  {
    const auto opened = file::duplicate(fd);
    ASSERT_TRUE(opened);
    EXPECT_NE(opened->descriptor(), fd);
    std::byte into[10];
    ASSERT_TRUE(opened->read_at(0, into));
    EXPECT_EQ(text_of(into), "0123456789");
  }
  EXPECT_EQ(::lseek(fd, 0, SEEK_CUR), 7);
  ::close(fd);
  const auto closed = file::duplicate(fd);
  ASSERT_FALSE(closed);
  EXPECT_EQ(closed.error().system_code(), EBADF);
}

TEST(File, IsClosedByItsOwnerAndNotInheritedByAChild) {
  const temporary_folder folder;
  const std::string path = folder.write("a", "x");
  const std::size_t before = nopy::test::open_descriptors();
  {
    auto opened = file::open(path.c_str());
    ASSERT_TRUE(opened);
    const file moved = *std::move(opened);
    EXPECT_NE(::fcntl(moved.descriptor(), F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_EQ(nopy::test::open_descriptors(), before + 1);
  }
  EXPECT_EQ(nopy::test::open_descriptors(), before);
}

TEST(File, ShortReadsAndInterruptionsAreGoneOnWith) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", "0123456789").c_str());
  ASSERT_TRUE(opened);
  for (const auto fault :
       {failing_syscalls::fault::interrupted, failing_syscalls::fault::short_read}) {
    std::byte into[10];
    const failing_syscalls failing(fault, 1);
    ASSERT_TRUE(opened->read_at(0, into));
    EXPECT_EQ(text_of(into), "0123456789");
    EXPECT_GE(failing.calls(), 2u);
  }
}

TEST(File, AReadErrorSaysWhere) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", "0123456789").c_str());
  ASSERT_TRUE(opened);
  std::byte into[4];
  const failing_syscalls failing(failing_syscalls::fault::error, 1);
  const auto read = opened->read_at(3, into);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), errc::io);
  EXPECT_EQ(read.error().system_code(), EIO);
  EXPECT_EQ(read.error().offset(), 3u);
}

}  // namespace
