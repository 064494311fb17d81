// SPDX-License-Identifier: MIT
// Whether a member's name may become a file's: names in an archive are somebody else's text, and a
// file must never land outside the folder, under a name that means something else, or over another
// member's. Source: the rules of docs/tool.md, "unpack".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::cli {

/// The folders and the file that a name means below the target folder, or why it means none.
struct member_path {
  std::vector<std::string> parts{};
  std::optional<std::string> unsafe{};  ///< what is wrong, for a message
};

[[nodiscard]] member_path path_of_member(std::string_view name);

/// A name as file systems that ignore case see it: every letter in one case (simple folding of Unicode).
[[nodiscard]] std::string folded(std::string_view name);

}  // namespace nopy::cli
