// SPDX-License-Identifier: MIT
// How a value becomes a place between 0 and 1 (the viewer's rules: viewer/app/src/draw/scale.ts), and
// what there is to say of values that no picture can show.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace nopy::cli {

enum class scale_kind : std::uint8_t { linear, log, symlog };
inline constexpr std::string_view scale_names[] = {"linear", "log", "symlog"};

struct value_limits {
  double low = 0;
  double high = 1;
  friend bool operator==(const value_limits&, const value_limits&) = default;
};

class value_scale {
 public:
  value_scale(scale_kind kind, value_limits limits) noexcept;
  /// 0 at the low limit, 1 at the high one, outside of them beyond; -1 for what `log` has no place
  /// for. Finite for finite values.
  [[nodiscard]] double place(double value) const noexcept;
  /// The value at a place.
  [[nodiscard]] double value_at(double place) const noexcept;

 private:
  [[nodiscard]] double bent(double value) const noexcept;

  scale_kind kind_;
  double knee_ = 1;  // of symlog
  double from_ = 0;  // the bent low limit
  double span_ = 0;  // of the bent limits; 0 where there is nothing between them
};

/// What values are like, counted one by one.
class value_summary {
 public:
  void see(double value) noexcept;
  [[nodiscard]] std::uint64_t finite() const noexcept { return finite_; }
  [[nodiscard]] bool all_finite() const noexcept { return nan_ + plus_inf_ + minus_inf_ == 0; }
  /// The lowest and highest finite value; 0 to 1 where there is none.
  [[nodiscard]] value_limits limits() const noexcept;
  /// The lowest value above 0, or 0: where a logarithmic scale begins.
  [[nodiscard]] double lowest_positive() const noexcept { return positive_; }
  /// "2 NaN, 1 inf, 3 -inf", or nothing; behind each its mark in the picture, where it has one.
  [[nodiscard]] std::string not_finite_text(const std::array<std::string, 3>& marks = {}) const;

 private:
  double low_ = 0, high_ = 0, positive_ = 0;
  std::uint64_t finite_ = 0, nan_ = 0, plus_inf_ = 0, minus_inf_ = 0;
};

/// A number for an axis or a legend: six digits at most.
[[nodiscard]] std::string axis_text(double value);

}  // namespace nopy::cli
