// SPDX-License-Identifier: MIT
// What Windows refused, as errno.
#pragma once

#include "os/windows/windows_error.hpp"

#include <cerrno>

namespace nopy::cli::system {

/// Sets errno for a code of GetLastError; false.
inline bool refused(DWORD code) noexcept {
  const int number = os::errno_of(code);
  errno = number != 0 ? number : EIO;
  return false;
}

}  // namespace nopy::cli::system
