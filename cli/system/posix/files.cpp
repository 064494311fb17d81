// SPDX-License-Identifier: MIT
#include "system/files.hpp"

#include "os/syscalls.hpp"
#include "system/posix/file_state.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>

namespace nopy::cli::system {

file_state look(const std::string& path) noexcept {
  struct stat found {};
  return ::stat(path.c_str(), &found) == 0 ? state_of(found) : file_state{};
}

std::optional<file_state> look(int fd) noexcept {
  struct stat found {};
  if (::fstat(fd, &found) != 0) return std::nullopt;
  return state_of(found);
}

bool at_start(int fd) noexcept { return ::lseek(fd, 0, SEEK_CUR) == 0; }

std::string real_path(const std::string& path) {
  char* real = ::realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string out(real);
  std::free(real);
  return out;
}

int open_to_read(const std::string& path) noexcept {
  return ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

int open_to_write(const std::string& path) noexcept {
  return ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
}

int create_new(const std::string& path) noexcept {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

int create_unnamed(const std::string& folder) noexcept {
  std::string pattern = folder + "/nopy-XXXXXX";
  const int fd = ::mkostemp(pattern.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(pattern.c_str());
  return fd;
}

bool close(int fd) noexcept { return ::close(fd) == 0; }

std::ptrdiff_t read(int fd, std::span<char> into) noexcept {
  for (;;) {
    const ssize_t got = ::read(fd, into.data(), into.size());
    if (got >= 0 || errno != EINTR) return got;
  }
}

std::ptrdiff_t read_at(int fd, std::span<char> into, std::uint64_t offset) noexcept {
  for (;;) {
    const ssize_t got = ::pread(fd, into.data(), into.size(), static_cast<off_t>(offset));
    if (got >= 0 || errno != EINTR) return got;
  }
}

bool write_all(int fd, std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

void remove(const char* path) noexcept { ::unlink(path); }

bool rename(const char* from, const char* to) noexcept { return ::rename(from, to) == 0; }

bool rename_new(const char* from, const char* to) noexcept {
  // These fail where the name exists by now; a plain rename would replace what another process
  // made. Not every file system has either.
  if (os::syscalls().rename_new(from, to) == 0) return true;
  if (errno != EEXIST && ::link(from, to) == 0) {
    ::unlink(from);
    return true;
  }
  return errno != EEXIST && rename(from, to);
}

void hand_on_permissions(const std::string& of, int fd) noexcept {
  struct stat found {};
  if (::stat(of.c_str(), &found) == 0) (void)::fchmod(fd, found.st_mode & 07777);
}

std::string usual_scratch_folder() { return "/tmp"; }

std::string scratch_folder() {
  const char* told = std::getenv("TMPDIR");
  return told != nullptr && *told != '\0' ? told : usual_scratch_folder();
}

bool is_full_disk(int number) noexcept { return number == ENOSPC || number == EDQUOT; }

std::string_view hint_for(int number) noexcept {
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

}  // namespace nopy::cli::system
