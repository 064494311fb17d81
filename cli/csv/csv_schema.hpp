// SPDX-License-Identifier: MIT
// What array a CSV file is: looks at every record once, then names the dtype that keeps every cell
// exactly. Columns become int64, uint64, float64, bool or text; what would lose something on the way
// (digits of a long integer, the zeros of "007") stays text.
#pragma once

#include "csv/csv_reader.hpp"

#include <nopy/dtype.hpp>

#include <optional>

namespace nopy::cli {

/// Whether the first record is a header.
enum class csv_header : unsigned char { guess, present, absent };

/// What the cells of one column are.
class column_guess {
 public:
  void see(const csv_cell& cell);
  enum class kind : unsigned char { nothing, boolean, integer, floating, text };
  [[nodiscard]] enum kind kind() const noexcept;
  /// The dtype of the column.
  [[nodiscard]] dtype type() const noexcept;
  /// Whether float64 holds every cell exactly as written.
  [[nodiscard]] bool fits_float() const noexcept;
  /// Whether a cell is text only because no type keeps the number as it is written: 007, +5, 1e400.
  [[nodiscard]] bool has_odd_number() const noexcept { return odd_number_; }
  void join(const column_guess& other) noexcept;

 private:
  std::uint64_t most_code_points_ = 1;
  std::uint64_t most_magnitude_ = 0;
  std::uint64_t least_magnitude_ = 0;  // of the negative integers
  bool boolean_ = false, integer_ = false, floating_ = false, text_ = false, missing_ = false;
  bool odd_number_ = false;
};

class csv_schema {
 public:
  explicit csv_schema(csv_header header) noexcept : header_(header) {}

  /// Takes a record. Errors: usage, where it has another number of cells than the first.
  [[nodiscard]] result<void> see(const std::vector<csv_cell>& cells, std::uint64_t line);
  /// Decides; call once, after the last record. Errors: usage, for an empty file; bad_dtype, for a
  /// header that names two columns alike.
  [[nodiscard]] result<void> finish();

  [[nodiscard]] bool has_header() const noexcept { return has_header_; }
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_ - (has_header_ ? 1 : 0); }
  [[nodiscard]] std::size_t columns() const noexcept { return rest_.size(); }
  /// The cells of the first record.
  [[nodiscard]] const std::vector<csv_cell>& first() const noexcept { return first_cells_; }
  /// The dtype guessed: a record where there is a header or the columns differ, else one type.
  [[nodiscard]] const dtype& type() const noexcept { return type_; }

 private:
  [[nodiscard]] bool first_is_header() const;
  [[nodiscard]] std::optional<dtype> one_type() const;

  csv_header header_;
  bool has_header_ = false;
  std::uint64_t rows_ = 0;
  std::vector<csv_cell> first_cells_{};
  std::vector<column_guess> first_{};  // of the first record alone
  std::vector<column_guess> rest_{};   // of the others
  dtype type_{};
};

}  // namespace nopy::cli
