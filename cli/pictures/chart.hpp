// SPDX-License-Identifier: MIT
// A line or a histogram in pixels: a white sheet with a frame, four labels and what is drawn.
#pragma once

#include "pictures/color_maps.hpp"
#include "pictures/trace.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace nopy::cli {

class chart {
 public:
  /// At least 120 x 60 pixels; the labels' room is taken from them.
  chart(std::size_t width, std::size_t height);
  /// The pixels inside the frame.
  [[nodiscard]] std::size_t columns() const noexcept { return width_ - left - right; }
  [[nodiscard]] std::size_t lines() const noexcept { return height_ - above - below; }

  void trace(const std::vector<dot_span>& dots);
  void bars(const std::vector<std::uint64_t>& counts, std::uint64_t most);
  /// Left of the frame, at its bottom and top.
  void label_values(std::string_view low, std::string_view high);
  /// Below the frame, at its left and right end.
  void label_places(std::string_view first, std::string_view last);
  /// Red, green and blue of each pixel of a row.
  [[nodiscard]] std::span<const std::uint8_t> row(std::size_t y) const noexcept {
    return std::span(pixels_).subspan(y * width_ * 3, width_ * 3);
  }

 private:
  static constexpr std::size_t left = 80, right = 12, above = 12, below = 20;
  void dot(std::size_t x, std::size_t y, rgb color) noexcept;
  void text(std::string_view of, std::size_t x, std::size_t y) noexcept;

  std::size_t width_, height_;
  std::vector<std::uint8_t> pixels_;
};

}  // namespace nopy::cli
