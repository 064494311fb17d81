// SPDX-License-Identifier: MIT
// Scripts that complete the tool's command line, made from the table of commands.
#pragma once

#include <string>

namespace nopy::cli {

/// For bash 4 and newer. Names of members are asked of `nopy ls --names`.
[[nodiscard]] std::string bash_completion();
/// For zsh, to be found as `_nopy` in its fpath, or to be evaluated.
[[nodiscard]] std::string zsh_completion();
/// For fish 3 and newer.
[[nodiscard]] std::string fish_completion();

}  // namespace nopy::cli
