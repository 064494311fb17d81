// SPDX-License-Identifier: MIT
#include "os/file.hpp"

#include "os/system_error.hpp"
#include "os/windows/path.hpp"
#include "os/windows/windows_error.hpp"

#include <fcntl.h>

namespace nopy::os {
namespace {

result<file_identity> identity_of(HANDLE handle) noexcept {
  BY_HANDLE_FILE_INFORMATION found;
  if (::GetFileInformationByHandle(handle, &found) == 0)
    return windows_error(::GetLastError(), "the file's size can not be read");
  constexpr std::uint64_t ticks_a_second = 10'000'000;  // since 1601
  const std::uint64_t modified =
      joined(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime);
  return file_identity{
      .device = found.dwVolumeSerialNumber,
      .inode = joined(found.nFileIndexHigh, found.nFileIndexLow),
      .size_bytes = joined(found.nFileSizeHigh, found.nFileSizeLow),
      .modified_seconds = static_cast<std::int64_t>(modified / ticks_a_second),
      .modified_nanoseconds = static_cast<std::int64_t>(modified % ticks_a_second * 100)};
}

bool is_folder(const wide_path& path) noexcept {
  const DWORD attributes = ::GetFileAttributesW(path.c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

/// Whether the handle was opened for writing; to write nothing changes nothing.
bool writes(HANDLE handle) noexcept {
  DWORD none = 0;
  return ::GetFileType(handle) == FILE_TYPE_DISK && ::WriteFile(handle, "", 0, &none, nullptr) != 0;
}

/// A position of its own where the system gives one, else that of the other owners.
HANDLE duplicate_of(HANDLE handle) noexcept {
  const DWORD access = GENERIC_READ | (writes(handle) ? GENERIC_WRITE : 0);
  const HANDLE reopened = ::ReOpenFile(handle, access, share_all, 0);
  if (reopened != INVALID_HANDLE_VALUE) return reopened;
  HANDLE copy = INVALID_HANDLE_VALUE;
  const HANDLE self = ::GetCurrentProcess();
  if (::DuplicateHandle(self, handle, self, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS) == 0)
    return INVALID_HANDLE_VALUE;
  return copy;
}

}  // namespace

file::~file() {
  // Nothing was written, so a failing close loses nothing.
  if (fd_ >= 0) (void)close_descriptor(fd_);
}

result<file> file::open_only(const char* path, file_access access) noexcept {
  const auto wide = wide_path::of(path);
  if (!wide) return wide.error();
  const bool writes = access == file_access::read_write;
  unique_handle opened(::CreateFileW(wide->c_str(), GENERIC_READ | (writes ? GENERIC_WRITE : 0),
                                     share_all, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL,
                                     nullptr));
  if (!opened.open()) {
    const DWORD code = ::GetLastError();
    if (is_folder(*wide)) return not_regular("a directory", "name a file inside it");
    return windows_error(code, "the file can not be opened");
  }
  const int fd = std::move(opened).into_descriptor(writes ? _O_RDWR : _O_RDONLY);
  if (fd < 0) return system_error(EMFILE, "the file can not be opened");
  return file(fd);
}

result<file> file::duplicate(int fd) noexcept {
  const HANDLE handle = handle_of(fd);
  if (handle == INVALID_HANDLE_VALUE) return system_error(EBADF, "the descriptor can not be used");
  unique_handle own(duplicate_of(handle));
  if (!own.open()) return windows_error(::GetLastError(), "the descriptor can not be used");
  file opened(std::move(own).into_descriptor(_O_RDONLY));
  if (opened.fd_ < 0) return system_error(EMFILE, "the descriptor can not be used");
  if (const auto looked = opened.look(); !looked) return looked.error();
  return opened;
}

result<void> file::look() noexcept {
  constexpr std::string_view spool = "write what comes out of it to a file first";
  const HANDLE handle = handle_of(fd_);
  switch (::GetFileType(handle)) {
    case FILE_TYPE_DISK:
      break;
    case FILE_TYPE_PIPE:
      return not_regular("a pipe, or a socket", spool);
    case FILE_TYPE_CHAR:
      return not_regular("a character device", spool);
    default:
      return not_regular("something else", {});
  }
  const auto found = identity_of(handle);
  if (!found) return found.error();
  identity_ = *found;
  return {};
}

result<file_identity> file::identity_now() const noexcept { return identity_of(handle_of(fd_)); }

result<std::size_t> file::read_some(std::uint64_t offset,
                                    std::span<std::byte> into) const noexcept {
  OVERLAPPED at = at_offset(offset);
  DWORD got = 0;
  if (::ReadFile(handle_of(fd_), into.data(), static_cast<DWORD>(into.size()), &got, &at) != 0)
    return std::size_t{got};
  const DWORD code = ::GetLastError();
  if (code == ERROR_HANDLE_EOF) return std::size_t{0};
  return windows_error(code, "the file can not be read", {}, offset);
}

std::uint64_t file::end() const noexcept {
  LARGE_INTEGER bytes{};
  if (::GetFileType(handle_of(fd_)) != FILE_TYPE_DISK ||
      ::GetFileSizeEx(handle_of(fd_), &bytes) == 0)
    return 0;
  return static_cast<std::uint64_t>(bytes.QuadPart);
}

// Windows takes such advice only when a file is opened.
void file::advise(read_ahead) const noexcept {}
void file::drop_pages(std::uint64_t, std::uint64_t) const noexcept {}

}  // namespace nopy::os
