// SPDX-License-Identifier: MIT
#include "input/spool.hpp"

#include <nopy/error.hpp>

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace nopy::cli {
namespace {

/// A temporary file without a name.
int open_unnamed() {
  const char* folder = std::getenv("TMPDIR");
  std::string pattern = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp");
  pattern += "/nopy-stdin-XXXXXX";
  const int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd < 0)
    fail_system(pattern, "stdin could not be spooled", errno,
                "TMPDIR names a folder that can be written to; it is /tmp without TMPDIR");
  ::unlink(pattern.c_str());
  return fd;
}

void copy_all(int from, int to) {
  std::string buffer(std::size_t{1} << 18, '\0');
  for (;;) {
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_system("stdin", "reading failed", errno);
    if (count == 0) return;
    for (std::string_view rest(buffer.data(), static_cast<std::size_t>(count)); !rest.empty();) {
      const ssize_t written = ::write(to, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0)
        fail_system("stdin", "stdin could not be spooled", errno,
                    "TMPDIR names a folder with more room");
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
  }
}

}  // namespace

std::string_view hint_for_system(int number) noexcept {
  switch (number) {
    case ENXIO:
      return "a socket, or a device that is not there, is no file";
    case EACCES:
    case EPERM:
      return "`ls -ld` shows who may read or write the file and its folder";
    case ENOSPC:
      return "the disk is full: `df` shows how full disks are";
    case EDQUOT:
      return "your share of the disk is full: `quota` shows it";
    case EROFS:
      return "the disk is mounted to be read only";
    default:
      return {};
  }
}

void fail_system(std::string_view path, std::string_view what, int number, std::string_view hint) {
  const std::string found = fmt::format("{} (errno {})", std::strerror(number), number);
  throw exception(error({.code = errc::io,
                         .subject = path,
                         .summary = what,
                         .found = found,
                         .hint = hint.empty() ? hint_for_system(number) : hint,
                         .system_code = number}));
}

int spooled_stdin() {
  struct stat status {};
  if (::fstat(STDIN_FILENO, &status) != 0) fail_system("stdin", "this can not be read", errno);
  if (S_ISREG(status.st_mode) && ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0) return STDIN_FILENO;
  const int fd = open_unnamed();
  copy_all(STDIN_FILENO, fd);
  return fd;
}

}  // namespace nopy::cli
