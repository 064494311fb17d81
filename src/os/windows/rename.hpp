// SPDX-License-Identifier: MIT
// Renaming where the old file may be open: Windows has three ways, of which one works.
#pragma once

#include "os/windows/api.hpp"
#include "os/windows/path.hpp"

namespace nopy::os {

/// Like `MoveFileEx` with those flags; what MOVEFILE_REPLACE_EXISTING replaces may be open
/// elsewhere. `target` is `to` in UTF-8. Returns 0, or the code of GetLastError.
[[nodiscard]] DWORD rename_file(const wide_path& from, const wide_path& to, std::string_view target,
                                DWORD flags) noexcept;

}  // namespace nopy::os
