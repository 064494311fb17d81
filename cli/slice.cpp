// SPDX-License-Identifier: MIT
#include "slice.hpp"

#include <fmt/core.h>

#include <optional>
#include <string>

namespace nopy::cli {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

error not_a_slice(std::string_view item, std::string_view why) {
  return error({.code = errc::usage,
                .summary = "this is no slice",
                .found = item,
                .expected = why,
                .hint = "write slices as in NumPy: 0:5, -1, ::2, ..."});
}

/// A decimal integer with an optional sign, saturated to int64; nothing where it is none.
std::optional<std::int64_t> integer(std::string_view text) {
  bool negative = false;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) {
    negative = text[0] == '-';
    text = trimmed(text.substr(1));
  }
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value > (INT64_MAX - 9) / 10 ? static_cast<std::uint64_t>(INT64_MAX)
                                         : value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
}

struct bounds {
  std::optional<std::int64_t> start, stop, step;
};

result<bounds> parse_bounds(std::string_view item) {
  std::optional<std::int64_t> parts[3];
  std::size_t part = 0;
  for (std::string_view rest = item;; ++part) {
    if (part == 3) return not_a_slice(item, "start:stop:step");
    const std::size_t colon = rest.find(':');
    const std::string_view text = trimmed(rest.substr(0, colon));
    if (!text.empty()) {
      parts[part] = integer(text);
      if (!parts[part]) return not_a_slice(item, "integers in start:stop:step");
    }
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  if (parts[2] == 0) return not_a_slice(item, "a step other than 0");
  return bounds{parts[0], parts[1], parts[2]};
}

/// Python's slice.indices. `extent` fits a signed 64-bit number: no file holds more.
axis_slice take(const bounds& of, std::uint64_t extent) {
  const auto n = static_cast<std::int64_t>(extent);
  const std::int64_t step = of.step.value_or(1);
  const auto clamp = [&](std::int64_t at) {
    if (at < 0) {
      at += n;
      return at < 0 ? (step < 0 ? std::int64_t{-1} : std::int64_t{0}) : at;
    }
    return at < n ? at : (step < 0 ? n - 1 : n);
  };
  const std::int64_t start = of.start ? clamp(*of.start) : step < 0 ? n - 1 : 0;
  const std::int64_t stop = of.stop ? clamp(*of.stop) : step < 0 ? -1 : n;
  std::int64_t count = 0;
  if (step < 0 && stop < start) count = (start - stop - 1) / -step + 1;
  if (step > 0 && start < stop) count = (stop - start - 1) / step + 1;
  if (count == 0) return {0, 1, 0, false};
  return {static_cast<std::uint64_t>(start), step, static_cast<std::uint64_t>(count), false};
}

result<axis_slice> take_index(std::int64_t index, std::uint64_t extent, std::size_t axis) {
  const auto n = static_cast<std::int64_t>(extent);
  if (index < -n || index >= n) {
    const std::string found = fmt::format("index {} on axis {}", index, axis);
    const std::string expected = fmt::format("{} to {}", -n, n - 1);
    return error({.code = errc::out_of_range,
                  .summary = "the index is outside the array",
                  .found = found,
                  .expected = n == 0 ? std::string_view("no index: the axis is empty")
                                     : std::string_view(expected)});
  }
  return axis_slice{static_cast<std::uint64_t>(index < 0 ? index + n : index), 1, 1, true};
}

std::vector<std::string_view> items_of(std::string_view text) {
  std::vector<std::string_view> items;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    items.push_back(trimmed(rest.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (items.size() > 1 && items.back().empty()) items.pop_back();  // as in a[0,]
  return items;
}

result<axis_slice> take_item(std::string_view item, std::uint64_t extent, std::size_t axis) {
  if (item.find(':') != std::string_view::npos) {
    auto bounds = parse_bounds(item);
    if (!bounds) return bounds.error();
    return take(*bounds, extent);
  }
  const auto index = integer(item);
  if (!index) return not_a_slice(item, "an integer, start:stop:step, or ...");
  return take_index(*index, extent, axis);
}

}  // namespace

selection::selection(const shape& of) {
  for (const std::uint64_t extent : of) axes_.push_back({0, 1, extent, false});
}

result<selection> selection::parse(std::string_view text, const shape& of) {
  const auto items = items_of(text);
  std::size_t taken = 0, ellipses = 0;
  for (const std::string_view item : items) {
    if (item == "None" || item == "newaxis" || item == "np.newaxis")
      return error({.code = errc::usage,
                    .summary = "a slice here takes elements; it does not add axes",
                    .found = item});
    (item == "..." ? ellipses : taken) += 1;
  }
  if (ellipses > 1) return not_a_slice(text, "at most one ...");
  if (taken > of.rank()) {
    const std::string found = fmt::format("{} indices", taken);
    const std::string expected = fmt::format("at most {}", of.rank());
    return error({.code = errc::rank_mismatch,
                  .summary = "too many indices for the array",
                  .found = found,
                  .expected = expected});
  }
  selection made{shape()};
  const auto rest = [&](std::size_t behind) {
    while (made.axes_.size() + behind < of.rank())
      made.axes_.push_back({0, 1, of[made.axes_.size()], false});
  };
  std::size_t left = taken;
  for (const std::string_view item : items) {
    if (item == "...") {
      rest(left);
      continue;
    }
    const std::size_t axis = made.axes_.size();
    auto one = take_item(item, of[axis], axis);
    if (!one) return one.error();
    made.axes_.push_back(*one);
    --left;
  }
  rest(0);
  return made;
}

shape selection::extents() const noexcept {
  shape all;
  for (const axis_slice& axis : axes_) all.push_back(axis.count);
  return all;
}

shape selection::result_shape() const noexcept {
  shape kept;
  for (const axis_slice& axis : axes_)
    if (!axis.dropped) kept.push_back(axis.count);
  return kept;
}

bool selection::whole(const shape& of) const noexcept {
  for (std::size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i].start != 0 || axes_[i].step != 1 || axes_[i].count != of[i] || axes_[i].dropped)
      return false;
  return true;
}

}  // namespace nopy::cli
