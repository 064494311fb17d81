// SPDX-License-Identifier: MIT
// The colour maps of pictures: 256 colours between a few anchors, the same as those of the viewer
// (viewer/app/src/draw/color_maps.ts); tests/vectors/color_maps.txt holds both to one table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace nopy::cli {

enum class color_map : std::uint8_t { viridis, magma, cividis, gray, red_blue, cyclic };

/// Their names, in the enumerators' order.
inline constexpr std::string_view color_map_names[] = {"viridis", "magma", "cividis",
                                                       "gray",    "RdBu",  "cyclic"};

struct rgb {
  std::uint8_t red, green, blue;
  friend bool operator==(const rgb&, const rgb&) = default;
};
using color_table = std::array<rgb, 256>;

[[nodiscard]] std::optional<color_map> find_color_map(std::string_view name) noexcept;
[[nodiscard]] constexpr std::string_view name_of(color_map map) noexcept {
  return color_map_names[static_cast<std::size_t>(map)];
}
/// The colours, from that of the lowest value on.
[[nodiscard]] color_table colors_of(color_map map) noexcept;

// What no map has a colour for; the viewer's, too. NaN is a hatch of two.
inline constexpr rgb nan_colors[] = {{0x9a, 0x9a, 0x9a}, {0xd8, 0xd8, 0xd8}};
inline constexpr rgb plus_inf_color{0xc2, 0x20, 0x20};
inline constexpr rgb minus_inf_color{0x1f, 0x5f, 0xa8};

}  // namespace nopy::cli
