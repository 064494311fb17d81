// SPDX-License-Identifier: MIT
// Loaded before a program (LD_PRELOAD), makes its n-th system call about files fail or fall short:
//   NOPY_FAULT_AT=n        which call, from 0; without it none fails
//   NOPY_FAULT=28          the errno, or `short`: reads and writes do half of their bytes
//   NOPY_FAULT_FOR_GOOD=1  also every later call, but closing and removing
//   NOPY_FAULT_LOG=file    gets the number of calls and the name of the first that was hit
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static long at = -1, calls, fault;
static int begun, falls_short, for_good, fired;
static const char *hit = "-";

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void begin(void) {
  const char *n = getenv("NOPY_FAULT_AT"), *what = getenv("NOPY_FAULT");
  if (n != NULL) at = atol(n);
  falls_short = what != NULL && strcmp(what, "short") == 0;
  fault = what != NULL && !falls_short ? atol(what) : EIO;
  for_good = getenv("NOPY_FAULT_FOR_GOOD") != NULL;
  begun = 1;  // other libraries began before
}

__attribute__((destructor)) static void end(void) {
  const char *log = getenv("NOPY_FAULT_LOG");
  if (log == NULL) return;
  char text[64];
  const int count = snprintf(text, sizeof text, "%ld %s\n", calls, hit);
  const int fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || syscall(SYS_write, fd, text, (size_t)count) != count) abort();
}

enum { ordinary, cleanup };

/// Whether this call is hit; errno is set.
static int fails(const char *name, int role) {
  if (!begun) return 0;
  const long n = calls++;
  if (at < 0 || !(n == at || (for_good && fired && n > at && role == ordinary))) return 0;
  if (!fired) hit = name;
  fired = 1;
  errno = (int)fault;
  return 1;
}

#define PLAIN(type, name, parameters, arguments, failed)                     \
  type name parameters {                                                     \
    if (fails(#name, ordinary) && !falls_short) return failed;               \
    static type(*next) parameters;                                           \
    if (next == NULL) next = (type(*) parameters)real(#name);                \
    return next arguments;                                                   \
  }
#define MOVING(name, parameters, arguments)                                  \
  ssize_t name parameters {                                                  \
    if (fails(#name, ordinary)) {                                            \
      if (!falls_short) return -1;                                           \
      if (count > 1) count /= 2;                                             \
    }                                                                        \
    static ssize_t(*next) parameters;                                        \
    if (next == NULL) next = (ssize_t(*) parameters)real(#name);             \
    return next arguments;                                                   \
  }

MOVING(read, (int fd, void *into, size_t count), (fd, into, count))
MOVING(write, (int fd, const void *from, size_t count), (fd, from, count))
MOVING(pread, (int fd, void *into, size_t count, off_t offset), (fd, into, count, offset))
MOVING(pwrite, (int fd, const void *from, size_t count, off_t offset), (fd, from, count, offset))
PLAIN(int, fsync, (int fd), (fd), -1)
PLAIN(int, fdatasync, (int fd), (fd), -1)
PLAIN(int, ftruncate, (int fd, off_t bytes), (fd, bytes), -1)
PLAIN(int, fstat, (int fd, struct stat *into), (fd, into), -1)
PLAIN(int, stat, (const char *path, struct stat *into), (path, into), -1)
PLAIN(int, lstat, (const char *path, struct stat *into), (path, into), -1)
PLAIN(int, fstatat, (int fd, const char *path, struct stat *into, int flags), (fd, path, into, flags), -1)
PLAIN(int, rename, (const char *from, const char *to), (from, to), -1)
PLAIN(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), -1)
PLAIN(int, link, (const char *from, const char *to), (from, to), -1)
PLAIN(int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags), -1)
PLAIN(int, mkdir, (const char *path, mode_t mode), (path, mode), -1)
PLAIN(int, mkdirat, (int fd, const char *path, mode_t mode), (fd, path, mode), -1)
PLAIN(int, fchmod, (int fd, mode_t mode), (fd, mode), -1)
PLAIN(int, flock, (int fd, int operation), (fd, operation), -1)
PLAIN(int, mkstemp, (char *pattern), (pattern), -1)
PLAIN(void *, mmap, (void *to, size_t count, int protection, int flags, int fd, off_t offset),
      (to, count, protection, flags, fd, offset), MAP_FAILED)

static int opened(int folder, const char *path, int flags, mode_t mode) {
  return (int)syscall(SYS_openat, folder, path, flags, mode);
}
int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails("open", ordinary) && !falls_short ? -1 : opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails("openat", ordinary) && !falls_short ? -1 : opened(folder, path, flags, mode);
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  static ssize_t (*next)(int, const struct iovec *, int);
  if (next == NULL) next = (ssize_t(*)(int, const struct iovec *, int))real("writev");
  if (!fails("writev", ordinary)) return next(fd, parts, count);
  if (!falls_short) return -1;
  struct iovec first = parts[0];
  if (first.iov_len > 1) first.iov_len /= 2;
  return next(fd, &first, 1);
}
// Calls without a function in older C libraries are made by number.
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long words[6];
  for (int i = 0; i < 6; ++i) words[i] = va_arg(rest, long);
  va_end(rest);
  const int copies = number == SYS_copy_file_range;
  if ((copies || number == SYS_renameat2) && fails(copies ? "copy_file_range" : "renameat2", ordinary)) {
    if (!falls_short) return -1;
    if (copies && words[4] > 1) words[4] /= 2;
  }
  static long (*next)(long, ...);
  if (next == NULL) next = (long (*)(long, ...))real("syscall");
  return next(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
// As on Linux: the descriptor is gone, whatever close returns.
int close(int fd) {
  const int hit_now = fails("close", cleanup) && !falls_short, code = errno;
  const int answer = (int)syscall(SYS_close, fd);
  if (!hit_now) return answer;
  errno = code;
  return -1;
}
int unlink(const char *path) {
  return fails("unlink", cleanup) && !falls_short ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
int unlinkat(int folder, const char *path, int flags) {
  return fails("unlinkat", cleanup) && !falls_short ? -1 : (int)syscall(SYS_unlinkat, folder, path, flags);
}
