// SPDX-License-Identifier: MIT
// Names and paths as a terminal may show them: control and bidirectional characters, and bytes that
// are no UTF-8, are written as escapes, so that a file's name can neither move the cursor nor
// reorder the line.
#pragma once

#include <nopy/error.hpp>

#include <string>
#include <string_view>

namespace nopy::cli {

/// `text` with `\n`, `\x1b`, `\u202e` and their like spelled out.
[[nodiscard]] std::string escaped(std::string_view text);

/// Whether a terminal could be misled by this code point: Cc, the bidi controls of Cf, invisible
/// marks, line and paragraph separators.
[[nodiscard]] bool misleading(char32_t point) noexcept;

/// The same error with every quoted part escaped.
[[nodiscard]] error escaped(const error& raw);

/// Columns that `text` takes on a terminal: 2 for East Asian wide characters, 0 for combining marks.
[[nodiscard]] std::size_t display_width(std::string_view text) noexcept;

}  // namespace nopy::cli
