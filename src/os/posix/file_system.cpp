// SPDX-License-Identifier: MIT
#include "os/file_system.hpp"

#include "os/syscalls.hpp"

#if defined(__linux__)
#include "os/posix/file_system_table.hpp"

#include <sys/sysmacros.h>
#elif defined(__APPLE__) || defined(__FreeBSD__)
#include <cstring>
#endif

namespace nopy::os {

#if defined(__linux__)
namespace {

// sshfs, s3fs, gcsfuse, GlusterFS, but NTFS on a disk, too.
constexpr std::uint32_t fuse = 0x65735546;

/// Folders, memory and what comes over a network have a device of no driver.
bool has_device(int fd) noexcept {
  struct stat found;
  return syscalls().fstat(fd, &found) == 0 && major(found.st_dev) != 0;
}

}  // namespace

file_system named_by(std::uint32_t type, bool has_device) noexcept {
  if (type == fuse) return {has_device ? storage::local : storage::network, "FUSE"};
  for (const file_system_row& row : file_system_table)
    if (row.type == type) return {row.where, row.name};
  return {};
}

file_system file_system_of(int fd) noexcept {
  struct statfs found;
  if (syscalls().fstatfs(fd, &found) != 0) return {};
  const auto type = static_cast<std::uint32_t>(found.f_type);
  return named_by(type, type == fuse && has_device(fd));
}

#elif defined(__APPLE__) || defined(__FreeBSD__)

file_system file_system_of(int fd) noexcept {
  struct statfs found;
  if (syscalls().fstatfs(fd, &found) != 0) return {};
  // The name must outlive the call; these are the ones that are met.
  constexpr std::string_view names[] = {"apfs",  "hfs",   "zfs",    "ufs",     "nfs",
                                        "smbfs", "afpfs", "webdav", "macfuse", "fusefs"};
  std::string_view name;
  for (const std::string_view one : names)
    if (one == std::string_view(found.f_fstypename)) name = one;
  return {(found.f_flags & MNT_LOCAL) != 0 ? storage::local : storage::network, name};
}

#else

file_system file_system_of(int) noexcept { return {}; }

#endif

}  // namespace nopy::os
