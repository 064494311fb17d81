// SPDX-License-Identifier: MIT
// Colour on stdout: only on a terminal, and not where NO_COLOR is set (https://no-color.org) or TERM
// is dumb.
#pragma once

#include <string>
#include <string_view>

namespace nopy::cli {

[[nodiscard]] bool colored_stdout() noexcept;
[[nodiscard]] std::string dimmed(std::string_view text);
[[nodiscard]] std::string bold(std::string_view text);

}  // namespace nopy::cli
