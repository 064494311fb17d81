// SPDX-License-Identifier: MIT
// The commands, one per file of that name; those that edit members are in one.
#pragma once

#include "command.hpp"

namespace nopy::cli {

extern const command ls_command, info_command, show_command, diff_command, check_command,
    convert_command, pack_command, unpack_command, add_command, rm_command, mv_command,
    repack_command, create_command, append_command, repair_command, salvage_command, help_command,
    version_command, view_command;

}  // namespace nopy::cli
