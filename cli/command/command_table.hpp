// SPDX-License-Identifier: MIT
// The commands, one per file of that name; those that edit members are in one.
#pragma once

#include "command/command.hpp"

namespace nopy::cli {

/// The command of that name. Throws usage with the nearest; `asking` is who asks: "help", "man".
[[nodiscard]] const command& meant(std::string_view name, std::string_view asking);

extern const command ls_command, info_command, show_command, diff_command, check_command,
    convert_command, refs_command, pack_command, unpack_command, add_command, rm_command,
    mv_command, repack_command, create_command, append_command, repair_command, salvage_command,
    completion_command, help_command, man_command, stats_command, version_command, view_command;

}  // namespace nopy::cli
