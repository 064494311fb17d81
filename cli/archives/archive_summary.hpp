// SPDX-License-Identifier: MIT
// An archive in a few lines, for `nopy info`.
#pragma once

#include "input/input.hpp"

#include <string>

namespace nopy::cli {

/// How many members, arrays and bytes, how they are stored, how many can be mapped, and the findings
/// of directory and headers. Cost: the directory and a small read for each member. Throws the zip
/// kinds.
[[nodiscard]] std::string archive_summary(const input& from, bool as_json);

}  // namespace nopy::cli
