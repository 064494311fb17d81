// SPDX-License-Identifier: MIT
// Findings that only the values tell: bool bytes other than 0 and 1, code units that are no
// characters, the kind of a long double.
#pragma once

#include <nopy/file.hpp>

#include <vector>

namespace nopy::cli {

/// Looks at every value where its type needs it; reads nothing where it does not. `data_offset` of
/// the array in its file. Throws what reading gives.
[[nodiscard]] std::vector<finding> scan_items(const npy_file& file, std::uint64_t data_offset);

}  // namespace nopy::cli
