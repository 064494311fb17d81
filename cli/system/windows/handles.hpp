// SPDX-License-Identifier: MIT
// Files and folders of Windows, opened so that they can be asked what they are.
#pragma once

#include "system/files.hpp"

#include "os/windows/api.hpp"

namespace nopy::cli::system {

/// How a path is opened.
struct opening {
  DWORD access = GENERIC_READ;
  DWORD sharing = os::share_all;
  DWORD creation = OPEN_EXISTING;
  DWORD flags = 0;
};
/// Opens a path of UTF-8, a folder, too. A handle that is not open, with errno, where that fails.
[[nodiscard]] os::unique_handle open_path(const std::string& path, const opening& how) noexcept;
/// Like `open_path`, but a link is not followed: ELOOP.
[[nodiscard]] os::unique_handle open_no_link(const std::string& path, opening how) noexcept;

/// A descriptor of a handle, or -1 and errno where it is not open or there are too many.
[[nodiscard]] int descriptor_of(os::unique_handle handle, int flags) noexcept;

/// Nothing, with errno, where the system does not say.
[[nodiscard]] std::optional<file_state> state_of(HANDLE handle) noexcept;
/// Whether a reparse point leads to another name. Others, as files that are kept in a cloud, are what they seem.
[[nodiscard]] bool is_link_tag(DWORD tag) noexcept;

}  // namespace nopy::cli::system
