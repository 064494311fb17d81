// SPDX-License-Identifier: MIT
#include "pictures/plot_options.hpp"

#include "input/dtype_argument.hpp"
#include "printing/color.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"
#include "system/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace nopy::cli {
namespace {

// Numbers and names of `names` as one text: "linear, log or symlog".
template <std::size_t Count>
std::string listed(const std::string_view (&names)[Count]) {
  std::string out;
  for (std::size_t i = 0; i < Count; ++i) {
    if (i != 0) out += i + 1 == Count ? " or " : ", ";
    out += names[i];
  }
  return out;
}

template <class Chosen, std::size_t Count>
Chosen named(std::string_view option, std::string_view text,
             const std::string_view (&names)[Count]) {
  for (std::size_t i = 0; i < Count; ++i)
    if (names[i] == text) return static_cast<Chosen>(i);
  refuse(fmt::format("{} is {}", option, listed(names)), text);
}

std::optional<double> range_end(const std::string& text, const std::string& whole) {
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (*end != '\0' || !std::isfinite(value))
    refuse("--range takes two numbers", whole, "--range 0..1, --range -2.5.. or --range ..100");
  return value;
}

void read_range(const std::string& text, plot_options& into) {
  // "1...5" is 1. and .5; the numbers stand around the first two dots behind a first number.
  const std::size_t dots = text.find("..");
  if (dots == std::string::npos) (void)range_end("?", text);
  into.low = range_end(text.substr(0, dots), text);
  into.high = range_end(text.substr(dots + 2), text);
  if (into.low && into.high && *into.low > *into.high)
    refuse("--range takes the lower number first", text);
}

std::optional<std::uint64_t> extent_of(const request& asked, std::string_view option,
                                       std::uint64_t least, std::uint64_t most) {
  const auto text = asked.value(option);
  if (!text) return std::nullopt;
  const std::uint64_t told = parse_count(option, *text);
  if (told < least || told > most)
    refuse(fmt::format("{} takes a number from {} to {}", option, least, most), *text);
  return told;
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

color_depth sensed_depth() {
  if (!colored_stdout()) return color_depth::none;
  if (system::shows_all_colors(system::standard_output)) return color_depth::full;
  const std::string_view colors = environment("COLORTERM"), terminal = environment("TERM");
  if (colors == "truecolor" || colors == "24bit" || terminal.ends_with("-direct"))
    return color_depth::full;
  const bool many = !colors.empty() || terminal.find("256color") != std::string_view::npos;
  return many ? color_depth::indexed : color_depth::none;
}

color_depth depth_of(const request& asked) {
  const auto text = asked.value("--color");
  if (!text || *text == "auto") return sensed_depth();
  static constexpr std::string_view depths[] = {"none", "256", "24bit"};
  for (std::size_t i = 0; i < std::size(depths); ++i)
    if (*text == depths[i]) return static_cast<color_depth>(i);
  refuse("--color is auto, 24bit, 256 or none", *text);
}

std::size_t environment_count(const char* name) {
  const std::string_view text = environment(name);
  if (text.empty() || text.size() > 4) return 0;
  std::size_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return 0;
    value = value * 10 + static_cast<std::size_t>(c - '0');
  }
  return value;
}

/// What a kind of picture that was named has no use for.
void require_uses(plot_kind kind, const request& asked) {
  struct unused_row {
    plot_kind kind;
    std::string_view option, why;
  };
  constexpr std::string_view colors = "an image is drawn in its own colours";
  static constexpr unused_row unused[] = {
      {plot_kind::line, "--colormap", "a line has one colour"},
      {plot_kind::histogram, "--colormap", "a histogram has one colour"},
      {plot_kind::image, "--colormap", colors},
      {plot_kind::image, "--range", colors},
      {plot_kind::image, "--scale", colors},
  };
  for (const unused_row& one : unused)
    if (one.kind == kind && asked.has(one.option))
      refuse(fmt::format("{} says nothing here", one.option), "", one.why);
}

}  // namespace

bool wants_picture(const request& asked) {
  const bool wanted = asked.has("--plot") || asked.has("--png");
  constexpr std::string_view of_pictures[] = {"--colormap", "--range", "--scale", "--width",
                                              "--height",   "--color", "--force"};
  constexpr std::string_view of_values[] = {"--all", "--numpy", "--json"};
  if (!wanted)
    for (const std::string_view option : of_pictures)
      if (asked.has(option)) refuse(fmt::format("{} goes with --plot or --png", option));
  if (wanted)
    for (const std::string_view option : of_values)
      if (asked.has(option)) refuse(fmt::format("{} shows values, not a picture", option));
  if (asked.has("--force") && !asked.has("--png"))
    refuse("--force goes with --png: it replaces the file");
  if (asked.has("--color") && asked.has("--png")) refuse("--color is of a terminal, not of a PNG");
  return wanted;
}

plot_options plot_options_of(const request& asked) {
  plot_options how;
  how.png = asked.value("--png");
  how.replace = asked.has("--force");
  if (const auto kind = asked.value("--plot"); kind && !kind->empty()) {
    how.kind = named<plot_kind>("--plot", *kind, plot_names);
    require_uses(*how.kind, asked);
  }
  if (const auto map = asked.value("--colormap"))
    how.map = named<color_map>("--colormap", *map, color_map_names);
  if (const auto scale = asked.value("--scale"))
    how.scale = named<scale_kind>("--scale", *scale, scale_names);
  if (const auto range = asked.value("--range")) read_range(*range, how);
  if (how.scale == scale_kind::log && how.low && !(*how.low > 0))
    refuse("a logarithmic scale begins above 0", *asked.value("--range"));
  const std::uint64_t most = how.png ? 32768 : 1000;
  how.width = extent_of(asked, "--width", 10, most);
  how.height = extent_of(asked, "--height", 2, most);
  how.depth = depth_of(asked);
  return how;
}

color_map map_for(const plot_options& how, const value_summary& values) noexcept {
  if (how.map) return *how.map;
  const value_limits of = values.limits();
  const double smaller = std::min(of.high, -of.low), larger = std::max(of.high, -of.low);
  const bool both = smaller > 0 && smaller >= 0.1 * larger;
  return both && how.scale != scale_kind::log ? color_map::red_blue : color_map::viridis;
}

value_limits limits_for(const plot_options& how, const value_summary& values,
                        std::optional<color_map> map) noexcept {
  value_limits of = values.limits();
  if (map == color_map::red_blue && how.scale != scale_kind::log && !how.low && !how.high) {
    const double most = std::max(std::abs(of.low), std::abs(of.high));
    of = {-most, most};
  }
  if (how.scale == scale_kind::log) of.low = values.lowest_positive();
  of.low = how.low.value_or(of.low);
  of.high = how.high.value_or(of.high);
  if (of.high < of.low) (how.low ? of.high : of.low) = how.low ? of.low : of.high;
  return of;
}

terminal_size drawing_size(const plot_options& how) noexcept {
  const system::text_area seen = system::area_of(system::standard_output);
  const auto first_of = [](std::size_t named, std::size_t sensed, std::size_t otherwise) {
    return named != 0 ? named : sensed != 0 ? sensed : otherwise;
  };
  const std::size_t columns = first_of(environment_count("COLUMNS"), seen.columns, 80);
  const std::size_t lines = first_of(environment_count("LINES"), seen.lines, 24);
  constexpr std::size_t below = 5, least = 10, most = 1000;
  return {static_cast<std::size_t>(how.width.value_or(std::clamp(columns, least, most))),
          static_cast<std::size_t>(
              how.height.value_or(std::clamp(lines, least + below, most) - below))};
}

}  // namespace nopy::cli
