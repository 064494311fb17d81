// SPDX-License-Identifier: MIT
#include "pictures/picture.hpp"

#include "pictures/chart.hpp"
#include "pictures/png_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace nopy::cli {
namespace {

// A heatmap of few items is enlarged about to the first, one of very many is thinned to the second.
constexpr std::uint64_t good_extent = 512, most_heatmap = 8192, most_image = 32768;

/// Takes pixels in order and writes each row `times` times, each pixel as often.
class enlarged_rows {
 public:
  enlarged_rows(output& to, const drawing& of, png_color color, std::uint32_t times)
      : times_(times),
        pixel_bytes_(static_cast<std::size_t>(color)),
        row_bytes_(static_cast<std::size_t>(of.column_count()) * pixel_bytes_ * times),
        file_(to, {static_cast<std::uint32_t>(of.column_count()) * times,
                   static_cast<std::uint32_t>(of.row_count()) * times, color}) {
    row_.reserve(row_bytes_);
  }
  void pixel(std::span<const std::uint8_t> bytes) {
    for (std::uint32_t i = 0; i < times_; ++i) row_.insert(row_.end(), bytes.begin(), bytes.end());
    if (row_.size() < row_bytes_) return;
    for (std::uint32_t i = 0; i < times_; ++i) file_.row(row_);
    row_.clear();
  }
  void finish() { file_.finish(); }

 private:
  std::uint32_t times_;
  std::size_t pixel_bytes_, row_bytes_;
  std::vector<std::uint8_t> row_{};
  png_file file_;
};

/// How often an item is repeated each way, so that the picture has about the size asked for.
std::uint32_t times_for(const drawing& of, const plot_options& how, std::uint64_t otherwise) {
  const std::uint64_t across = how.width.value_or(how.height ? most_image : otherwise);
  const std::uint64_t down = how.height.value_or(how.width ? most_image : otherwise);
  const std::uint64_t times = std::min(across / of.column_count(), down / of.row_count());
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(times, 1));
}

std::string size_text(const drawing& of, std::uint32_t times) {
  return fmt::format("{} x {} pixels", of.column_count() * times, of.row_count() * times);
}

std::string with_remarks(std::string text, const drawing& of, const value_summary& values) {
  for (const std::string& remark : remarks_of(of, values)) text += "; " + remark;
  return text;
}

rgb color_of(double value, const value_scale& scale, const color_table& colors,
             std::uint64_t hatch) {
  if (std::isnan(value)) return nan_colors[hatch & 1];
  if (std::isinf(value)) return value > 0 ? plus_inf_color : minus_inf_color;
  const double place = std::clamp(scale.place(value), 0.0, 1.0);
  return colors[static_cast<std::size_t>(std::lround(place * 255))];
}

std::string heatmap(drawing of, const plot_source& from, const plot_options& how, output& to) {
  of.thin(how.height.value_or(most_heatmap), how.width.value_or(most_heatmap));
  const drawn_numbers numbers(from.file, from.type, of.chosen);
  value_summary summary;
  numbers.for_each(from.title, [&](double value) { summary.see(value); });
  const color_map map = map_for(how, summary);
  const value_limits limits = limits_for(how, summary, map);
  const value_scale scale(how.scale, limits);
  const color_table colors = colors_of(map);
  const std::uint32_t times = times_for(of, how, good_extent);
  enlarged_rows rows(to, of, png_color::rgb, times);
  const std::uint64_t columns = of.column_count();
  std::uint64_t at = 0;
  numbers.for_each(from.title, [&](double value) {
    const rgb color = color_of(value, scale, colors, at % columns + at / columns);
    ++at;
    const std::uint8_t bytes[] = {color.red, color.green, color.blue};
    rows.pixel(bytes);
  });
  rows.finish();
  const auto scale_name = scale_names[static_cast<std::size_t>(how.scale)];
  return with_remarks(fmt::format("{}, {}, {} from {} to {}", size_text(of, times), name_of(map),
                                  scale_name, axis_text(limits.low), axis_text(limits.high)),
                      of, summary);
}

std::string image(drawing of, const plot_source& from, const plot_options& how, output& to) {
  of.thin(how.height.value_or(most_image), how.width.value_or(most_image));
  const std::uint32_t times = times_for(of, how, 1);
  const auto channels = static_cast<std::size_t>(of.channel_count());
  enlarged_rows rows(to, of, static_cast<png_color>(channels), times);
  std::uint8_t bytes[4];
  std::size_t filled = 0;
  drawn_numbers(from.file, from.type, of.chosen).for_each(from.title, [&](double value) {
    bytes[filled++] = static_cast<std::uint8_t>(value);
    if (filled < channels) return;
    rows.pixel(std::span(bytes).first(channels));
    filled = 0;
  });
  rows.finish();
  const char* words = channels == 1 ? "gray" : channels == 3 ? "RGB" : "RGBA";
  return with_remarks(fmt::format("{}, {}", size_text(of, times), words), of, {});
}

/// The size of a chart: as asked for, else 800 x 400.
png_size chart_size(const plot_options& how) {
  return {static_cast<std::uint32_t>(std::max<std::uint64_t>(how.width.value_or(800), 120)),
          static_cast<std::uint32_t>(std::max<std::uint64_t>(how.height.value_or(400), 60)),
          png_color::rgb};
}

void write_chart(const chart& drawn, const png_size& size, output& to) {
  png_file file(to, size);
  for (std::size_t y = 0; y < size.height; ++y) file.row(drawn.row(y));
  file.finish();
}

std::string line(drawing of, const plot_source& from, const plot_options& how, output& to) {
  const std::uint64_t last = of.column_count() - 1;
  of.thin(1, most_items);
  const png_size size = chart_size(how);
  chart drawn(size.width, size.height);
  line_columns gathered(of.column_count(), drawn.columns());
  drawn_numbers(from.file, from.type, of.chosen).for_each(from.title, [&](double value) {
    gathered.see(value);
  });
  const value_scale scale(how.scale, limits_for(how, gathered.summary(), std::nullopt));
  drawn.trace(gathered.dots(scale, drawn.lines()));
  drawn.label_values(axis_text(scale.value_at(0)), axis_text(scale.value_at(1)));
  drawn.label_places("0", fmt::format("{}", last));
  write_chart(drawn, size, to);
  return with_remarks(fmt::format("{} x {} pixels, a line from {} to {}", size.width, size.height,
                                  axis_text(scale.value_at(0)), axis_text(scale.value_at(1))),
                      of, gathered.summary());
}

std::string histogram(const drawing& of, const plot_source& from, const plot_options& how,
                      output& to) {
  const sampled_selection read = sampled(of.chosen);
  const drawn_numbers numbers(from.file, from.type, read.chosen);
  value_summary summary;
  numbers.for_each(from.title, [&](double value) { summary.see(value); });
  const value_scale scale(how.scale, limits_for(how, summary, std::nullopt));
  const png_size size = chart_size(how);
  chart drawn(size.width, size.height);
  constexpr std::size_t bins = 64;
  const auto counts = binned(numbers, from.title, scale, std::min(bins, drawn.columns()));
  const std::uint64_t most = *std::max_element(counts.begin(), counts.end());
  drawn.bars(counts, most);
  drawn.label_values("0", fmt::format("{}", most));
  drawn.label_places(axis_text(scale.value_at(0)), axis_text(scale.value_at(1)));
  write_chart(drawn, size, to);
  std::string text =
      fmt::format("{} x {} pixels, a histogram of {} bins from {} to {}", size.width, size.height,
                  counts.size(), axis_text(scale.value_at(0)), axis_text(scale.value_at(1)));
  if (!read.left_out.empty()) text += "; " + read.left_out;
  return with_remarks(std::move(text), of, summary);
}

}  // namespace

std::string write_picture(const plot_source& of, const plot_options& how, output& to) {
  drawing planned = plan_drawing(of.chosen, of.type, how);
  switch (planned.kind) {
    case plot_kind::line:
      return line(std::move(planned), of, how, to);
    case plot_kind::histogram:
      return histogram(planned, of, how, to);
    case plot_kind::image:
      return image(std::move(planned), of, how, to);
    default:
      return heatmap(std::move(planned), of, how, to);
  }
}

}  // namespace nopy::cli
