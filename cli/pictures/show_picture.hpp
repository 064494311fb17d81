// SPDX-License-Identifier: MIT
// `nopy show --plot` and `--png`: the picture of one array, in the terminal or as a file.
#pragma once

#include "input/input.hpp"

namespace nopy::cli {

/// Draws what was chosen of an array, as the options say. Throws usage for what has no picture, and
/// what reading and writing give.
void show_picture(const input& from, const npy_file& file, const selection& chosen,
                  const request& asked);

}  // namespace nopy::cli
