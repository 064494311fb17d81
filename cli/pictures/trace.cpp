// SPDX-License-Identifier: MIT
#include "pictures/trace.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace nopy::cli {
namespace {

std::size_t dot_at(double place, std::size_t height) {
  const double dot = std::clamp(place, 0.0, 1.0) * static_cast<double>(height - 1);
  return static_cast<std::size_t>(std::lround(dot));
}

/// Makes two neighbours meet half way.
void join(dot_span& left, dot_span& right) {
  if (!left.there || !right.there) return;
  if (left.high + 1 < right.low) {
    left.high = (left.high + right.low) / 2;
    right.low = left.high + 1;
  } else if (right.high + 1 < left.low) {
    right.high = (right.high + left.low) / 2;
    left.low = right.high + 1;
  }
}

}  // namespace

line_columns::line_columns(std::uint64_t count, std::size_t columns)
    : count_(count), width_(columns) {
  if (count_ <= width_)
    few_.reserve(static_cast<std::size_t>(count_));
  else
    many_.resize(width_);
}

void line_columns::see(double value) {
  summary_.see(value);
  if (count_ <= width_) {
    few_.push_back(value);
    return;
  }
  // No overflow: a line has at most `most_items` values.
  column& into = many_[static_cast<std::size_t>(next_++ * width_ / count_)];
  if (!std::isfinite(value)) return;
  into.low = into.there ? std::min(into.low, value) : value;
  into.high = into.there ? std::max(into.high, value) : value;
  into.there = true;
}

line_columns::column line_columns::between_values(std::size_t index) const noexcept {
  const std::size_t gaps = few_.size() - 1;
  const double at = gaps == 0 ? 0
                              : static_cast<double>(index) * static_cast<double>(gaps) /
                                    static_cast<double>(width_ - 1);
  const auto left = std::min(static_cast<std::size_t>(at), gaps);
  const double part = at - static_cast<double>(left);
  const double a = few_[left], b = few_[std::min(left + 1, gaps)];
  const bool a_there = std::isfinite(a), b_there = std::isfinite(b);
  if (a_there && b_there) {
    const double value = a * (1 - part) + b * part;
    return {value, value, true};
  }
  // Beside a gap a value is a dot of its own.
  const double half_column = 0.5 * static_cast<double>(gaps) / static_cast<double>(width_);
  if (a_there && part <= half_column) return {a, a, true};
  if (b_there && 1 - part < half_column) return {b, b, true};
  return {};
}

std::vector<dot_span> line_columns::dots(const value_scale& scale, std::size_t height) const {
  std::vector<dot_span> made(width_);
  for (std::size_t i = 0; i < width_; ++i) {
    const column of = count_ <= width_ ? between_values(i) : many_[i];
    if (!of.there) continue;
    made[i] = {dot_at(scale.place(of.low), height), dot_at(scale.place(of.high), height), true};
  }
  for (std::size_t i = 0; i + 1 < made.size(); ++i) join(made[i], made[i + 1]);
  return made;
}

std::vector<std::uint64_t> binned(const drawn_numbers& numbers, const std::string& title,
                                  const value_scale& scale, std::size_t bins) {
  std::vector<std::uint64_t> counts(bins);
  numbers.for_each(title, [&](double value) {
    if (!std::isfinite(value)) return;
    const double place = scale.place(value);
    if (!(place >= 0 && place <= 1)) return;
    const auto bin = static_cast<std::size_t>(place * static_cast<double>(bins));
    ++counts[std::min(bin, bins - 1)];
  });
  return counts;
}

sampled_selection sampled(const selection& of) {
  sampled_selection made{of, ""};
  const std::uint64_t all = of.extents().count();
  for (std::size_t axis = 0; axis < of.axes().size(); ++axis) {
    const std::uint64_t count = made.chosen.extents().count();
    if (count <= most_items) break;
    made.chosen = made.chosen.thinned(axis, (count - 1) / most_items + 1);
  }
  const std::uint64_t read = made.chosen.extents().count();
  if (read != all) made.left_out = fmt::format("{} of {} items, evenly chosen", read, all);
  return made;
}

}  // namespace nopy::cli
