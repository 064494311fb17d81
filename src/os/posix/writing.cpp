// SPDX-License-Identifier: MIT
#include "os/writing.hpp"

#include "os/syscalls.hpp"
#include "os/system_error.hpp"

#include <sys/file.h>

#include <algorithm>
#include <limits>

namespace nopy::os {
namespace {

// Linux writes at most 2 GiB - 4 KiB a call and says so by a short write; other systems refuse
// larger ones. Half of that is no slower.
constexpr std::size_t most_a_call = std::size_t{1} << 30;
constexpr std::size_t parts_a_call = 8;

constexpr std::string_view could_not_write = "could not write";
constexpr std::string_view nothing_written = "could not write: the system took no bytes";

/// The first parts of `all`, at most `most_a_call` bytes of them.
std::size_t first_parts(std::span<const write_part> all, iovec (&into)[parts_a_call]) noexcept {
  std::size_t count = 0;
  for (std::size_t bytes = 0; count < std::min(all.size(), parts_a_call) && bytes < most_a_call;
       ++count) {
    into[count] = {const_cast<std::byte*>(all[count].data()),
                   std::min(all[count].size(), most_a_call - bytes)};
    bytes += into[count].iov_len;
  }
  return count;
}

void step(std::span<write_part>& parts, std::size_t written) noexcept {
  while (!parts.empty() && written >= parts.front().size()) {
    written -= parts.front().size();
    parts = parts.subspan(1);
  }
  if (!parts.empty()) parts.front() = parts.front().subspan(written);
}

}  // namespace

result<void> write_all(int fd, std::span<write_part> parts) noexcept {
  for (step(parts, 0); !parts.empty();) {
    iovec now[parts_a_call];
    const std::size_t count = first_parts(parts, now);
    const ssize_t written =
        uninterrupted([&] { return syscalls().writev(fd, now, static_cast<int>(count)); });
    if (written < 0) return system_error(errno, could_not_write);
    if (written == 0) return system_error(EIO, nothing_written);
    step(parts, static_cast<std::size_t>(written));
  }
  return {};
}

result<void> write_all_at(int fd, std::span<const std::byte> bytes, std::uint64_t offset) noexcept {
  while (!bytes.empty()) {
    const std::size_t count = std::min(bytes.size(), most_a_call);
    const ssize_t written = uninterrupted(
        [&] { return syscalls().pwrite(fd, bytes.data(), count, static_cast<off_t>(offset)); });
    if (written < 0) return system_error(errno, could_not_write);
    if (written == 0) return system_error(EIO, nothing_written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

result<std::uint64_t> copy_some(int from, std::uint64_t offset, int to,
                                std::uint64_t count) noexcept {
  const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(count, most_a_call));
  const ssize_t copied = uninterrupted(
      [&] { return syscalls().copy_range(from, static_cast<off_t>(offset), to, most); });
  if (copied >= 0) return static_cast<std::uint64_t>(copied);
  // EPERM: a sandbox that forbids what it does not know.
  for (const int cannot : {ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EPERM})
    if (errno == cannot) return std::uint64_t{0};
  return system_error(errno, "could not copy");
}

result<void> set_size(int fd, std::uint64_t bytes) noexcept {
  if (bytes > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()))
    return system_error(EFBIG, "could not set the file's size");
  const int answer =
      uninterrupted([&] { return syscalls().ftruncate(fd, static_cast<off_t>(bytes)); });
  if (answer != 0) return system_error(errno, "could not set the file's size");
  return {};
}

result<void> synchronise(int fd, synchronised what) noexcept {
  const int answer = uninterrupted([&] {
    return what == synchronised::bytes ? syscalls().fdatasync(fd) : syscalls().fsync(fd);
  });
  if (answer != 0) return system_error(errno, "could not bring the file to disk");
  return {};
}

result<void> lock_for_writing(int fd) noexcept {
  if (uninterrupted([&] { return syscalls().flock(fd, LOCK_EX | LOCK_NB); }) == 0) return {};
  if (errno == ENOSYS || errno == EINVAL || errno == EOPNOTSUPP || errno == ENOLCK) return {};
  if (errno != EWOULDBLOCK) return system_error(errno, "could not lock the file");
  return system_error(errno, "another writer has the file open", {},
                      "close that writer first: a file has one writer at a time");
}

result<file_state> state_of(int fd) noexcept {
  struct stat found {};
  if (uninterrupted([&] { return syscalls().fstat(fd, &found); }) != 0)
    return system_error(errno, "could not look at the open file");
  return file_state{static_cast<std::uint64_t>(found.st_size), found.st_nlink != 0};
}

}  // namespace nopy::os
