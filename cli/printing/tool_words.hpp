// SPDX-License-Identifier: MIT
// The library's hints speak of calls and options in C++; the tool's speak of the command line.
#pragma once

#include <nopy/error.hpp>

#include <string>
#include <string_view>

namespace nopy::cli {

/// A hint as the tool gives it: options of the library that the tool has are called by its names, and
/// what only a program can do is left out.
[[nodiscard]] std::string tool_hint(std::string_view hint);

/// The error with such a hint, and without the secrets of the addresses it names.
[[nodiscard]] error in_tool_words(const error& of);

}  // namespace nopy::cli
