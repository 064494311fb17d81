// SPDX-License-Identifier: MIT
#include "os/syscalls.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#if defined(__linux__)
#include <linux/fs.h>
#include <sys/syscall.h>
#endif

namespace nopy::os {
namespace {

int rename_new(const char* from, const char* to) {
#if defined(__linux__) && defined(SYS_renameat2) && defined(RENAME_NOREPLACE)
  // By number: musl before 1.2.6 has no function for it.
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE));
#elif defined(__APPLE__)
  return ::renamex_np(from, to, RENAME_EXCL);
#else
  (void)from, (void)to;
  errno = ENOSYS;
  return -1;
#endif
}

ssize_t copy_range(int from, off_t offset, int to, std::size_t count) {
#if defined(__linux__) && defined(SYS_copy_file_range)
  loff_t at = offset;  // by number: glibc before 2.27 has no function for it
  return ::syscall(SYS_copy_file_range, from, &at, to, nullptr, count, 0u);
#else
  (void)from, (void)offset, (void)to, (void)count;
  errno = ENOSYS;
  return -1;
#endif
}

}  // namespace

syscall_table& syscalls() noexcept {
  static constinit syscall_table table{
      .open = [](const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); },
      .close = ::close,
      .dup = [](int fd) { return ::fcntl(fd, F_DUPFD_CLOEXEC, 0); },
      .fstat = ::fstat,
      .fstatfs = ::fstatfs,
      .lstat = ::lstat,
      .readlink = ::readlink,
      .writable = [](const char* path) { return ::faccessat(AT_FDCWD, path, W_OK, AT_EACCESS); },
      .lseek = ::lseek,
      .pread = ::pread,
      .pwrite = ::pwrite,
      .writev = ::writev,
      .copy_range = copy_range,
      .ftruncate = ::ftruncate,
      .fsync = ::fsync,
      .fdatasync = ::fdatasync,
      .rename = ::rename,
      .rename_new = rename_new,
      .link = ::link,
      .unlink = ::unlink,
      .fchmod = ::fchmod,
      .fchown = ::fchown,
      .flock = ::flock,
      .mmap = ::mmap,
      .munmap = ::munmap,
      .msync = ::msync,
      .madvise = ::madvise,
      .fadvise = ::posix_fadvise,
  };
  return table;
}

}  // namespace nopy::os
