// SPDX-License-Identifier: MIT
// A line as columns of dots, and a histogram as bins: what the terminal and a PNG draw alike.
#pragma once

#include "pictures/drawing.hpp"

#include <vector>

namespace nopy::cli {

/// Between which dots, counted from the bottom, a column is filled.
struct dot_span {
  std::size_t low = 0, high = 0;
  bool there = false;  ///< false where no value is finite
};

/// The values of a line, gathered into columns: where there are more values than columns, a column
/// goes from the lowest to the highest of its own; where fewer, between two of them.
class line_columns {
 public:
  line_columns(std::uint64_t count, std::size_t columns);
  /// The next value.
  void see(double value);
  [[nodiscard]] const value_summary& summary() const noexcept { return summary_; }
  /// The dots of each column, `height` of them; neighbours touch.
  [[nodiscard]] std::vector<dot_span> dots(const value_scale& scale, std::size_t height) const;

 private:
  struct column {
    double low = 0, high = 0;
    bool there = false;
  };
  [[nodiscard]] column between_values(std::size_t index) const noexcept;

  std::uint64_t count_, next_ = 0;
  std::size_t width_;
  std::vector<double> few_{};  // the values, where there are no more than columns
  std::vector<column> many_{};
  value_summary summary_{};
};

/// How many values lie in each of `bins` equal parts of the scale; those outside are not counted.
[[nodiscard]] std::vector<std::uint64_t> binned(const drawn_numbers& numbers,
                                                const std::string& title, const value_scale& scale,
                                                std::size_t bins);

/// What a histogram reads of a selection: every item, or of very many evenly chosen ones; `left_out`
/// says which.
struct sampled_selection {
  selection chosen;
  std::string left_out;
};
[[nodiscard]] sampled_selection sampled(const selection& of);

/// The most items of a line or a histogram that are read.
inline constexpr std::uint64_t most_items = std::uint64_t{1} << 24;

}  // namespace nopy::cli
