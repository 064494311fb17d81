// SPDX-License-Identifier: MIT
// Makes the n-th system call of the library fail, fall short, or end the process: SQLite's method.
// While one of these lives, it stands in the library's table of calls; it counts them all, so that
// a test loops over n until no fault fires, and watches for descriptors that stay open.
//
//   for (std::size_t n = 0;; ++n) {
//     faulty_syscalls faults({.at = n, .code = ENOSPC});
//     const auto saved = nopy::try_save(path, view);
//     if (!faults.fired()) break;
//     ...
//   }
#pragma once

#include "os/syscalls.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <set>
#include <vector>

namespace nopy::test {

enum class fault_action {
  fail,     ///< the call does nothing and returns the errno
  shorten,  ///< a read or write does half of its bytes; other calls are as ever
  die,      ///< the process ends by _exit; a write has done half of its pages (a kill takes effect
            ///< between pages, never inside one)
};

struct fault {
  static constexpr std::size_t never = SIZE_MAX;
  std::size_t at = never;  ///< which call, from 0
  int code = EIO;
  fault_action action = fault_action::fail;
  /// Also every later call; but a full disk does not keep files from being closed or removed.
  bool persistent = false;
};

/// The exit status of a process that `fault_action::die` ended.
inline constexpr int died_status = 77;

class faulty_syscalls {
 public:
  explicit faulty_syscalls(const fault& plan = {}) : real_(os::syscalls()), plan_(plan) {
    current = this;
    os::syscalls() = table();
  }
  faulty_syscalls(const faulty_syscalls&) = delete;
  faulty_syscalls& operator=(const faulty_syscalls&) = delete;
  ~faulty_syscalls() {
    os::syscalls() = real_;
    current = nullptr;
  }

  /// Calls so far.
  [[nodiscard]] std::size_t calls() const { return calls_; }
  [[nodiscard]] bool fired() const { return fired_; }
  /// The name of the first call that was hit.
  [[nodiscard]] const char* hit() const { return hit_; }
  /// Descriptors that were opened and not closed.
  [[nodiscard]] std::size_t open_descriptors() const { return open_.size(); }

 private:
  enum class role { ordinary, cleanup };
  inline static faulty_syscalls* current = nullptr;
  static constexpr std::size_t page = 4096;

  /// Whether this call is hit.
  bool hits(const char* name, role of) {
    const std::size_t n = calls_++;
    const bool now =
        n == plan_.at || (plan_.persistent && of == role::ordinary && n > plan_.at && fired_);
    if (!now) return false;
    if (!fired_) hit_ = name;
    fired_ = true;
    if (plan_.action == fault_action::die) return true;
    errno = plan_.code;
    return true;
  }
  /// A call without bytes of its own.
  template <class Result, class Call>
  static Result plain(const char* name, Result failed, Call&& call) {
    faulty_syscalls& self = *current;
    if (!self.hits(name, role::ordinary) || self.plan_.action == fault_action::shorten)
      return call();
    if (self.plan_.action == fault_action::die) ::_exit(died_status);
    return failed;
  }
  /// A call that moves `count` bytes at `offset`; `call(n)` moves n of them.
  template <class Call>
  static ssize_t moving(const char* name, std::size_t count, off_t offset, Call&& call) {
    faulty_syscalls& self = *current;
    if (!self.hits(name, role::ordinary)) return call(count);
    const std::size_t half = count < 2 ? count : count / 2;
    if (self.plan_.action == fault_action::shorten) return call(half);
    if (self.plan_.action == fault_action::die) {
      const auto start = static_cast<std::size_t>(offset);
      const std::size_t last_page = (start + half) / page * page;
      if (last_page > start) (void)call(last_page - start);
      ::_exit(died_status);
    }
    return -1;
  }
  /// The calls of the system.
  static os::syscall_table& now() { return current->real_; }
  static int opened(int fd) {
    if (fd >= 0) current->open_.insert(fd);
    return fd;
  }
  static ssize_t write_parts(int fd, const iovec* parts, int count) {
    std::size_t total = 0;
    for (int i = 0; i < count; ++i) total += parts[i].iov_len;
    return moving("writev", total, ::lseek(fd, 0, SEEK_CUR), [&](std::size_t most) {
      std::vector<iovec> cut(parts, parts + count);
      for (iovec& part : cut) {
        part.iov_len = std::min(part.iov_len, most);
        most -= part.iov_len;
      }
      return current->real_.writev(fd, cut.data(), count);
    });
  }
  static int close_now(int fd) {
    faulty_syscalls& self = *current;
    const bool hit = self.hits("close", role::cleanup);
    if (hit && self.plan_.action == fault_action::die) ::_exit(died_status);
    self.open_.erase(fd);
    const int code = errno;
    const int answer = self.real_.close(fd);  // the descriptor is gone even where close fails
    if (!hit || self.plan_.action == fault_action::shorten) return answer;
    errno = code;
    return -1;
  }
  static int unlink_now(const char* path) {
    faulty_syscalls& self = *current;
    if (!self.hits("unlink", role::cleanup) || self.plan_.action == fault_action::shorten)
      return self.real_.unlink(path);
    if (self.plan_.action == fault_action::die) ::_exit(died_status);
    return -1;
  }

  static os::syscall_table table() {
    os::syscall_table t = current->real_;
    t.open = [](const char* path, int flags, mode_t mode) {
      return opened(plain("open", -1, [&] { return now().open(path, flags, mode); }));
    };
    t.close = close_now;
    t.dup = [](int fd) { return opened(plain("dup", -1, [&] { return now().dup(fd); })); };
    t.fstat = [](int fd, struct stat* into) {
      return plain("fstat", -1, [&] { return now().fstat(fd, into); });
    };
    t.fstatfs = [](int fd, struct statfs* into) {
      return plain("fstatfs", -1, [&] { return now().fstatfs(fd, into); });
    };
    t.lstat = [](const char* path, struct stat* into) {
      return plain("lstat", -1, [&] { return now().lstat(path, into); });
    };
    t.readlink = [](const char* path, char* into, std::size_t count) {
      return plain("readlink", ssize_t{-1}, [&] { return now().readlink(path, into, count); });
    };
    t.writable = [](const char* path) {
      return plain("writable", -1, [&] { return now().writable(path); });
    };
    t.pread = [](int fd, void* into, std::size_t count, off_t offset) {
      return moving("pread", count, offset,
                    [&](std::size_t n) { return now().pread(fd, into, n, offset); });
    };
    t.pwrite = [](int fd, const void* from, std::size_t count, off_t offset) {
      return moving("pwrite", count, offset,
                    [&](std::size_t n) { return now().pwrite(fd, from, n, offset); });
    };
    t.writev = write_parts;
    t.copy_range = [](int from, off_t offset, int to, std::size_t count) {
      return moving("copy_range", count, ::lseek(to, 0, SEEK_CUR),
                    [&](std::size_t n) { return now().copy_range(from, offset, to, n); });
    };
    t.ftruncate = [](int fd, off_t bytes) {
      return plain("ftruncate", -1, [&] { return now().ftruncate(fd, bytes); });
    };
    // Nothing waits for the disk: no test could see the difference.
    t.fsync = [](int) { return plain("fsync", -1, [] { return 0; }); };
    t.fdatasync = [](int) { return plain("fdatasync", -1, [] { return 0; }); };
    t.rename = [](const char* from, const char* to) {
      return plain("rename", -1, [&] { return now().rename(from, to); });
    };
    t.rename_new = [](const char* from, const char* to) {
      return plain("rename_new", -1, [&] { return now().rename_new(from, to); });
    };
    t.link = [](const char* from, const char* to) {
      return plain("link", -1, [&] { return now().link(from, to); });
    };
    t.unlink = unlink_now;
    t.fchmod = [](int fd, mode_t mode) {
      return plain("fchmod", -1, [&] { return now().fchmod(fd, mode); });
    };
    t.fchown = [](int fd, uid_t owner, gid_t group) {
      return plain("fchown", -1, [&] { return now().fchown(fd, owner, group); });
    };
    t.flock = [](int fd, int operation) {
      return plain("flock", -1, [&] { return now().flock(fd, operation); });
    };
    t.mmap = [](void* at, std::size_t count, int protection, int flags, int fd, off_t offset) {
      return plain("mmap", MAP_FAILED,
                   [&] { return now().mmap(at, count, protection, flags, fd, offset); });
    };
    t.msync = [](void* at, std::size_t count, int flags) {
      return plain("msync", -1, [&] { return now().msync(at, count, flags); });
    };
    t.madvise = [](void* at, std::size_t count, int advice) {
      return plain("madvise", -1, [&] { return now().madvise(at, count, advice); });
    };
    t.fadvise = [](int fd, off_t offset, off_t count, int advice) {
      return plain("fadvise", -1, [&] { return now().fadvise(fd, offset, count, advice); });
    };
    return t;
  }

  os::syscall_table real_;
  fault plan_;
  std::size_t calls_ = 0;
  bool fired_ = false;
  const char* hit_ = "";
  std::set<int> open_{};
};

}  // namespace nopy::test
