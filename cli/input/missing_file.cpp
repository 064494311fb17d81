// SPDX-License-Identifier: MIT
#include "input/missing_file.hpp"

#include "command/command.hpp"
#include "printing/address.hpp"
#include "system/folder.hpp"

#include "os/sibling_name.hpp"

#include <fmt/core.h>

#include <vector>

namespace nopy::cli {
namespace {

bool is_there(const std::string& path) {
  return system::look(path).type != system::file_type::none;
}

std::string folder_of(const std::string& path) {
  std::string folder(os::folder_of(path));
  if (folder.empty()) return ".";
  const bool root = folder.size() < 2 || folder.back() == ':' || folder[folder.size() - 2] == ':';
  if (!root) folder.pop_back();
  return folder;
}

/// The name in the same folder that is nearest, among the first thousands.
std::string nearest_file(const std::string& path) {
  constexpr std::size_t most = 10'000;
  std::vector<std::string> names;
  const auto keep = [&](std::string_view name, system::file_type) {
    if (names.size() < most) names.emplace_back(name);
  };
  const system::folder folder = system::folder::open(folder_of(path));
  if (folder.is_open()) (void)folder.each_entry(keep);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::size_t name = os::folder_of(path).size();
  const auto near = nearest(std::string_view(path).substr(name), views);
  return near ? path.substr(0, name) + std::string(*near) : std::string();
}

}  // namespace

std::string hint_for_missing(const std::string& path) {
  for (std::size_t bracket = path.find('['); path.ends_with(']') && bracket != std::string::npos;
       bracket = path.find('[', bracket + 1))
    if (const std::string file = path.substr(0, bracket); bracket != 0 && is_there(file))
      return fmt::format(
          "a slice holds integers, ':', '...' and commas, as in '{}[0:5, -1]'; a field is taken by "
          "`nopy convert {} OUT --dtype \"[('NAME', 'TYPE')]\"`",
          file, file);
  if (is_there(path)) return {};
  if (std::string folder = hint_for_missing_folder(path); !folder.empty()) return folder;
  if (const std::string near = nearest_file(path); !near.empty())
    return fmt::format("did you mean {}?", near);
  return {};
}

std::string hint_for_missing_folder(const std::string& path) {
  if (is_url(path))
    return "a file on this machine is needed here: `nopy convert URL FILE.npy`, for an archive "
           "`nopy repack URL FILE.npz`";
  if (is_address(path))
    return "of addresses nopy reads http:// and https://, which presigned ones of S3, GCS and "
           "Azure are";
  const std::string folder = folder_of(path);
  if (is_there(folder)) return {};
  return fmt::format("there is no folder {}", folder);
}

}  // namespace nopy::cli
