// SPDX-License-Identifier: MIT
// Two archives, compared member by member.
#pragma once

#include "commands/diff_text.hpp"

namespace nopy::cli {

struct compared_member {
  std::string name;
  compared_pair found{};
};

struct archive_outcome {
  std::vector<compared_member> both{};  ///< in the order of the first archive
  std::vector<std::string> only_a{}, only_b{};
  bool all_read = true;  ///< else members that could not be read were reported

  [[nodiscard]] bool equal() const noexcept;
};

/// Pairs the members by name. One that can not be read is reported and counts as different.
[[nodiscard]] archive_outcome compare_archives(input& a, input& b, const compare_options& options,
                                               std::size_t most);

/// What stands behind the two names: the members that differ, and how many do not.
[[nodiscard]] std::string archive_text(const input& a, const input& b,
                                       const archive_outcome& found);

/// The object of `nopy diff --json`, with the members of both and the names that only one has.
void write_json_archives(json_writer& out, const archive_outcome& found);

}  // namespace nopy::cli
