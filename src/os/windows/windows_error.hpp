// SPDX-License-Identifier: MIT
// What Windows refused, as an error: the errno that means the same, so that a program asks one question
// on every system.
#pragma once

#include <nopy/error.hpp>

#include "os/windows/api.hpp"

namespace nopy::os {

/// The errno of a code of GetLastError; 0 where none means the same.
[[nodiscard]] int errno_of(DWORD code) noexcept;

/// Like `system_error`, for a code of GetLastError.
[[nodiscard]] error windows_error(DWORD code, std::string_view summary, std::string_view hint = {},
                                  std::uint64_t offset = no_offset) noexcept;

}  // namespace nopy::os
