// SPDX-License-Identifier: MIT
// Which numbers of an array a picture shows: the plane, every how many-th item of it, and the numbers
// themselves, block by block. Owns the rule that what is left out is said.
#pragma once

#include "input/window.hpp"
#include "pictures/plot_options.hpp"

namespace nopy::cli {

inline constexpr std::size_t no_axis = SIZE_MAX;

struct drawing {
  plot_kind kind = plot_kind::heatmap;
  selection chosen{shape()};  ///< all but the drawn axes at their first index
  std::size_t rows = no_axis, columns = no_axis, channels = no_axis;  ///< axes of `chosen`
  std::uint64_t every_row = 1, every_column = 1;
  std::string plane{};  ///< "[0, :, :] of (3, 4, 5)", where that is a part of what was chosen

  [[nodiscard]] std::uint64_t row_count() const noexcept { return count(rows); }
  [[nodiscard]] std::uint64_t column_count() const noexcept { return count(columns); }
  [[nodiscard]] std::uint64_t channel_count() const noexcept { return count(channels); }
  /// Leaves out rows and columns, evenly, until there are no more than these.
  void thin(std::uint64_t most_rows, std::uint64_t most_columns) noexcept;
  /// "every 3rd row, every 2nd column", or nothing.
  [[nodiscard]] std::string left_out_text() const;

 private:
  [[nodiscard]] std::uint64_t count(std::size_t axis) const noexcept {
    return axis == no_axis ? 1 : chosen.axes()[axis].count;
  }
};

/// What is drawn of `chosen`, items of `type`. Throws usage for what has no picture, saying what has.
[[nodiscard]] drawing plan_drawing(const selection& chosen, const dtype& type,
                                   const plot_options& how);

/// The numbers of a selection as doubles: of complex ones the magnitude.
class drawn_numbers {
 public:
  /// `type` is what the file's bits are read as.
  drawn_numbers(const npy_file& file, const dtype& type, const selection& chosen);

  /// Calls `each` with all numbers in C order, in blocks, with progress under the name `title`.
  void for_each(const std::string& title, function_ref<void(double)> each) const;

 private:
  selected_items items_;
  dtype type_;
};

/// "300 rows", "1 row".
[[nodiscard]] std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace nopy::cli
