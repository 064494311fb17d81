// SPDX-License-Identifier: MIT
#include "os/file.hpp"

#include "os/syscalls.hpp"
#include "os/system_error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace nopy::os {
namespace {

error no_regular_file(mode_t mode) noexcept {
  constexpr std::string_view spool = "write what comes out of it to a file first";
  if (S_ISDIR(mode)) return not_regular("a directory", "name a file inside it");
  if (S_ISFIFO(mode)) return not_regular("a pipe (FIFO)", spool);
  if (S_ISSOCK(mode)) return not_regular("a socket", spool);
  if (S_ISCHR(mode)) return not_regular("a character device", spool);
  if (S_ISBLK(mode)) return not_regular("a block device", spool);
  return not_regular("something else", {});
}

file_identity identity_of(const struct stat& found) noexcept {
#if defined(__APPLE__)
  const timespec modified = found.st_mtimespec;
#else
  const timespec modified = found.st_mtim;
#endif
  return {.device = static_cast<std::uint64_t>(found.st_dev),
          .inode = static_cast<std::uint64_t>(found.st_ino),
          .size_bytes = static_cast<std::uint64_t>(found.st_size),
          .modified_seconds = modified.tv_sec,
          .modified_nanoseconds = modified.tv_nsec};
}

result<struct stat> status_of(int fd) noexcept {
  struct stat found;
  if (uninterrupted([&] { return syscalls().fstat(fd, &found); }) != 0)
    return system_error(errno, "the file's size can not be read");
  return found;
}

}  // namespace

file::~file() {
  // Nothing was written, so a failing close loses nothing.
  if (fd_ >= 0) (void)syscalls().close(fd_);
}

result<file> file::open_only(const char* path, file_access access) noexcept {
  const int flags =
      (access == file_access::read ? O_RDONLY : O_RDWR) | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  const int fd = uninterrupted([&] { return syscalls().open(path, flags, 0); });
  if (fd < 0 && errno == EISDIR) return no_regular_file(S_IFDIR);
  if (fd < 0 && errno == ENXIO) return not_regular("a socket, or a device that is not there", {});
  if (fd < 0) return system_error(errno, "the file can not be opened");
  return file(fd);
}

result<file> file::duplicate(int fd) noexcept {
  const int own = uninterrupted([&] { return syscalls().dup(fd); });
  if (own < 0) return system_error(errno, "the descriptor can not be used");
  file opened(own);
  if (const auto looked = opened.look(); !looked) return looked.error();
  return opened;
}

result<void> file::look() noexcept {
  const auto found = status_of(fd_);
  if (!found) return found.error();
  if (!S_ISREG(found->st_mode)) return no_regular_file(found->st_mode);
  identity_ = identity_of(*found);
  return {};
}

result<file_identity> file::identity_now() const noexcept {
  const auto found = status_of(fd_);
  if (!found) return found.error();
  return identity_of(*found);
}

result<std::size_t> file::read_some(std::uint64_t offset,
                                    std::span<std::byte> into) const noexcept {
  const ssize_t got = uninterrupted(
      [&] { return syscalls().pread(fd_, into.data(), into.size(), static_cast<off_t>(offset)); });
  if (got < 0) return system_error(errno, "the file can not be read", {}, {}, offset);
  return static_cast<std::size_t>(got);
}

std::uint64_t file::end() const noexcept {
  // Half the cost of fstat.
  const off_t end = syscalls().lseek(fd_, 0, SEEK_END);
  return end > 0 ? static_cast<std::uint64_t>(end) : 0;
}

void file::advise(read_ahead how) const noexcept {
#if defined(POSIX_FADV_NORMAL)
  const int advice = how == read_ahead::sequential ? POSIX_FADV_SEQUENTIAL
                     : how == read_ahead::random   ? POSIX_FADV_RANDOM
                                                   : POSIX_FADV_NORMAL;
  (void)syscalls().fadvise(fd_, 0, 0, advice);
#else
  (void)how;
#endif
}

void file::drop_pages(std::uint64_t offset, std::uint64_t count) const noexcept {
#if defined(POSIX_FADV_DONTNEED)
  (void)syscalls().fadvise(fd_, static_cast<off_t>(offset), static_cast<off_t>(count),
                           POSIX_FADV_DONTNEED);
#else
  (void)offset, (void)count;
#endif
}

}  // namespace nopy::os
