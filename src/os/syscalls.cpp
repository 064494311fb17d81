// SPDX-License-Identifier: MIT
#include "os/syscalls.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

namespace nopy::os {

syscall_table& syscalls() noexcept {
  static constinit syscall_table table{
      .open = [](const char* path, int flags, mode_t mode) { return ::open(path, flags, mode); },
      .close = ::close,
      .dup = [](int fd) { return ::fcntl(fd, F_DUPFD_CLOEXEC, 0); },
      .fstat = ::fstat,
      .pread = ::pread,
      .pwrite = ::pwrite,
      .writev = ::writev,
      .ftruncate = ::ftruncate,
      .fsync = ::fsync,
      .fdatasync = ::fdatasync,
      .rename = ::rename,
      .link = ::link,
      .unlink = ::unlink,
      .fchmod = ::fchmod,
      .fchown = ::fchown,
      .mmap = ::mmap,
      .munmap = ::munmap,
      .msync = ::msync,
      .madvise = ::madvise,
      .fadvise = ::posix_fadvise,
  };
  return table;
}

}  // namespace nopy::os
