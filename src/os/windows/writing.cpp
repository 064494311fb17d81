// SPDX-License-Identifier: MIT
#include "os/writing.hpp"

#include "os/system_error.hpp"
#include "os/windows/windows_error.hpp"

#include <algorithm>

namespace nopy::os {
namespace {

constexpr std::size_t most_a_call = std::size_t{1} << 30;

constexpr std::string_view could_not_write = "could not write";

/// Writes some of `bytes`, at `at` or, without it, where the handle stands; steps over them.
result<void> write_some(HANDLE handle, std::span<const std::byte>& bytes, OVERLAPPED* at) noexcept {
  const auto count = static_cast<DWORD>(std::min(bytes.size(), most_a_call));
  DWORD written = 0;
  if (::WriteFile(handle, bytes.data(), count, &written, at) == 0)
    return windows_error(::GetLastError(), could_not_write);
  if (written == 0) return system_error(EIO, "could not write: the system took no bytes");
  bytes = bytes.subspan(written);
  return {};
}

/// A write at an offset moves where the handle stands; this puts it back.
class kept_position {
 public:
  explicit kept_position(HANDLE handle) noexcept : handle_(handle) {
    known_ = ::SetFilePointerEx(handle, {}, &at_, FILE_CURRENT) != 0;
  }
  kept_position(const kept_position&) = delete;
  kept_position& operator=(const kept_position&) = delete;
  ~kept_position() {
    if (known_) (void)::SetFilePointerEx(handle_, at_, nullptr, FILE_BEGIN);
  }

 private:
  HANDLE handle_;
  LARGE_INTEGER at_{};
  bool known_;
};

}  // namespace

result<void> write_all(int fd, std::span<write_part> parts) noexcept {
  const HANDLE handle = handle_of(fd);
  for (write_part& part : parts)
    while (!part.empty())
      if (auto written = write_some(handle, part, nullptr); !written) return written;
  return {};
}

result<void> write_all_at(int fd, std::span<const std::byte> bytes, std::uint64_t offset) noexcept {
  const HANDLE handle = handle_of(fd);
  const kept_position position(handle);
  while (!bytes.empty()) {
    OVERLAPPED at = at_offset(offset);
    const std::size_t before = bytes.size();
    if (auto written = write_some(handle, bytes, &at); !written) return written;
    offset += before - bytes.size();
  }
  return {};
}

// Windows copies files within the system by name only, whole.
result<std::uint64_t> copy_some(int, std::uint64_t, int, std::uint64_t) noexcept {
  return std::uint64_t{0};
}

result<void> set_size(int fd, std::uint64_t bytes) noexcept {
  constexpr std::string_view could_not = "could not set the file's size";
  if (bytes > static_cast<std::uint64_t>(INT64_MAX)) return system_error(EFBIG, could_not);
  FILE_END_OF_FILE_INFO end{};
  end.EndOfFile.QuadPart = static_cast<LONGLONG>(bytes);
  if (::SetFileInformationByHandle(handle_of(fd), FileEndOfFileInfo, &end, sizeof end) != 0)
    return {};
  return windows_error(::GetLastError(), could_not);
}

// There is one call for both; it asks the disk, too.
result<void> synchronise(int fd, synchronised) noexcept {
  if (::FlushFileBuffers(handle_of(fd)) != 0) return {};
  return windows_error(::GetLastError(), "could not bring the file to disk");
}

result<void> lock_for_writing(int fd) noexcept {
  // Locked bytes can not be read by others: one is locked that no file has.
  OVERLAPPED at = at_offset(static_cast<std::uint64_t>(INT64_MAX) - 1);
  constexpr DWORD at_once = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
  if (::LockFileEx(handle_of(fd), at_once, 0, 1, 0, &at) != 0) return {};
  const DWORD code = ::GetLastError();
  if (code == ERROR_INVALID_FUNCTION || code == ERROR_NOT_SUPPORTED) return {};
  if (code != ERROR_LOCK_VIOLATION && code != ERROR_IO_PENDING)
    return windows_error(code, "could not lock the file");
  return system_error(EAGAIN, "another writer has the file open", {},
                      "close that writer first: a file has one writer at a time");
}

result<file_state> state_of(int fd) noexcept {
  FILE_STANDARD_INFO found{};
  if (::GetFileInformationByHandleEx(handle_of(fd), FileStandardInfo, &found, sizeof found) == 0)
    return windows_error(::GetLastError(), "could not look at the open file");
  return file_state{static_cast<std::uint64_t>(found.EndOfFile.QuadPart),
                    found.NumberOfLinks != 0 && !found.DeletePending};
}

}  // namespace nopy::os
