// SPDX-License-Identifier: MIT
// Options by which commands take a member of an archive; `input::open` understands them.
#pragma once

#include "command/command.hpp"

namespace nopy::cli {

/// Beside --member, of every command that has it and takes one array.
inline constexpr option_row index_option{
    "--index", "N", "the member at a position, from 0: of several of one name"};

}  // namespace nopy::cli
