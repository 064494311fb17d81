// SPDX-License-Identifier: MIT
#include "pictures/value_scale.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace nopy::cli {

value_scale::value_scale(scale_kind kind, value_limits limits) noexcept : kind_(kind) {
  double low = limits.low, high = limits.high;
  if (kind == scale_kind::log) {
    if (!(low > 0)) low = high > 0 ? high * 1e-6 : 1;
    high = std::max(high, low);
  }
  if (kind == scale_kind::symlog) {
    knee_ = std::max(std::abs(low), std::abs(high)) * 1e-3;
    if (!(knee_ > 0)) knee_ = 1;
  }
  from_ = bent(low);
  span_ = std::max(bent(high) - from_, 0.0);
}

double value_scale::bent(double value) const noexcept {
  switch (kind_) {
    case scale_kind::log:
      return std::log(value);
    case scale_kind::symlog:
      return std::asinh(value / knee_);
    default:
      return value / 4;  // so that no difference of two values overflows
  }
}

double value_scale::place(double value) const noexcept {
  if (kind_ == scale_kind::log && !(value > 0)) return -1;
  const double above = bent(value) - from_;
  if (span_ > 0) return above / span_;
  return above > 0 ? 1 : 0;
}

double value_scale::value_at(double place) const noexcept {
  const double at = from_ + place * span_;
  switch (kind_) {
    case scale_kind::log:
      return std::exp(at);
    case scale_kind::symlog:
      return std::sinh(at) * knee_;
    default:
      return at * 4;
  }
}

void value_summary::see(double value) noexcept {
  if (std::isnan(value)) {
    ++nan_;
  } else if (std::isinf(value)) {
    ++(value > 0 ? plus_inf_ : minus_inf_);
  } else {
    low_ = finite_ == 0 ? value : std::min(low_, value);
    high_ = finite_ == 0 ? value : std::max(high_, value);
    if (value > 0 && (positive_ == 0 || value < positive_)) positive_ = value;
    ++finite_;
  }
}

value_limits value_summary::limits() const noexcept {
  return finite_ == 0 ? value_limits{} : value_limits{low_, high_};
}

std::string value_summary::not_finite_text(const std::array<std::string, 3>& marks) const {
  std::string out;
  const auto add = [&](std::uint64_t count, std::string_view name, const std::string& mark) {
    if (count == 0) return;
    if (!out.empty()) out += ", ";
    out += fmt::format("{} {}", count, name);
    if (!mark.empty()) out += fmt::format(" ({})", mark);
  };
  add(nan_, "NaN", marks[0]);
  add(plus_inf_, "inf", marks[1]);
  add(minus_inf_, "-inf", marks[2]);
  return out;
}

std::string axis_text(double value) {
  return fmt::format("{:.6g}", value == 0 ? 0.0 : value);  // no -0
}

}  // namespace nopy::cli
