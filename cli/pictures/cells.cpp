// SPDX-License-Identifier: MIT
#include "pictures/cells.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iterator>

namespace nopy::cli {
namespace {

constexpr std::string_view shades = " .:=o*x%#@";

/// The nearest of xterm's 256 colours: the cube of 6 x 6 x 6, or a step of grey.
int indexed_color(rgb of) {
  static constexpr int levels[] = {0, 95, 135, 175, 215, 255};
  const auto nearest_level = [](int value) {
    int best = 0;
    for (int i = 1; i < 6; ++i)
      if (std::abs(levels[i] - value) < std::abs(levels[best] - value)) best = i;
    return best;
  };
  const auto distance = [&](int red, int green, int blue) {
    const auto square = [](int x) { return x * x; };
    return square(red - of.red) + square(green - of.green) + square(blue - of.blue);
  };
  const int red = nearest_level(of.red), green = nearest_level(of.green);
  const int blue = nearest_level(of.blue);
  const int step = std::clamp(((of.red + of.green + of.blue) / 3 - 3) / 10, 0, 23);
  const int grey = 8 + 10 * step;
  const bool cube =
      distance(levels[red], levels[green], levels[blue]) <= distance(grey, grey, grey);
  return cube ? 16 + 36 * red + 6 * green + blue : 232 + step;
}

/// "38;2;R;G;B" or "38;5;N"; 48 for the background.
std::string color_code(int ground, rgb of, color_depth depth) {
  if (depth == color_depth::full)
    return fmt::format("{};2;{};{};{}", ground, of.red, of.green, of.blue);
  return fmt::format("{};5;{}", ground, indexed_color(of));
}

std::string shaded_line(const pixel_grid& of, std::size_t row) {
  std::string line;
  for (std::size_t x = 0; x < of.columns; ++x)
    line.append(2, of.pixels[row * of.columns + x].shade);
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

/// Two rows of pixels as upper half blocks; colours are said where they change.
std::string colored_line(const pixel_grid& of, std::size_t row, color_depth depth) {
  std::string line, last_upper, last_lower;
  const bool has_lower = row + 1 < of.rows;
  for (std::size_t x = 0; x < of.columns; ++x) {
    const std::size_t at = row * of.columns + x;
    const std::string upper = color_code(38, of.pixels[at].color, depth);
    const std::string lower =
        has_lower ? color_code(48, of.pixels[at + of.columns].color, depth) : "49";
    if (upper != last_upper && lower != last_lower)
      line += fmt::format("\x1b[{};{}m", upper, lower);
    else if (upper != last_upper)
      line += fmt::format("\x1b[{}m", upper);
    else if (lower != last_lower)
      line += fmt::format("\x1b[{}m", lower);
    line += "▀";
    last_upper = upper;
    last_lower = lower;
  }
  return line + "\x1b[0m";
}

std::string braille(unsigned dots) {
  if (dots == 0) return " ";
  const unsigned point = 0x2800 + dots;
  return {static_cast<char>(0xE0 | point >> 12), static_cast<char>(0x80 | (point >> 6 & 0x3F)),
          static_cast<char>(0x80 | (point & 0x3F))};
}

}  // namespace

char shade_of(double place) noexcept {
  const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(shades.size() - 1);
  return shades[static_cast<std::size_t>(std::lround(at))];
}

std::vector<std::string> grid_lines(const pixel_grid& of, color_depth depth) {
  std::vector<std::string> lines;
  for (std::size_t row = 0; row < of.rows; row += pixels_per_line(depth))
    lines.push_back(depth == color_depth::none ? shaded_line(of, row)
                                               : colored_line(of, row, depth));
  return lines;
}

std::string pixel_text(const pixel& of, color_depth depth) {
  if (depth == color_depth::none) return std::string(1, of.shade);
  return fmt::format("\x1b[{}m█\x1b[0m", color_code(38, of.color, depth));
}

std::vector<std::string> dot_lines(const std::vector<dot_span>& columns, std::size_t lines) {
  // The bits of a cell's dots, from the top, left and right (Unicode, "Braille Patterns").
  static constexpr unsigned bits[2][4] = {{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}};
  std::vector<std::string> made;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string text;
    for (std::size_t x = 0; x < columns.size(); x += 2) {
      unsigned dots = 0;
      for (std::size_t side = 0; side < 2 && x + side < columns.size(); ++side)
        for (std::size_t dot = 0; dot < 4; ++dot) {
          const dot_span& of = columns[x + side];
          const std::size_t height = lines * 4 - 1 - (line * 4 + dot);
          if (of.there && of.low <= height && height <= of.high) dots |= bits[side][dot];
        }
      text += braille(dots);
    }
    made.push_back(std::move(text));
  }
  return made;
}

std::vector<std::string> bar_lines(const std::vector<std::uint64_t>& counts, std::uint64_t most,
                                   std::size_t lines) {
  static constexpr std::string_view eighths[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::vector<std::string> made;
  for (std::size_t line = 0; line < lines; ++line) {
    std::string text;
    const auto below = static_cast<double>((lines - 1 - line) * 8);
    for (const std::uint64_t count : counts) {
      const double part = most == 0 ? 0 : static_cast<double>(count) / static_cast<double>(most);
      // What is there is seen.
      const double height =
          std::max(std::round(part * static_cast<double>(lines * 8)), count == 0 ? 0.0 : 1.0);
      text += eighths[static_cast<std::size_t>(std::clamp(height - below, 0.0, 8.0))];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    made.push_back(std::move(text));
  }
  return made;
}

}  // namespace nopy::cli
