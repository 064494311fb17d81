// SPDX-License-Identifier: MIT
// A mapping shows a byte range of a file, outlives the descriptor, and writes only where it should.
#include "os/mapping.hpp"

#include "support/failing_syscalls.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace {

using nopy::errc;
using nopy::os::file;
using nopy::os::file_access;
using nopy::os::map_range;
using nopy::os::mapping_access;
using nopy::test::temporary_folder;

std::string counted(std::size_t count) {
  std::string text(count, '\0');
  for (std::size_t i = 0; i < count; ++i) text[i] = static_cast<char>('a' + i % 23);
  return text;
}

std::string text_of(const nopy::memory& block) {
  return {reinterpret_cast<const char*>(block.data()),
          static_cast<std::size_t>(block.size_bytes())};
}

TEST(Mapping, ShowsAnyByteRangeAndOutlivesTheDescriptor) {
  const temporary_folder folder;
  const std::string text = counted(20000);
  const std::string path = folder.write("a", text);
  const struct {
    std::uint64_t offset, count;
  } rows[] = {{0, 20000}, {128, 64}, {4095, 2}, {4096, 4096}, {8191, 11809}, {19999, 1}};
  for (const auto& row : rows) {
    nopy::memory kept;
    {
      const auto opened = file::open(path.c_str());
      ASSERT_TRUE(opened);
      const auto mapped = map_range(*opened, row.offset, row.count, mapping_access::read);
      ASSERT_TRUE(mapped) << row.offset;
      kept = *mapped;
    }
    EXPECT_EQ(text_of(kept), text.substr(row.offset, row.count));
  }
}

TEST(Mapping, OfNothingIsAnEmptyBlock) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", "").c_str());
  ASSERT_TRUE(opened);
  const auto mapped = map_range(*opened, 0, 0, mapping_access::read);
  ASSERT_TRUE(mapped);
  EXPECT_EQ(mapped->size_bytes(), 0u);
  EXPECT_TRUE(nopy::os::synchronise(mapped->bytes()));
}

TEST(Mapping, WritesToAPrivateCopyNeverReachTheFile) {
  const temporary_folder folder;
  const std::string path = folder.write("a", counted(100));
  const auto opened = file::open(path.c_str());
  ASSERT_TRUE(opened);
  const auto mapped = map_range(*opened, 10, 10, mapping_access::private_copy);
  ASSERT_TRUE(mapped);
  mapped->data()[0] = std::byte{'!'};
  EXPECT_EQ(nopy::test::temporary_folder::read(path)[10], std::byte{'k'});
}

TEST(Mapping, WritesToASharedMappingReachTheFileWhenSynchronised) {
  const temporary_folder folder;
  const std::string path = folder.write("a", counted(10000));
  const auto opened = file::open(path.c_str(), file_access::read_write);
  ASSERT_TRUE(opened);
  const auto mapped = map_range(*opened, 5000, 10, mapping_access::shared);
  ASSERT_TRUE(mapped);
  mapped->data()[9] = std::byte{'!'};
  ASSERT_TRUE(nopy::os::synchronise(mapped->bytes()));
  EXPECT_EQ(nopy::test::temporary_folder::read(path)[5009], std::byte{'!'});
}

TEST(Mapping, IsUnmappedByItsLastOwner) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", counted(9000)).c_str());
  ASSERT_TRUE(opened);
  static std::size_t unmapped_bytes = 0;
  static nopy::os::syscall_table real = nopy::os::syscalls();
  nopy::os::syscalls().munmap = [](void* at, std::size_t count) {
    unmapped_bytes += count;
    return real.munmap(at, count);
  };
  {
    auto mapped = map_range(*opened, 5000, 1000, mapping_access::read);
    ASSERT_TRUE(mapped);
    const nopy::memory part = mapped->part(10, 5);
    *mapped = nopy::memory();
    EXPECT_EQ(unmapped_bytes, 0u);
  }
  EXPECT_EQ(unmapped_bytes, 5000u % 4096u + 1000u);
  nopy::os::syscalls() = real;
}

TEST(Mapping, ARefusalOfTheSystemIsAnError) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", counted(100)).c_str());
  ASSERT_TRUE(opened);
  const nopy::test::failing_syscalls failing(nopy::test::failing_syscalls::fault::error, 1);
  const auto mapped = map_range(*opened, 0, 100, mapping_access::read);
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code(), errc::io);
}

TEST(Mapping, LargerThanTheAddressSpaceIsTooLarge) {
  const temporary_folder folder;
  const auto opened = file::open(folder.write("a", counted(100)).c_str());
  ASSERT_TRUE(opened);
  const auto mapped = map_range(*opened, 64, UINT64_MAX - 64, mapping_access::read);
  ASSERT_FALSE(mapped);
  EXPECT_EQ(mapped.error().code(), errc::too_large);
}

}  // namespace
