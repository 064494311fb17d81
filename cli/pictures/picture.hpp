// SPDX-License-Identifier: MIT
// `nopy show --png`: an array as a picture file. Rows are written as they are read.
#pragma once

#include "output/output.hpp"
#include "pictures/plot.hpp"

namespace nopy::cli {

/// Writes the picture; `to` is closed by the caller. Returns what there is to say of it:
/// "400 x 300 pixels, viridis from 0 to 24; not finite: 3 NaN". Throws usage for what has no picture,
/// and what reading and writing give.
[[nodiscard]] std::string write_picture(const plot_source& of, const plot_options& how, output& to);

}  // namespace nopy::cli
