// SPDX-License-Identifier: MIT
// Headers that a writer got wrong in a way that leaves no doubt: shapes such as (np.int64(2),), [2]
// or 2, and fortran_order written as 0, true, or 'False'.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::cli {

/// The header text with such values rewritten, and in `done` what was; nothing where there are none.
[[nodiscard]] std::optional<std::string> mend_header(std::string_view text,
                                                     std::vector<std::string>& done);

}  // namespace nopy::cli
