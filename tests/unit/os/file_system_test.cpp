// SPDX-License-Identifier: MIT
// A system that says each of the numbers, in place of all those file systems.
#include "os/file_system.hpp"

#include "os/syscalls.hpp"
#include "support/temporary_folder.hpp"

#include <nopy/nopy.hpp>

#include <gtest/gtest.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace {

using nopy::errc;
using nopy::storage;
using nopy::test::temporary_folder;

/// While it lives, every file lies on the file system of a number, on the device of a driver or on none.
class on_file_system {
 public:
  on_file_system(std::uint32_t type, bool has_device) : real_(nopy::os::syscalls()) {
    type_ = type;
    has_device_ = has_device;
    fstat_ = real_.fstat;
    nopy::os::syscalls().fstatfs = [](int, struct statfs* into) {
      *into = {};
      // As 32-bit systems have it: a number above 2^31 is negative.
      into->f_type = static_cast<decltype(into->f_type)>(static_cast<std::int32_t>(type_));
      return 0;
    };
    nopy::os::syscalls().fstat = [](int fd, struct stat* into) {
      const int done = fstat_(fd, into);
      into->st_dev = makedev(has_device_ ? 8 : 0, 1);
      return done;
    };
  }
  on_file_system(const on_file_system&) = delete;
  on_file_system& operator=(const on_file_system&) = delete;
  ~on_file_system() { nopy::os::syscalls() = real_; }

 private:
  inline static std::uint32_t type_ = 0;
  inline static bool has_device_ = false;
  inline static int (*fstat_)(int, struct stat*) = nullptr;
  nopy::os::syscall_table real_;
};

const struct {
  std::uint32_t type;
  bool has_device;
  storage where;
  const char* name;
} rows[] = {{0xEF53, true, storage::local, "ext4"},
            {0x58465342, true, storage::local, "XFS"},
            {0x794C7630, false, storage::local, "overlayfs"},
            {0x01021994, false, storage::local, "tmpfs"},
            {0x6969, false, storage::network, "NFS"},
            {0xFF534D42, false, storage::network, "CIFS"},
            {0xFE534D42, false, storage::network, "SMB"},
            {0x01021997, false, storage::network, "9p"},
            {0x0BD00BD0, false, storage::network, "Lustre"},
            {0x47504653, false, storage::network, "GPFS"},
            {0x19830326, false, storage::network, "BeeGFS"},
            {0x00C36400, false, storage::network, "Ceph"},
            {0x65735546, false, storage::network, "FUSE"},
            {0x65735546, true, storage::local, "FUSE"},  // NTFS on a disk
            {0x12345678, true, storage::unknown, ""}};

TEST(FileSystem, IsNamedByTheNumberThatTheSystemSays) {
  const temporary_folder folder;
  const std::string path = folder.write("a", "abc");
  for (const auto& row : rows) {
    const on_file_system there(row.type, row.has_device);
    const auto found = nopy::try_file_system_of(path);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->where, row.where) << row.name;
    EXPECT_EQ(found->name, row.name);
  }
}

TEST(FileSystem, ThatTheSystemDoesNotTellIsUnknown) {
  const temporary_folder folder;
  const std::string path = folder.write("a", "abc");
  const nopy::os::syscall_table real = nopy::os::syscalls();
  nopy::os::syscalls().fstatfs = [](int, struct statfs*) {
    errno = ENOSYS;
    return -1;
  };
  const auto found = nopy::try_file_system_of(path);
  nopy::os::syscalls() = real;
  ASSERT_TRUE(found);
  EXPECT_EQ(found->where, storage::unknown);
  EXPECT_EQ(nopy::try_file_system_of(path + "x").error().code(), errc::io);
}

TEST(FileSystem, OfThisMachinesTemporaryFolderIsNoNetwork) {
  const temporary_folder folder;
  const auto found = nopy::try_file_system_of(folder.write("a", "abc"));
  ASSERT_TRUE(found);
  if (found->where == storage::network)
    GTEST_SKIP() << "the temporary folder lies on " << found->name;
  EXPECT_NE(found->where, storage::network);
}

TEST(FileSystem, OfANetworkRefusesMappingsThatWriteUnlessTheyAreAskedFor) {
  const temporary_folder folder;
  const std::string path = folder.file("a.npy");
  nopy::save(path, std::vector<double>{1, 2});
  for (const auto& row : rows) {
    const on_file_system there(row.type, row.has_device);
    const auto refused = nopy::try_map_writable<double, 1>(path);
    EXPECT_EQ(refused.has_value(), row.where != storage::network) << row.name;
    if (!refused) {
      const auto& said = refused.error().parts();
      EXPECT_EQ(said.code, errc::usage);
      EXPECT_EQ(said.subject, path);
      EXPECT_EQ(said.found, row.name);
      EXPECT_NE(said.hint.find("npy_region_writer"), std::string_view::npos);
    }
    EXPECT_TRUE(
        (nopy::try_map_writable<double, 1>(path, {.on_network = nopy::network_map::allow})));
    EXPECT_TRUE((nopy::try_map<double, 1>(path)));
    EXPECT_TRUE((nopy::try_map_private<double, 1>(path)));
  }
}

TEST(FileSystem, OfANetworkLetsCreateMapOnlyWhenAskedAndElseLeavesAllAsItWas) {
  const temporary_folder folder;
  const on_file_system there(0x6969, false);
  const std::string path = folder.write("a.npy", "abc");
  const auto refused =
      nopy::try_create<double, 1>(path, {2}, {.existing = nopy::existing::replace});
  EXPECT_EQ(refused.error().code(), errc::usage);
  EXPECT_EQ(refused.error().parts().subject, path);
  EXPECT_EQ(temporary_folder::read_text(path), "abc");
  EXPECT_EQ((nopy::try_create<double, 1>(folder.file("d.npy"), {2}).error().code()), errc::usage);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.npy"});
  EXPECT_TRUE((nopy::try_create<double, 1>(folder.file("b.npy"), {2},
                                           {.on_network = nopy::network_map::allow})));
  EXPECT_TRUE(nopy::try_create(folder.file("c.npy"), nopy::dtype_of<double>(), {2}));
}

}  // namespace
