// SPDX-License-Identifier: MIT
// The operands of `nopy view`: files, folders, and where in a file to begin.
#pragma once

#include "command/command.hpp"

#include "served_file.hpp"

#include <string>
#include <vector>

namespace nopy::cli {

struct view_files {
  std::vector<view::served_file> files;
  std::string fragment;  ///< "#m=weights/w1&s=0,:", or empty
};

/// Names every file once it was opened for a try; reports those that can not be. Throws usage, and
/// the error of the last file that can not be read.
[[nodiscard]] view_files find_view_files(const std::vector<std::string>& operands);

/// The list that the page asks for: what each file is now.
[[nodiscard]] std::string view_files_json(const std::vector<view::served_file>& files);

}  // namespace nopy::cli
