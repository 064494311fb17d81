// SPDX-License-Identifier: MIT
#include "statistics/stats_report.hpp"

#include "input/arguments.hpp"
#include "items/header_text.hpp"
#include "items/item_json.hpp"
#include "printing/escape.hpp"
#include "printing/table.hpp"

#include "bytes/endian.hpp"
#include "dtype/time_unit_table.hpp"
#include "text/value.hpp"

#include <nopy/print.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nopy::cli {
namespace {

bool is_time(const dtype& type) {
  return type.kind() == kind::datetime || type.kind() == kind::timedelta;
}
bool is_integer(const dtype& type) {
  return type.kind() == kind::boolean || type.kind() == kind::signed_int ||
         type.kind() == kind::unsigned_int || type.kind() == kind::timedelta;
}

/// The digits of an integer of 128 bits in two's complement.
std::string decimal(kernels::wide_unsigned value) {
  const bool negative = static_cast<std::uint64_t>(value >> 127) != 0;
  if (negative) value = kernels::wide_unsigned(0) - value;
  std::uint64_t words[4];
  for (int i = 0; i < 4; ++i)
    words[i] = static_cast<std::uint64_t>(value >> (96 - 32 * i)) & 0xFFFFFFFF;
  std::string digits;
  do {
    std::uint64_t rest = 0;
    for (std::uint64_t& word : words) {
      const std::uint64_t all = rest << 32 | word;
      word = all / 10;
      rest = all % 10;
    }
    digits.push_back(static_cast<char>('0' + rest));
  } while ((words[0] | words[1] | words[2] | words[3]) != 0);
  if (negative) digits.push_back('-');
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// A result of one part, and how its values are written.
struct told_part {
  const stats_part& part;
  const part_stats& of;
  const shape& extents;  // of the items' index

  [[nodiscard]] dtype type() const {
    auto native = part.place.type.with_endian(native_endian);
    return part.is_text() || !native ? part.place.type : *native;
  }
  [[nodiscard]] std::vector<std::uint64_t> index(std::uint64_t position) const {
    std::vector<std::uint64_t> made;
    for (const shape* axes : {&part.inner, &extents})
      for (std::size_t axis = axes->rank(); axis-- > 0; position /= (*axes)[axis])
        made.insert(made.begin(), position % (*axes)[axis]);
    return made;
  }
  [[nodiscard]] const std::byte* item(bool larger) const {
    if (part.is_text()) {
      const auto& text = larger ? of.texts.most : of.texts.least;
      return text ? text->item.data() : nullptr;
    }
    const core::extreme_place& place = larger ? of.numbers.most : of.numbers.least;
    return place.found ? place.number : nullptr;
  }
  [[nodiscard]] std::uint64_t position(bool larger) const {
    if (part.is_text()) return (larger ? of.texts.most : of.texts.least)->position;
    return (larger ? of.numbers.most : of.numbers.least).position;
  }
};

std::string text_of(double value) {
  std::byte bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  return value_text(dtype::number(kind::floating, 8), bytes);
}

/// The mean of datetimes, rounded down to a tick, as the item it would be. A double would lose nanoseconds.
struct mean_item {
  std::byte bytes[8];
  explicit mean_item(const core::moments& of) {
    kernels::wide_unsigned sum = of.exact_sum() + (kernels::wide_unsigned(of.finite) << 63);
    kernels::wide_unsigned rest = 0;
    std::uint64_t quotient = 0;  // of ticks above INT64_MIN, all of which fit
    for (int bit = 127; bit >= 0; --bit) {
      rest = (rest << 1) | ((sum >> bit) & kernels::wide_unsigned(1));
      const bool taken = rest >= kernels::wide_unsigned(of.finite);
      if (taken) rest = rest - kernels::wide_unsigned(of.finite);
      quotient = quotient << 1 | (taken ? 1 : 0);
    }
    bytes::store(bytes, quotient ^ kernels::sign_of_word, native_endian);
  }
};

/// A number of ticks: "245.5 D", "3 x 25 s".
std::string in_ticks(const std::string& number, const dtype& type) {
  const std::string_view unit = facts_of(type.unit()).symbol;
  if (unit.empty() && type.unit_multiple() == 1) return number;
  return type.unit_multiple() == 1 ? fmt::format("{} {}", number, unit)
                                   : fmt::format("{} x {} {}", number, type.unit_multiple(), unit);
}

std::string quoted(const dtype& type, const std::byte* item) {
  bytes::text_sink counted(nullptr);
  texts::put_value(counted, type, item, texts::place::inside);
  std::string made(counted.count(), '\0');
  bytes::text_sink written(made.data());
  texts::put_value(written, type, item, texts::place::inside);
  return escaped(made);
}

std::string index_text(const std::vector<std::uint64_t>& index) {
  return shape_text(shape(std::span(index)));
}

stats_cells text_cells(const told_part& one) {
  stats_cells made;
  made.count = fmt::format("{}", one.of.texts.count);
  made.zeros = fmt::format("{}", one.of.texts.empty);
  if (one.item(false) != nullptr) {
    made.least = quoted(one.type(), one.item(false));
    made.least_at = index_text(one.index(one.position(false)));
    made.most = quoted(one.type(), one.item(true));
    made.most_at = index_text(one.index(one.position(true)));
    made.lengths = fmt::format("{} to {}", one.of.texts.shortest, one.of.texts.longest);
  }
  return made;
}

stats_cells number_cells(const told_part& one) {
  const core::number_summary& of = one.of.numbers;
  const core::finished_sums sums = core::finished(of);
  const dtype type = one.type();
  stats_cells made;
  made.count = fmt::format("{}", of.of.count());
  made.nan = fmt::format("{}", of.of.nan);
  made.inf = fmt::format("{}", of.of.above + of.of.below);
  made.zeros = fmt::format("{}", of.of.zeros);
  if (one.item(false) != nullptr) {
    made.least = value_text(type, one.item(false));
    made.least_at = index_text(one.index(of.least.position));
    made.most = value_text(type, one.item(true));
    made.most_at = index_text(one.index(of.most.position));
    made.mean = type.kind() == kind::datetime ? value_text(type, mean_item(of.of).bytes)
                                              : text_of(sums.mean);
    made.deviation = text_of(sums.deviation);
    if (type.kind() == kind::timedelta) made.mean = in_ticks(made.mean, type);
    if (is_time(type)) made.deviation = in_ticks(made.deviation, type);
  }
  if (type.kind() == kind::datetime) return made;
  made.sum = is_integer(type) ? decimal(of.of.exact_sum()) : text_of(sums.sum);
  if (is_time(type)) made.sum = in_ticks(made.sum, type);
  return made;
}

void write_index(json_writer& out, const std::vector<std::uint64_t>& index) {
  out.begin_list();
  for (const std::uint64_t one : index) out.number(one);
  out.end_list();
}

void write_extremes(json_writer& out, const told_part& one) {
  for (const bool larger : {false, true}) {
    out.key(larger ? "max" : "min");
    if (one.item(larger) == nullptr) {
      out.null().key(larger ? "max_index" : "min_index").null();
      continue;
    }
    write_json_item(out, one.type(), one.item(larger));
    out.key(larger ? "max_index" : "min_index");
    write_index(out, one.index(one.position(larger)));
  }
}

void write_numbers(json_writer& out, const told_part& one) {
  const core::number_summary& of = one.of.numbers;
  const core::finished_sums sums = core::finished(of);
  const dtype type = one.type();
  out.key("count").number(of.of.count()).key("nan").number(of.of.nan);
  out.key("inf").number(of.of.above + of.of.below);
  out.key("zeros").number(of.of.zeros).key("negative").number(of.of.negative + of.of.below);
  write_extremes(out, one);
  out.key("mean");
  if (one.item(false) == nullptr)
    out.null();
  else if (type.kind() == kind::datetime)
    write_json_item(out, type, mean_item(of.of).bytes);
  else
    out.floating(sums.mean);
  out.key("std");
  one.item(false) == nullptr ? out.null() : out.floating(sums.deviation);
  out.key("sum");
  if (type.kind() == kind::datetime)
    out.null();
  else if (is_integer(type))
    out.token(decimal(of.of.exact_sum()));
  else
    out.floating(sums.sum);
  if (is_time(type))
    out.key("tick").text(fmt::format("{} {}", type.unit_multiple(), facts_of(type.unit()).symbol));
  if (!one.of.bins) return;
  out.key("histogram").begin_object().key("edges").begin_list();
  for (const double edge : one.of.bins->edges) out.floating(edge);
  out.end_list().key("counts").begin_list();
  for (const std::uint64_t count : one.of.bins->counts) out.number(count);
  out.end_list().end_object();
}

void write_texts(json_writer& out, const told_part& one) {
  const text_summary& of = one.of.texts;
  out.key("count").number(of.count).key("empty").number(of.empty);
  write_extremes(out, one);
  out.key("shortest").number(of.shortest).key("longest").number(of.longest);
}

void write_parts(json_writer& out, const array_stats& of, std::size_t first, const shape& extents) {
  const bool several = of.parts.size() > 1 || !of.parts[0].name.empty();
  if (several) out.key("parts").begin_list();
  for (std::size_t i = 0; i < of.parts.size(); ++i) {
    const told_part one{of.parts[i], of.all[first + i], extents};
    if (several)
      out.begin_object()
          .key("part")
          .text(one.part.name)
          .key("dtype")
          .text(one.part.place.type.words());
    one.part.is_text() ? write_texts(out, one) : write_numbers(out, one);
    if (several) out.end_object();
  }
  if (several) out.end_list();
}

/// Where the items of a line stand: along the axis.
shape line_extents(const array_stats& of) { return shape{of.of[*of.axis]}; }

std::vector<std::uint64_t> line_index(const array_stats& of, std::uint64_t line) {
  std::vector<std::uint64_t> made;
  for (std::size_t axis = of.lines.rank(); axis-- > 0; line /= of.lines[axis])
    made.insert(made.begin(), line % of.lines[axis]);
  return made;
}

/// "a.npy[3, :]": how one asks for the line alone.
std::string line_name(const std::string& name, const array_stats& of, std::uint64_t line) {
  std::vector<std::uint64_t> index = line_index(of, line);
  std::string made;
  for (std::size_t axis = 0, other = 0; axis < of.of.rank(); ++axis) {
    if (axis != 0) made.push_back(',');
    if (axis == *of.axis)
      made.push_back(':');
    else
      made += fmt::format("{}", index[other++]);
  }
  return fmt::format("{}[{}]", name, made);
}

}  // namespace

std::vector<stats_cells> cells_of(const std::string& name, const array_stats& of) {
  std::vector<stats_cells> made;
  const shape extents = of.axis ? line_extents(of) : of.of;
  for (std::size_t i = 0; i < of.all.size(); ++i) {
    const stats_part& part = of.parts[i % of.parts.size()];
    const told_part one{part, of.all[i], extents};
    made.push_back(part.is_text() ? text_cells(one) : number_cells(one));
    std::string& row = made.back().name;
    row = of.axis ? line_name(name, of, i / of.parts.size()) : name;
    if (!part.name.empty()) row = fmt::format("{} {}", row, escaped(part.name));
  }
  return made;
}

std::string facts_of(const stats_cells& of) {
  std::string made = fact("count", of.count);
  if (!of.nan.empty()) made += fact("nan", of.nan) + fact("inf", of.inf);
  made += fact(of.nan.empty() ? "empty" : "zeros", of.zeros);
  made += fact("min", of.least.empty() && of.least_at.empty()
                          ? "none"
                          : fmt::format("{} at {}", of.least, of.least_at));
  made += fact("max", of.most.empty() && of.most_at.empty()
                          ? "none"
                          : fmt::format("{} at {}", of.most, of.most_at));
  if (!of.mean.empty()) made += fact("mean", of.mean) + fact("std", of.deviation);
  if (!of.lengths.empty()) made += fact("lengths", of.lengths);
  if (!of.sum.empty()) made += fact("sum", of.sum);
  return made;
}

std::string stats_table(const std::vector<stats_cells>& rows) {
  table made;
  made.column("name");
  for (const char* head : {"count", "nan", "inf", "zeros", "min"}) made.column(head, align::right);
  made.column("at");
  made.column("max", align::right);
  made.column("at");
  for (const char* head : {"mean", "std", "sum"}) made.column(head, align::right);
  for (const stats_cells& row : rows)
    made.row({row.name, row.count, row.nan, row.inf, row.zeros, row.least, row.least_at, row.most,
              row.most_at, row.mean, row.deviation, row.sum});
  return made.text();
}

std::string bars_of(const histogram& of, std::size_t width) {
  table made;
  made.column("from", align::right);
  made.column("to", align::right);
  made.column("count", align::right);
  made.column("");
  const std::uint64_t most = *std::max_element(of.counts.begin(), of.counts.end());
  for (std::size_t i = 0; i < of.counts.size(); ++i) {
    const double part =
        static_cast<double>(of.counts[i]) / static_cast<double>(std::max<std::uint64_t>(most, 1));
    const auto cells = static_cast<std::size_t>(std::ceil(part * static_cast<double>(width)));
    made.row({text_of(of.edges[i]), text_of(of.edges[i + 1]), fmt::format("{}", of.counts[i]),
              std::string(cells, '#')});
  }
  return made.text();
}

void write_json_stats(json_writer& out, const array_stats& of) {
  if (!of.axis) return write_parts(out, of, 0, of.of);
  out.key("axis").number(*of.axis).key("lines").begin_list();
  const std::uint64_t lines = of.all.size() / of.parts.size();
  for (std::uint64_t line = 0; line < lines; ++line) {
    out.begin_object().key("index");
    write_index(out, line_index(of, line));
    write_parts(out, of, static_cast<std::size_t>(line) * of.parts.size(), line_extents(of));
    out.end_object();
  }
  out.end_list();
}

}  // namespace nopy::cli
