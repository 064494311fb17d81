// SPDX-License-Identifier: MIT
#include "pictures/drawing.hpp"

#include "array/conversion_plan.hpp"
#include "input/arguments.hpp"
#include "printing/progress.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstring>

namespace nopy::cli {
namespace {

std::string ordinal(std::uint64_t number) {
  const bool teens = number / 10 % 10 == 1;
  const std::uint64_t last = teens ? 0 : number % 10;
  return fmt::format("{}{}", number, last == 1 ? "st" : last == 2 ? "nd" : last == 3 ? "rd" : "th");
}

void require_numbers(const dtype& type) {
  constexpr std::string_view numbers =
      "numbers can be drawn, booleans, and of complex numbers the magnitude";
  switch (type.kind()) {
    case kind::boolean:
    case kind::signed_int:
    case kind::unsigned_int:
    case kind::floating:
    case kind::complex:
      return;
    case kind::datetime:
    case kind::timedelta:
      refuse("times are not drawn", type.words(), "--as int64 draws their counts");
    case kind::record:
      refuse("records are not drawn", type.words(),
             "`nopy convert FILE OUT.npy --dtype \"[('NAME', 'TYPE')]\"` takes one field, and --as "
             "TYPE "
             "draws it");
    case kind::opaque:
      refuse("bits without a type are not drawn", type.words(),
             "--as says what they are: bfloat16, uint8");
    case kind::text:
    case kind::bytes:
      refuse("text is not drawn", type.words(), numbers);
    default:
      refuse("this type is not drawn", type.words(), numbers);
  }
}

bool is_byte(const dtype& type) {
  return type.kind() == kind::unsigned_int && type.item_bytes() == 1;
}

/// The axes that were not dropped.
std::vector<std::size_t> kept_axes(const selection& of) {
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < of.axes().size(); ++i)
    if (!of.axes()[i].dropped) kept.push_back(i);
  return kept;
}

bool has_channels(const selection& of, const std::vector<std::size_t>& kept) {
  const std::uint64_t last = kept.empty() ? 0 : of.axes()[kept.back()].count;
  return kept.size() >= 3 && (last == 3 || last == 4);
}

plot_kind kind_of(const selection& chosen, const dtype& type, const plot_options& how) {
  const auto kept = kept_axes(chosen);
  const bool channels = has_channels(chosen, kept);
  if (how.kind == plot_kind::image && (!is_byte(type) || kept.size() < 2))
    refuse("an image is uint8 of shape (height, width), (..., height, width, 3) or (..., 4)",
           fmt::format("{} {}", type.words(), shape_text(chosen.result_shape())));
  if (how.kind) return *how.kind;
  const bool told_colors = how.map || how.low || how.high || how.scale != scale_kind::linear;
  if (is_byte(type) && (channels || (how.png && kept.size() == 2 && !told_colors)))
    return plot_kind::image;
  return kept.size() == 1 ? plot_kind::line : plot_kind::heatmap;
}

/// Drops all axes but the last `count`, and says so.
void keep_last(std::size_t count, drawing& of) {
  const auto kept = kept_axes(of.chosen);
  if (kept.size() <= count) return;
  const shape whole = of.chosen.result_shape();
  std::string plane;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const bool fixed = i + count < kept.size();
    plane += fmt::format("{}{}", i == 0 ? "" : ", ", fixed ? "0" : ":");
    if (fixed) of.chosen = of.chosen.at_first(kept[i]);
  }
  of.plane = fmt::format("[{}] of {}", plane, shape_text(whole));
}

std::uint64_t step_for(std::uint64_t count, std::uint64_t most) {
  return count <= most ? 1 : (count - 1) / most + 1;
}

}  // namespace

void drawing::thin(std::uint64_t most_rows, std::uint64_t most_columns) noexcept {
  if (rows != no_axis) {
    every_row = step_for(row_count(), most_rows);
    chosen = chosen.thinned(rows, every_row);
  }
  if (columns != no_axis) {
    every_column = step_for(column_count(), most_columns);
    chosen = chosen.thinned(columns, every_column);
  }
}

std::string drawing::left_out_text() const {
  const bool plane_drawn = rows != no_axis;
  std::string out;
  if (every_row > 1) out += fmt::format("every {} row", ordinal(every_row));
  if (every_column > 1)
    out += fmt::format("{}every {} {}", out.empty() ? "" : ", ", ordinal(every_column),
                       plane_drawn ? "column" : "item");
  return out;
}

drawing plan_drawing(const selection& chosen, const dtype& type, const plot_options& how) {
  require_numbers(type);
  const shape whole = chosen.result_shape();
  if (whole.rank() == 0)
    refuse("one value makes no picture", "", "`nopy show` without --plot prints it");
  if (whole.count() == 0) refuse("an empty array makes no picture", shape_text(whole));
  drawing made;
  made.kind = kind_of(chosen, type, how);
  made.chosen = chosen;
  if (made.kind == plot_kind::histogram) return made;
  const bool channels = made.kind == plot_kind::image && has_channels(chosen, kept_axes(chosen));
  keep_last(made.kind == plot_kind::line ? 1 : channels ? 3 : 2, made);
  auto axes = kept_axes(made.chosen);
  if (channels) {
    made.channels = axes.back();
    axes.pop_back();
  }
  made.columns = axes.back();
  if (axes.size() == 2) made.rows = axes.front();
  return made;
}

drawn_numbers::drawn_numbers(const npy_file& file, const dtype& type, const selection& chosen)
    : items_(file, chosen, file.header().dtype, order::c), type_(type) {}

void drawn_numbers::for_each(const std::string& title, function_ref<void(double)> each) const {
  const bool pairs = type_.kind() == kind::complex;
  const auto wanted =
      dtype::number(pairs ? kind::complex : kind::floating, pairs ? 16 : 8, native_endian);
  const auto plan = core::conversion_plan::make(type_, wanted, casting::saturate);
  if (!plan) throw exception(plan.error());
  const std::size_t per_item = pairs ? 2 : 1;
  std::vector<double> numbers;
  progress_bar bar(title, items_.chosen().extents().count() * items_.item_bytes());
  items_.for_each_block([&](const region& window, std::span<const std::byte> block) {
    const auto count = static_cast<std::size_t>(window.extents.count());
    numbers.resize(count * per_item);
    plan->run(std::as_writable_bytes(std::span(numbers)).data(), block.data(), count).value();
    for (std::size_t i = 0; i < count; ++i)
      each(pairs ? std::hypot(numbers[2 * i], numbers[2 * i + 1]) : numbers[i]);
    bar.advance(block.size());
  });
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace nopy::cli
