// SPDX-License-Identifier: MIT
#include "input/missing_file.hpp"

#include "command/command.hpp"
#include "printing/address.hpp"

#include <fmt/core.h>

#include <sys/stat.h>

#include <filesystem>
#include <system_error>
#include <vector>

namespace nopy::cli {
namespace {

bool is_there(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0;
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash == 0 ? 1 : slash);
}

/// The name in the same folder that is nearest, among the first thousands.
std::string nearest_file(const std::string& path) {
  constexpr std::size_t most = 10'000;
  std::vector<std::string> names;
  std::error_code failed;
  std::filesystem::directory_iterator at(folder_of(path), failed);
  for (; !failed && at != std::filesystem::directory_iterator() && names.size() < most;
       at.increment(failed))
    names.push_back(at->path().filename().string());
  const std::vector<std::string_view> views(names.begin(), names.end());
  const std::size_t name = path.rfind('/') + 1;  // 0 where there is none
  const auto near = nearest(std::string_view(path).substr(name), views);
  return near ? path.substr(0, name) + std::string(*near) : std::string();
}

}  // namespace

std::string hint_for_missing(const std::string& path) {
  const std::size_t bracket = path.rfind('[');
  if (path.ends_with(']') && bracket != std::string::npos && bracket != 0 &&
      is_there(path.substr(0, bracket)))
    return fmt::format(
        "a slice holds integers, ':', '...' and commas, as in '{}[0:5, -1]'; a field is taken by "
        "`nopy convert {} OUT --dtype \"[('NAME', 'TYPE')]\"`",
        path.substr(0, bracket), path.substr(0, bracket));
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
