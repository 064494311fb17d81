// SPDX-License-Identifier: MIT
#include "served_file.hpp"

#include "os/system_error.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

namespace nopy::view {
namespace {

std::string tag_of(const struct stat& status) {
  std::string tag = "\"";
  const auto append = [&tag](std::uint64_t value) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
    if (tag.size() > 1) tag += '-';
    tag.append(digits, end);
  };
  append(static_cast<std::uint64_t>(status.st_size));
  append(static_cast<std::uint64_t>(status.st_mtim.tv_sec));
  append(static_cast<std::uint64_t>(status.st_mtim.tv_nsec));
  append(status.st_ino);
  append(status.st_dev);
  return tag + '"';
}

}  // namespace

opened_file::~opened_file() {
  if (fd_ >= 0) ::close(fd_);
}

result<opened_file> opened_file::open(const std::string& path) {
  // O_NONBLOCK: a named pipe that took the file's place is refused below instead of waited for.
  opened_file made(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (made.fd_ < 0) return os::system_error(errno, "this can not be opened", path);
  struct stat status {};
  if (::fstat(made.fd_, &status) != 0) return os::system_error(errno, "this can not be read", path);
  if (!S_ISREG(status.st_mode)) return error(errc::not_regular).about(path);
  made.bytes_ = static_cast<std::uint64_t>(status.st_size);
  made.tag_ = tag_of(status);
  return made;
}

}  // namespace nopy::view
