// SPDX-License-Identifier: MIT
// Handles as descriptors of the C library, so that an open file is an int everywhere above this floor.
#include "os/windows/api.hpp"

#include <fcntl.h>
#include <io.h>

namespace nopy::os {

int unique_handle::into_descriptor(int flags) && noexcept {
  const int fd =
      ::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle_), flags | _O_BINARY | _O_NOINHERIT);
  if (fd >= 0) handle_ = INVALID_HANDLE_VALUE;
  return fd;
}

HANDLE handle_of(int fd) noexcept {
  return fd < 0 ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(::_get_osfhandle(fd));
}

bool close_descriptor(int fd) noexcept { return ::_close(fd) == 0; }

}  // namespace nopy::os
