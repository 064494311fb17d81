// SPDX-License-Identifier: MIT
// The manual's pages in man(7), made from the table of commands.
#pragma once

#include "command/command.hpp"

namespace nopy::cli {

/// nopy(1): the commands, and what holds for all of them.
[[nodiscard]] std::string man_overview();
/// nopy-COMMAND(1).
[[nodiscard]] std::string man_page(const command& of);

}  // namespace nopy::cli
