// SPDX-License-Identifier: MIT
#include "pictures/plot.hpp"

#include "pictures/cells.hpp"
#include "printing/color.hpp"
#include "printing/escape.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace nopy::cli {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) {
    out += line;
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  return out;
}

/// Lines with the label of the first, the middle and the last in front.
std::vector<std::string> with_gutter(const std::vector<std::string>& lines,
                                     const std::vector<std::string>& labels) {
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, label.size());
  std::vector<std::string> made;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool first = i == 0, last = i + 1 == lines.size();
    const bool middle = labels.size() == 3 && i == lines.size() / 2 && lines.size() > 4;
    const std::string& label = first ? labels.front() : last ? labels.back() : labels[1];
    const bool labelled = first || last || middle;
    made.push_back(
        fmt::format("{:>{}} {}{}", labelled ? label : "", width, labelled ? "┤" : "│", lines[i]));
  }
  return made;
}

std::size_t gutter_of(const std::vector<std::string>& labels) {
  std::size_t width = 0;
  for (const std::string& label : labels) width = std::max(width, label.size());
  return width + 2;
}

/// The first and the last label below `columns` characters.
std::string axis_line(const std::string& first, const std::string& last, std::size_t columns) {
  const std::size_t used = first.size() + last.size();
  if (first == last || used + 1 > columns) return first;
  return first + std::string(columns - used, ' ') + last;
}

struct fitted {
  std::size_t across, down;  // how often a pixel of the data is repeated
};

/// How large the items of a small plane are drawn.
fitted enlarged(const drawing& of, std::size_t columns, std::size_t rows) {
  const auto times = [](std::size_t room, std::uint64_t count, std::uint64_t every) -> std::size_t {
    return every > 1 ? 1 : std::max<std::size_t>(room / static_cast<std::size_t>(count), 1);
  };
  constexpr std::size_t most = 8;
  std::size_t across = std::min(times(columns, of.column_count(), of.every_column), most);
  std::size_t down = std::min(times(rows, of.row_count(), of.every_row), most);
  const std::size_t square = std::min(across, down);
  if (of.every_row == 1 && of.every_column == 1) across = down = square;
  return {across, down};
}

pixel_grid repeated(const pixel_grid& of, fitted times) {
  pixel_grid made{of.rows * times.down, of.columns * times.across, {}};
  made.pixels.reserve(made.rows * made.columns);
  for (std::size_t y = 0; y < made.rows; ++y)
    for (std::size_t x = 0; x < made.columns; ++x)
      made.pixels.push_back(of.pixels[y / times.down * of.columns + x / times.across]);
  return made;
}

pixel pixel_of(double value, const value_scale& scale, const color_table& colors,
               std::size_t hatch) {
  if (std::isnan(value)) return {nan_colors[hatch & 1], '?'};
  if (std::isinf(value))
    return value > 0 ? pixel{plus_inf_color, '^'} : pixel{minus_inf_color, 'v'};
  const double place = std::clamp(scale.place(value), 0.0, 1.0);
  return {colors[static_cast<std::size_t>(std::lround(place * 255))], shade_of(place)};
}

std::string legend(const plot_options& how, value_limits limits, color_map map) {
  constexpr std::size_t cells = 20;
  const color_table colors = colors_of(map);
  std::string bar;
  for (std::size_t i = 0; i < cells; ++i) {
    const double place = static_cast<double>(i) / (cells - 1);
    bar += pixel_text({colors[static_cast<std::size_t>(std::lround(place * 255))], shade_of(place)},
                      how.depth);
  }
  std::string text = fmt::format("{} [{}] {}", axis_text(limits.low), bar, axis_text(limits.high));
  if (how.depth != color_depth::none) text += fmt::format("  {}", name_of(map));
  if (how.scale != scale_kind::linear)
    text += fmt::format("  {}", scale_names[static_cast<std::size_t>(how.scale)]);
  return text;
}

std::string beyond_text(const std::vector<double>& values, value_limits limits) {
  std::uint64_t below = 0, above = 0;
  for (const double value : values) {
    below += std::isfinite(value) && value < limits.low;
    above += std::isfinite(value) && value > limits.high;
  }
  if (below + above == 0) return {};
  return fmt::format("beyond the limits: {} below, {} above", below, above);
}

/// How a heatmap shows what is not finite.
std::array<std::string, 3> marks(color_depth depth) {
  return {pixel_text({nan_colors[0], '?'}, depth), pixel_text({plus_inf_color, '^'}, depth),
          pixel_text({minus_inf_color, 'v'}, depth)};
}

std::string index_text(const drawing& of, std::size_t axis, std::uint64_t every) {
  if (axis == no_axis) return "0";
  return fmt::format("{}", (of.chosen.axes()[axis].count - 1) * every);
}

/// The grid with the indices of its rows and columns around it.
std::vector<std::string> framed(const drawing& of, const pixel_grid& grid, color_depth depth) {
  std::vector<std::string> lines = grid_lines(grid, depth);
  const std::vector<std::string> rows{"0", index_text(of, of.rows, of.every_row)};
  const std::string last = index_text(of, of.columns, of.every_column);
  auto made = with_gutter(lines, rows);
  made.push_back(std::string(gutter_of(rows), ' ') +
                 axis_line("0", last, grid.columns * pixel_columns(depth)));
  return made;
}

/// Thins `of` to the terminal; gives the pixels that there is room for.
terminal_size fit(drawing& of, const plot_options& how) {
  const terminal_size room = drawing_size(how);
  const std::size_t digits = fmt::format("{}", of.row_count()).size() + 2;
  const std::size_t columns = std::max<std::size_t>(
      (room.columns - std::min(digits, room.columns - 1)) / pixel_columns(how.depth), 1);
  const std::size_t rows = room.lines * pixels_per_line(how.depth);
  of.thin(rows, columns);
  return {columns, rows};
}

std::string heatmap(drawing of, const plot_source& from, const plot_options& how) {
  const terminal_size room = fit(of, how);
  std::vector<double> values;
  value_summary summary;
  drawn_numbers(from.file, from.type, of.chosen).for_each(from.title, [&](double value) {
    values.push_back(value);
    summary.see(value);
  });
  const color_map map = map_for(how, summary);
  const value_limits limits = limits_for(how, summary, map);
  const value_scale scale(how.scale, limits);
  const color_table colors = colors_of(map);
  pixel_grid grid{
      static_cast<std::size_t>(of.row_count()), static_cast<std::size_t>(of.column_count()), {}};
  for (std::size_t i = 0; i < values.size(); ++i)
    grid.pixels.push_back(pixel_of(values[i], scale, colors, i % grid.columns + i / grid.columns));
  const fitted times = enlarged(of, room.columns, room.lines);
  std::vector<std::string> lines = framed(of, repeated(grid, times), how.depth);
  lines.push_back(legend(how, limits, map));
  for (std::string& line : remarks_of(of, summary, marks(how.depth)))
    lines.push_back(std::move(line));
  if (std::string beyond = beyond_text(values, limits); !beyond.empty()) lines.push_back(beyond);
  return joined(lines);
}

std::string image(drawing of, const plot_source& from, const plot_options& how) {
  const terminal_size room = fit(of, how);
  std::vector<std::uint8_t> bytes;
  drawn_numbers(from.file, from.type, of.chosen).for_each(from.title, [&](double value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
  });
  const auto channels = static_cast<std::size_t>(of.channel_count());
  pixel_grid grid{
      static_cast<std::size_t>(of.row_count()), static_cast<std::size_t>(of.column_count()), {}};
  for (std::size_t at = 0; at < bytes.size(); at += channels) {
    const bool colored = channels >= 3;
    const rgb color{bytes[at], bytes[at + (colored ? 1 : 0)], bytes[at + (colored ? 2 : 0)]};
    const double light = 0.2126 * color.red + 0.7152 * color.green + 0.0722 * color.blue;
    grid.pixels.push_back({color, shade_of(light / 255)});
  }
  const fitted times = enlarged(of, room.columns, room.lines);
  std::vector<std::string> lines = framed(of, repeated(grid, times), how.depth);
  for (std::string& line : remarks_of(of, {})) lines.push_back(std::move(line));
  return joined(lines);
}

std::vector<std::string> value_labels(const value_scale& scale) {
  return {axis_text(scale.value_at(1)), axis_text(scale.value_at(0.5)),
          axis_text(scale.value_at(0))};
}

std::string line(drawing of, const plot_source& from, const plot_options& how) {
  const std::uint64_t last = of.column_count() - 1;
  of.thin(1, most_items);
  const terminal_size room = drawing_size(how);
  // The labels are not known before the values are; a number has at most twelve characters.
  const std::size_t columns = room.columns > 24 ? room.columns - 14 : 10;
  line_columns gathered(of.column_count(), columns * 2);
  drawn_numbers(from.file, from.type, of.chosen).for_each(from.title, [&](double value) {
    gathered.see(value);
  });
  const value_scale scale(how.scale, limits_for(how, gathered.summary(), std::nullopt));
  const auto labels = value_labels(scale);
  auto lines = with_gutter(dot_lines(gathered.dots(scale, room.lines * 4), room.lines), labels);
  lines.push_back(std::string(gutter_of(labels), ' ') +
                  axis_line("0", fmt::format("{}", last), columns));
  for (std::string& one : remarks_of(of, gathered.summary())) lines.push_back(std::move(one));
  return joined(lines);
}

std::string histogram(drawing of, const plot_source& from, const plot_options& how) {
  const sampled_selection read = sampled(of.chosen);
  const drawn_numbers numbers(from.file, from.type, read.chosen);
  value_summary summary;
  numbers.for_each(from.title, [&](double value) { summary.see(value); });
  const value_scale scale(how.scale, limits_for(how, summary, std::nullopt));
  const terminal_size room = drawing_size(how);
  const std::size_t columns = room.columns > 24 ? room.columns - 14 : 10;
  const auto counts = binned(numbers, from.title, scale, columns);
  const std::uint64_t most = *std::max_element(counts.begin(), counts.end());
  const std::vector<std::string> labels{fmt::format("{}", most), "0"};
  auto lines = with_gutter(bar_lines(counts, most, room.lines), labels);
  lines.push_back(std::string(gutter_of(labels), ' ') +
                  axis_line(axis_text(scale.value_at(0)), axis_text(scale.value_at(1)), columns));
  if (!read.left_out.empty()) lines.push_back(read.left_out);
  for (std::string& one : remarks_of(of, summary)) lines.push_back(std::move(one));
  return joined(lines);
}

}  // namespace

std::vector<std::string> remarks_of(const drawing& of, const value_summary& values,
                                    const std::array<std::string, 3>& marks) {
  std::vector<std::string> made;
  if (!of.plane.empty())
    made.push_back(fmt::format("drawn: {}; a slice chooses another part", of.plane));
  if (const std::string left_out = of.left_out_text(); !left_out.empty())
    made.push_back("drawn: " + left_out);
  if (!values.all_finite()) made.push_back("not finite: " + values.not_finite_text(marks));
  return made;
}

std::string plot_text(const plot_source& of, const plot_options& how) {
  drawing planned = plan_drawing(of.chosen, of.type, how);
  switch (planned.kind) {
    case plot_kind::line:
      return line(std::move(planned), of, how);
    case plot_kind::histogram:
      return histogram(std::move(planned), of, how);
    case plot_kind::image:
      return image(std::move(planned), of, how);
    default:
      return heatmap(std::move(planned), of, how);
  }
}

}  // namespace nopy::cli
