// SPDX-License-Identifier: MIT
// What may have been meant by a name that no file has, or that no file can get.
#pragma once

#include <string>

namespace nopy::cli {

/// A hint for a file that should be read and is not there; empty where nothing is known.
[[nodiscard]] std::string hint_for_missing(const std::string& path);
/// A hint for a file that can not be written since its folder is not there; empty where it is.
[[nodiscard]] std::string hint_for_missing_folder(const std::string& path);

}  // namespace nopy::cli
