// SPDX-License-Identifier: MIT
// What `nopy show --plot` and `--png` are told by their options.
#pragma once

#include "command/command.hpp"
#include "pictures/color_maps.hpp"
#include "pictures/value_scale.hpp"

#include <optional>

namespace nopy::cli {

enum class plot_kind : std::uint8_t { heatmap, line, histogram, image };
inline constexpr std::string_view plot_names[] = {"heatmap", "line", "histogram", "image"};

/// How many colours a terminal has: none is shades of ASCII, indexed the 256 of xterm.
enum class color_depth : std::uint8_t { none, indexed, full };

struct plot_options {
  std::optional<plot_kind> kind{};  ///< nothing: what suits the array
  std::optional<std::string> png{};
  bool replace = false;
  std::optional<color_map> map{};
  scale_kind scale = scale_kind::linear;
  std::optional<double> low{}, high{};  ///< of --range; nothing: those of the values
  std::optional<std::uint64_t> width{}, height{};
  color_depth depth = color_depth::none;
};

/// Whether a picture was asked for. Throws usage where an option of pictures stands alone, or beside
/// one of values.
[[nodiscard]] bool wants_picture(const request& asked);
/// Throws usage.
[[nodiscard]] plot_options plot_options_of(const request& asked);

/// The map that suits the values, where none was asked for: RdBu where both signs matter.
[[nodiscard]] color_map map_for(const plot_options& how, const value_summary& values) noexcept;
/// The limits of a picture: those asked for, else those of the values; equal on both sides of 0 for
/// RdBu, above 0 for a logarithmic scale.
[[nodiscard]] value_limits limits_for(const plot_options& how, const value_summary& values,
                                      std::optional<color_map> map) noexcept;

/// Columns and lines of the drawing: as told, else what COLUMNS and LINES say, else the terminal's,
/// else 80 and 24; of the lines, five are left for what stands below.
struct terminal_size {
  std::size_t columns, lines;
};
[[nodiscard]] terminal_size drawing_size(const plot_options& how) noexcept;

}  // namespace nopy::cli
