// SPDX-License-Identifier: MIT
// The functions of fmt that the tool calls, for a build without fmt's shared library (NOPY_STATIC).
// Compiled from fmt's headers here alone, so that every other object is that of the usual build.
#define FMT_HEADER_ONLY 1
#include <fmt/core.h>

#include <cstdio>
#include <string>

namespace nopy::cli {

// A function that is inline is in this object only where its address is wanted.
extern std::string (*const fmt_vformat)(fmt::string_view, fmt::format_args);
extern void (*const fmt_vprint)(std::FILE*, fmt::string_view, fmt::format_args);
std::string (*const fmt_vformat)(fmt::string_view, fmt::format_args) = fmt::vformat;
void (*const fmt_vprint)(std::FILE*, fmt::string_view, fmt::format_args) = fmt::vprint;

}  // namespace nopy::cli
