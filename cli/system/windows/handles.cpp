// SPDX-License-Identifier: MIT
#include "system/windows/handles.hpp"

#include "os/windows/path.hpp"
#include "system/windows/last_error.hpp"

namespace nopy::cli::system {
namespace {

os::unique_handle nothing() noexcept { return os::unique_handle(INVALID_HANDLE_VALUE); }

bool leads_elsewhere(HANDLE handle) noexcept {
  FILE_ATTRIBUTE_TAG_INFO found{};
  return ::GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &found, sizeof found) != 0 &&
         (found.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
         is_link_tag(found.ReparseTag);
}

}  // namespace

os::unique_handle open_path(const std::string& path, const opening& how) noexcept {
  const auto wide = os::wide_path::of(path.c_str());
  if (!wide) {
    errno = wide.error().system_code();
    return nothing();
  }
  // Without the flag no folder can be opened.
  os::unique_handle opened(::CreateFileW(wide->c_str(), how.access, how.sharing, nullptr,
                                         how.creation, how.flags | FILE_FLAG_BACKUP_SEMANTICS,
                                         nullptr));
  if (!opened.open()) refused(::GetLastError());
  return opened;
}

os::unique_handle open_no_link(const std::string& path, opening how) noexcept {
  const DWORD flags = how.flags;
  how.flags |= FILE_FLAG_OPEN_REPARSE_POINT;
  os::unique_handle opened = open_path(path, how);
  if (!opened.open()) return opened;
  BY_HANDLE_FILE_INFORMATION found{};
  const bool plain = ::GetFileInformationByHandle(opened.get(), &found) != 0 &&
                     (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0;
  if (plain) return opened;
  if (leads_elsewhere(opened.get())) {
    errno = ELOOP;
    return nothing();
  }
  how.flags = flags;
  return open_path(path, how);
}

int descriptor_of(os::unique_handle handle, int flags) noexcept {
  if (!handle.open()) return -1;
  const int fd = std::move(handle).into_descriptor(flags);
  if (fd < 0) errno = EMFILE;
  return fd;
}

bool is_link_tag(DWORD tag) noexcept { return IsReparseTagNameSurrogate(tag); }

std::optional<file_state> state_of(HANDLE handle) noexcept {
  if (handle == INVALID_HANDLE_VALUE) {
    errno = EBADF;
    return std::nullopt;
  }
  switch (::GetFileType(handle)) {
    case FILE_TYPE_DISK:
      break;
    case FILE_TYPE_PIPE:
      return file_state{.type = file_type::pipe};
    default:
      return file_state{.type = file_type::device};
  }
  BY_HANDLE_FILE_INFORMATION found{};
  if (::GetFileInformationByHandle(handle, &found) == 0) {
    refused(::GetLastError());
    return std::nullopt;
  }
  const bool folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
  return file_state{
      folder ? file_type::folder : file_type::regular,
      os::joined(found.nFileSizeHigh, found.nFileSizeLow),
      {found.dwVolumeSerialNumber, os::joined(found.nFileIndexHigh, found.nFileIndexLow)}};
}

}  // namespace nopy::cli::system
