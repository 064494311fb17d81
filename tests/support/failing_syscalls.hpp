// SPDX-License-Identifier: MIT
// A system that fails: while one of these lives, the n-th system call of the reading half returns
// an error, is interrupted, or reads less than it was asked for. A loop over n until no fault
// fires visits every place where reading can fail.
#pragma once

#include "os/syscalls.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstddef>

namespace nopy::test {

class failing_syscalls {
 public:
  enum class fault { none, error, interrupted, short_read, early_end };

  /// The `nth` call (from 1 on) fails, once.
  failing_syscalls(fault what, std::size_t nth) : real_(os::syscalls()) {
    current() = this;
    fault_ = what;
    nth_ = nth;
    auto& table = os::syscalls();
    table.open = [](const char* path, int flags, mode_t mode) {
      return current()->stops() ? -1 : current()->real_.open(path, flags, mode);
    };
    table.dup = [](int fd) { return current()->stops() ? -1 : current()->real_.dup(fd); };
    table.fstat = [](int fd, struct stat* into) {
      return current()->stops() ? -1 : current()->real_.fstat(fd, into);
    };
    table.close = [](int fd) {
      // As on Linux: the descriptor is gone, whatever close returns.
      const int closed = current()->real_.close(fd);
      return current()->stops() ? -1 : closed;
    };
    table.lseek = [](int fd, off_t offset, int whence) -> off_t {
      return current()->stops() ? -1 : current()->real_.lseek(fd, offset, whence);
    };
    table.pread = [](int fd, void* into, std::size_t count, off_t offset) -> ssize_t {
      if (current()->stops()) return -1;
      if (current()->fires_ && current()->fault_ == fault::early_end) return 0;
      if (current()->fires_ && count > 1) count = (count + 1) / 2;
      return current()->real_.pread(fd, into, count, offset);
    };
    // Mapping is never interrupted (POSIX names no EINTR for it).
    table.mmap = [](void* at, std::size_t count, int protection, int flags, int fd, off_t offset) {
      const bool fails = current()->stops() && current()->fault_ == fault::error;
      return fails ? MAP_FAILED : current()->real_.mmap(at, count, protection, flags, fd, offset);
    };
    table.fadvise = [](int fd, off_t offset, off_t count, int advice) {
      return current()->stops() ? errno : current()->real_.fadvise(fd, offset, count, advice);
    };
  }
  failing_syscalls(const failing_syscalls&) = delete;
  failing_syscalls& operator=(const failing_syscalls&) = delete;
  ~failing_syscalls() { os::syscalls() = real_; }

  /// Calls so far.
  [[nodiscard]] std::size_t calls() const { return calls_; }
  /// Whether the fault has happened; a loop over n ends when it did not.
  [[nodiscard]] bool fired() const { return calls_ >= nth_; }

 private:
  static failing_syscalls*& current() {
    static failing_syscalls* one = nullptr;
    return one;
  }
  bool stops() {
    fires_ = ++calls_ == nth_;
    if (!fires_) return false;
    if (fault_ == fault::error) errno = EIO;
    if (fault_ == fault::interrupted) errno = EINTR;
    return fault_ == fault::error || fault_ == fault::interrupted;
  }

  os::syscall_table real_;
  fault fault_ = fault::none;
  std::size_t nth_ = 0;
  std::size_t calls_ = 0;
  bool fires_ = false;
};

}  // namespace nopy::test
