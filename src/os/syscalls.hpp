// SPDX-License-Identifier: MIT
// Every system call the library makes, as one table that tests replace to make the n-th call fail.
// The functions have the meaning, and the errno, of their POSIX namesakes.
#pragma once

#if defined(__linux__)
#include <sys/vfs.h>
#else
#include <sys/mount.h>
#include <sys/param.h>
#endif
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>

#include <cstddef>

namespace nopy::os {

struct syscall_table {
  int (*open)(const char* path, int flags, mode_t mode);
  int (*close)(int fd);
  int (*dup)(int fd);
  int (*fstat)(int fd, struct stat* into);
  int (*fstatfs)(int fd, struct statfs* into);
  int (*lstat)(const char* path, struct stat* into);
  ssize_t (*readlink)(const char* path, char* into, std::size_t count);
  /// Zero where the process may write to the file that is there.
  int (*writable)(const char* path);
  off_t (*lseek)(int fd, off_t offset, int whence);
  ssize_t (*pread)(int fd, void* into, std::size_t count, off_t offset);
  ssize_t (*pwrite)(int fd, const void* from, std::size_t count, off_t offset);
  ssize_t (*writev)(int fd, const iovec* parts, int count);
  /// Copies up to `count` bytes from `offset` on to where `to` stands; ENOSYS where there is no such
  /// call.
  ssize_t (*copy_range)(int from, off_t offset, int to, std::size_t count);
  int (*ftruncate)(int fd, off_t bytes);
  int (*fsync)(int fd);
  int (*fdatasync)(int fd);
  int (*rename)(const char* from, const char* to);
  /// Like `rename`, but EEXIST where `to` exists; ENOSYS or EINVAL where the system cannot say
  /// that.
  int (*rename_new)(const char* from, const char* to);
  int (*link)(const char* from, const char* to);
  int (*unlink)(const char* path);
  int (*fchmod)(int fd, mode_t mode);
  int (*fchown)(int fd, uid_t owner, gid_t group);
  int (*flock)(int fd, int operation);
  void* (*mmap)(void* address, std::size_t count, int protection, int flags, int fd, off_t offset);
  int (*munmap)(void* address, std::size_t count);
  int (*msync)(void* address, std::size_t count, int flags);
  int (*madvise)(void* address, std::size_t count, int advice);
  int (*fadvise)(int fd, off_t offset, off_t count, int advice);
};

/// The table in force. Replaced by tests only, while no other thread runs.
[[nodiscard]] syscall_table& syscalls() noexcept;

}  // namespace nopy::os
