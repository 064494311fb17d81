// SPDX-License-Identifier: MIT
#include "command_table.hpp"

namespace nopy::cli {
namespace {

constexpr const command* all[] = {
    &ls_command,      &info_command,   &show_command,   &diff_command,    &check_command,
    &convert_command, &pack_command,   &unpack_command, &add_command,     &rm_command,
    &mv_command,      &repack_command, &create_command, &append_command,  &repair_command,
    &salvage_command, &view_command,   &help_command,   &version_command,
};

}  // namespace

std::span<const command* const> commands() noexcept { return all; }

const command* find_command(std::string_view name) noexcept {
  for (const command* one : all)
    if (one->name == name) return one;
  return nullptr;
}

}  // namespace nopy::cli
