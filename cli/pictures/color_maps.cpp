// SPDX-License-Identifier: MIT
#include "pictures/color_maps.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

namespace nopy::cli {
namespace {

constexpr std::uint32_t viridis[] = {0x440154, 0x482475, 0x414487, 0x355f8d, 0x2a788e, 0x21918c,
                                     0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xfde725};
constexpr std::uint32_t magma[] = {0x000004, 0x140e36, 0x3b0f70, 0x641a80, 0x8c2981, 0xb73779,
                                   0xde4968, 0xf7705c, 0xfe9f6d, 0xfecf92, 0xfcfdbf};
constexpr std::uint32_t cividis[] = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                     0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
constexpr std::uint32_t gray[] = {0x000000, 0xffffff};
constexpr std::uint32_t red_blue[] = {0x67001f, 0xb2182b, 0xd6604d, 0xf4a582, 0xfddbc7, 0xf7f7f7,
                                      0xd1e5f0, 0x92c5de, 0x4393c3, 0x2166ac, 0x053061};

std::span<const std::uint32_t> anchors_of(color_map map) noexcept {
  switch (map) {
    case color_map::magma:
      return magma;
    case color_map::cividis:
      return cividis;
    case color_map::gray:
      return gray;
    case color_map::red_blue:
      return red_blue;
    default:
      return viridis;
  }
}

std::uint8_t rounded(double channel) noexcept {
  return static_cast<std::uint8_t>(std::floor(channel + 0.5));
}

/// A colour of OKLCH (Ottosson 2020) as sRGB; `turn` is the hue, 0 to 1.
rgb from_oklch(double lightness, double chroma, double turn) noexcept {
  const double a = chroma * std::cos(2 * std::numbers::pi * turn);
  const double b = chroma * std::sin(2 * std::numbers::pi * turn);
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.291485548 * b);
  const auto channel = [](double linear) {
    const double v = std::clamp(linear, 0.0, 1.0);
    return rounded(255 * (v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055));
  };
  return {channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          channel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)};
}

rgb between(std::span<const std::uint32_t> anchors, double at) noexcept {
  const double place = at * static_cast<double>(anchors.size() - 1);
  const auto left = std::min(anchors.size() - 2, static_cast<std::size_t>(place));
  const double part = place - static_cast<double>(left);
  const auto channel = [&](unsigned shift) {
    const auto of = [&](std::size_t i) { return static_cast<double>(anchors[i] >> shift & 255); };
    return rounded(of(left) * (1 - part) + of(left + 1) * part);
  };
  return {channel(16), channel(8), channel(0)};
}

}  // namespace

std::optional<color_map> find_color_map(std::string_view name) noexcept {
  for (std::size_t i = 0; i < std::size(color_map_names); ++i)
    if (color_map_names[i] == name) return static_cast<color_map>(i);
  return std::nullopt;
}

color_table colors_of(color_map map) noexcept {
  color_table made{};
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i] = map == color_map::cyclic ? from_oklch(0.72, 0.125, static_cast<double>(i) / 256)
                                       : between(anchors_of(map), static_cast<double>(i) / 255);
  return made;
}

}  // namespace nopy::cli
