// SPDX-License-Identifier: MIT
#include "os/file_system.hpp"

#include "os/windows/windows_error.hpp"

#include <string_view>

namespace nopy::os {

file_system file_system_of(int fd) noexcept {
  // The path as the system has it: drives that stand for a folder of a server are resolved.
  wchar_t path[1024];
  const DWORD count = ::GetFinalPathNameByHandleW(handle_of(fd), path, 1024, VOLUME_NAME_DOS);
  if (count == 0 || count >= 1024) return {};
  const std::wstring_view whole(path, count);
  if (whole.starts_with(LR"(\\?\UNC\)")) return {storage::network, "a network drive"};
  const wchar_t root[] = {whole.size() > 4 ? whole[4] : L'\0', L':', L'\\', L'\0'};
  if (::GetDriveTypeW(root) == DRIVE_REMOTE) return {storage::network, "a network drive"};
  return {storage::local, "a local drive"};
}

}  // namespace nopy::os
