// SPDX-License-Identifier: MIT
// `nopy show --plot`: an array drawn in the terminal.
#pragma once

#include "pictures/drawing.hpp"

namespace nopy::cli {

/// What a picture is made of.
struct plot_source {
  const npy_file& file;
  dtype type;  ///< what the file's bits are read as
  selection chosen;
  std::string title;  ///< of the progress bar
};

/// The drawing and what there is to say below it, as lines. Throws usage for what has no picture.
[[nodiscard]] std::string plot_text(const plot_source& of, const plot_options& how);

/// Lines below a picture: what was left out, and what is not finite, with its marks.
[[nodiscard]] std::vector<std::string> remarks_of(const drawing& of, const value_summary& values,
                                                  const std::array<std::string, 3>& marks = {});

}  // namespace nopy::cli
