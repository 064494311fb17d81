// SPDX-License-Identifier: MIT
// Pictures in the characters of a terminal: pixels as half blocks in colour or as shades of ASCII,
// dots as Braille, bars as eighths of blocks.
#pragma once

#include "pictures/color_maps.hpp"
#include "pictures/plot_options.hpp"
#include "pictures/trace.hpp"

#include <string>
#include <vector>

namespace nopy::cli {

/// A pixel: its colour, and the character that stands for it where there are no colours.
struct pixel {
  rgb color;
  char shade;
};

struct pixel_grid {
  std::size_t rows, columns;
  std::vector<pixel> pixels;
};

/// The character for a place between 0 and 1.
[[nodiscard]] char shade_of(double place) noexcept;

/// Characters that a pixel is wide, and pixels that a line holds: 1 and 2 in colours, 2 and 1 in
/// shades, so that pixels are about square.
[[nodiscard]] constexpr std::size_t pixel_columns(color_depth depth) noexcept {
  return depth == color_depth::none ? 2 : 1;
}
[[nodiscard]] constexpr std::size_t pixels_per_line(color_depth depth) noexcept {
  return depth == color_depth::none ? 1 : 2;
}

/// The lines of a grid, without line ends.
[[nodiscard]] std::vector<std::string> grid_lines(const pixel_grid& of, color_depth depth);
/// A pixel as one or two characters, for legends.
[[nodiscard]] std::string pixel_text(const pixel& of, color_depth depth);

/// The lines of columns of dots, 2 columns and 4 dots to a character.
[[nodiscard]] std::vector<std::string> dot_lines(const std::vector<dot_span>& columns,
                                                 std::size_t lines);
/// The lines of bars, from 0 to `most`.
[[nodiscard]] std::vector<std::string> bar_lines(const std::vector<std::uint64_t>& counts,
                                                 std::uint64_t most, std::size_t lines);

}  // namespace nopy::cli
