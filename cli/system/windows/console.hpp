// SPDX-License-Identifier: MIT
// Windows' console takes text in UTF-16; every other handle takes bytes.
#pragma once

#include "os/windows/api.hpp"

#include <string_view>

namespace nopy::cli::system {

[[nodiscard]] bool is_console(HANDLE handle) noexcept;
/// Writes text of UTF-8, whatever the console's code page. False, with errno.
[[nodiscard]] bool write_to_console(HANDLE handle, std::string_view text) noexcept;

}  // namespace nopy::cli::system
