// SPDX-License-Identifier: MIT
// Errors and remarks on stderr.
#pragma once

#include <nopy/error.hpp>

#include <string_view>

namespace nopy::cli {

/// "nopy: " and the error's message, escaped for a terminal.
void report(const error& what);
/// One line on stderr.
void remark(std::string_view line);

/// Throws a usage error.
[[noreturn]] void refuse(std::string_view summary, std::string_view found = {},
                         std::string_view hint = {});

}  // namespace nopy::cli
