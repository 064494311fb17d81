// SPDX-License-Identifier: MIT
#include "os/file.hpp"

#include "bytes/text_sink.hpp"
#include "os/syscalls.hpp"
#include "os/system_error.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace nopy::os {
namespace {

// Linux reads at most 2^31 - 4096 bytes in one call, macOS fails above 2^31 - 1.
constexpr std::size_t most_in_one_call = std::size_t{1} << 30;

error not_regular(std::string_view what, std::string_view hint) noexcept {
  return error({.code = errc::not_regular,
                .summary = "this is no regular file",
                .found = what,
                .expected = "a regular file",
                .hint = hint});
}

error not_regular(mode_t mode) noexcept {
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
  if (fd < 0 && errno == EISDIR) return not_regular(S_IFDIR);
  if (fd < 0 && errno == ENXIO) return not_regular("a socket, or a device that is not there", {});
  if (fd < 0) return system_error(errno, "the file can not be opened");
  return file(fd);
}

result<file> file::open(const char* path, file_access access) noexcept {
  auto opened = open_only(path, access);
  if (!opened) return opened;
  if (const auto looked = opened->look(); !looked) return looked.error();
  return opened;
}

result<file> file::open_and_read(const char* path, std::span<std::byte> first) noexcept {
  auto opened = open_only(path, file_access::read);
  if (!opened) return opened;
  // A pipe, a socket or a terminal refuses to be read at a position; none of them makes this wait.
  const ssize_t got =
      uninterrupted([&] { return syscalls().pread(opened->fd_, first.data(), first.size(), 0); });
  opened->first_bytes_ = got > 0 ? static_cast<std::size_t>(got) : 0;
  std::uint64_t size_bytes = opened->first_bytes_;
  if (opened->first_bytes_ == first.size()) {
    // Half the cost of fstat.
    const off_t end = syscalls().lseek(opened->fd_, 0, SEEK_END);
    size_bytes = end > 0 ? static_cast<std::uint64_t>(end) : 0;
  }
  if (size_bytes != 0) {
    opened->identity_.size_bytes = size_bytes;
    opened->size_is_read_ = true;
    return opened;
  }
  if (const auto looked = opened->look(); !looked) return looked.error();
  return opened;
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
  if (!S_ISREG(found->st_mode)) return not_regular(found->st_mode);
  identity_ = identity_of(*found);
  return {};
}

result<void> file::read_at(std::uint64_t offset, std::span<std::byte> into) const noexcept {
  std::size_t done = 0;
  while (done < into.size()) {
    const std::uint64_t at = offset + done;
    const std::size_t count = std::min(into.size() - done, most_in_one_call);
    if (at > static_cast<std::uint64_t>(INT64_MAX)) return ends_early(at);
    const ssize_t got = uninterrupted(
        [&] { return syscalls().pread(fd_, into.data() + done, count, static_cast<off_t>(at)); });
    if (got < 0) return system_error(errno, "the file can not be read", {}, {}, at);
    if (got == 0) return ends_early(offset + into.size());
    done += static_cast<std::size_t>(got);
  }
  return {};
}

error file::ends_early(std::uint64_t wanted_bytes) const noexcept {
  const auto now = status_of(fd_);
  const std::uint64_t found_bytes = now ? static_cast<std::uint64_t>(now->st_size) : size_bytes();
  const bool shrank = found_bytes < size_bytes();
  const bytes::short_text<40> found(
      [&](bytes::text_sink& out) { out.decimal(found_bytes).put(" bytes"); });
  const bytes::short_text<40> expected([&](bytes::text_sink& out) {
    out.decimal(shrank ? size_bytes() : wanted_bytes).put(" bytes");
  });
  return error(
      {.code = shrank ? errc::changed : errc::data_truncated,
       .offset = found_bytes,
       .summary = shrank ? "the file became shorter while it was read" : "the file ends early",
       .found = found,
       .expected = expected,
       .hint = shrank ? std::string_view("another program writes to it; read it again when it is "
                                         "done")
                      : std::string_view()});
}

result<void> file::check_unchanged() const noexcept {
  const auto found = status_of(fd_);
  if (!found) return found.error();
  if (identity_of(*found) == identity_) return {};
  return error({.code = errc::changed,
                .summary = "the file changed while it was read",
                .hint = "another program writes to it; read it again when it is done"});
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
