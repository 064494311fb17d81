// SPDX-License-Identifier: MIT
#include "pictures/chart.hpp"

#include <algorithm>
#include <cmath>

namespace nopy::cli {
namespace {

constexpr rgb ink{0x33, 0x33, 0x33}, frame{0xb0, 0xb0, 0xb0}, curve{0x1f, 0x5f, 0xa8};

/// The characters of numbers, 5 x 7 dots: a row is five bits, the leftmost the highest.
struct glyph {
  char of;
  std::uint8_t rows[7];
};
constexpr glyph glyphs[] = {
    {'0', {0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E}},
    {'1', {0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E}},
    {'2', {0x0E, 0x11, 0x01, 0x06, 0x08, 0x10, 0x1F}},
    {'3', {0x0E, 0x11, 0x01, 0x06, 0x01, 0x11, 0x0E}},
    {'4', {0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02}},
    {'5', {0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E}},
    {'6', {0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E}},
    {'7', {0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    {'8', {0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E}},
    {'9', {0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C}},
    {'.', {0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C}},
    {'-', {0x00, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00}},
    {'+', {0x00, 0x04, 0x04, 0x1F, 0x04, 0x04, 0x00}},
    {'e', {0x00, 0x00, 0x0E, 0x11, 0x1F, 0x10, 0x0E}},
};
constexpr std::size_t glyph_width = 6, glyph_height = 7;

}  // namespace

chart::chart(std::size_t width, std::size_t height)
    : width_(width), height_(height), pixels_(width * height * 3, 0xFF) {
  for (std::size_t x = left - 1; x <= width_ - right; ++x) {
    dot(x, above - 1, frame);
    dot(x, height_ - below, frame);
  }
  for (std::size_t y = above - 1; y <= height_ - below; ++y) {
    dot(left - 1, y, frame);
    dot(width_ - right, y, frame);
  }
}

void chart::dot(std::size_t x, std::size_t y, rgb color) noexcept {
  std::uint8_t* at = pixels_.data() + (y * width_ + x) * 3;
  at[0] = color.red;
  at[1] = color.green;
  at[2] = color.blue;
}

void chart::trace(const std::vector<dot_span>& dots) {
  for (std::size_t x = 0; x < dots.size(); ++x)
    for (std::size_t y = dots[x].low; dots[x].there && y <= dots[x].high; ++y)
      dot(left + x, height_ - below - 1 - y, curve);
}

void chart::bars(const std::vector<std::uint64_t>& counts, std::uint64_t most) {
  for (std::size_t x = 0; x < columns(); ++x) {
    const std::uint64_t count = counts[x * counts.size() / columns()];
    if (count == 0) continue;
    const double part = static_cast<double>(count) / static_cast<double>(most);
    // What is there is seen.
    const auto height =
        static_cast<std::size_t>(std::max(std::round(part * static_cast<double>(lines())), 1.0));
    for (std::size_t y = 0; y < height; ++y) dot(left + x, height_ - below - 1 - y, curve);
  }
}

void chart::text(std::string_view of, std::size_t x, std::size_t y) noexcept {
  for (const char c : of) {
    const auto* found = std::find_if(std::begin(glyphs), std::end(glyphs),
                                     [&](const glyph& one) { return one.of == c; });
    if (found != std::end(glyphs) && x + glyph_width <= width_)
      for (std::size_t row = 0; row < glyph_height; ++row)
        for (std::size_t column = 0; column < 5; ++column)
          if ((found->rows[row] >> (4 - column) & 1) != 0) dot(x + column, y + row, ink);
    x += glyph_width;
  }
}

void chart::label_values(std::string_view low, std::string_view high) {
  const auto right_aligned = [](std::string_view of) {
    return left - 4 - std::min(of.size() * glyph_width, left - 4);
  };
  text(low, right_aligned(low), height_ - below - glyph_height);
  text(high, right_aligned(high), above);
}

void chart::label_places(std::string_view first, std::string_view last) {
  const std::size_t y = height_ - below + 5;
  text(first, left, y);
  const std::size_t room = std::min(last.size() * glyph_width, columns() / 2);
  text(last, width_ - right - room, y);
}

}  // namespace nopy::cli
