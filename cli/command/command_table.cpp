// SPDX-License-Identifier: MIT
#include "command/command_table.hpp"

#include "printing/report.hpp"

#include <fmt/core.h>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nopy::cli {
namespace {

constexpr const command* all[] = {
    &ls_command,     &info_command,    &show_command,    &stats_command,  &diff_command,
    &check_command,  &convert_command, &refs_command,    &pack_command,   &unpack_command,
    &add_command,    &rm_command,      &mv_command,      &repack_command, &create_command,
    &append_command, &repair_command,  &salvage_command, &view_command,   &completion_command,
    &man_command,    &help_command,    &version_command,
};

// How tar, zip, git and the shell call what we do.
constexpr std::pair<std::string_view, std::string_view> called_elsewhere[] = {
    {"cat", "show"},    {"cmp", "diff"},     {"compare", "diff"},   {"compress", "repack"},
    {"delete", "rm"},   {"dump", "show"},    {"extract", "unpack"}, {"head", "show"},
    {"header", "info"}, {"list", "ls"},      {"merge", "pack"},     {"print", "show"},
    {"remove", "rm"},   {"rename", "mv"},    {"stat", "info"},      {"tail", "show"},
    {"test", "check"},  {"unzip", "unpack"}, {"validate", "check"}, {"verify", "check"},
    {"zip", "pack"},
};

}  // namespace

std::span<const command* const> commands() noexcept { return all; }

const command* find_command(std::string_view name) noexcept {
  for (const command* one : all)
    if (one->name == name) return one;
  return nullptr;
}

const command& meant(std::string_view name, std::string_view asking) {
  if (const command* found = find_command(name)) return *found;
  const auto near = meant_command(name);
  refuse(fmt::format("nopy has no command '{}'", name), "",
         near ? fmt::format("did you mean `nopy {} {}`?", asking, *near)
              : std::string("`nopy help` lists the commands"));
}

std::optional<std::string_view> meant_command(std::string_view word) {
  for (const auto& [theirs, ours] : called_elsewhere)
    if (word == theirs) return ours;
  std::vector<std::string_view> names;
  for (const command* one : all) names.push_back(one->name);
  return nearest(word, names);
}

}  // namespace nopy::cli
