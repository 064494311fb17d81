// SPDX-License-Identifier: MIT
// Comma-separated values, record by record. Source: RFC 4180; also takes LF line ends, a byte order
// mark, and any one-byte separator. Memory: one record.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/error.hpp>

#include <string>
#include <vector>

namespace nopy::cli {

/// One cell. A quoted cell is text even where it reads like a number.
struct csv_cell {
  std::string text;
  bool quoted = false;
  friend bool operator==(const csv_cell&, const csv_cell&) = default;
};

class csv_reader {
 public:
  /// `refill` replaces its argument by the next bytes, and leaves it empty at the end.
  csv_reader(char separator, callback<result<void>(std::string&)> refill)
      : refill_(std::move(refill)), separator_(separator) {}

  /// Reads the next record into `cells`; false at the end. Blank lines are skipped. Errors: usage,
  /// for a quote that is not closed or text behind one; and those of `refill`.
  [[nodiscard]] result<bool> next(std::vector<csv_cell>& cells);
  /// The line the last record began on, from 1.
  [[nodiscard]] std::uint64_t line() const noexcept { return record_line_; }

 private:
  static constexpr int end = -1;
  [[nodiscard]] result<int> peek();
  [[nodiscard]] result<void> read_quoted(csv_cell& cell);
  [[nodiscard]] result<void> read_plain(csv_cell& cell);
  void step();
  [[nodiscard]] error bad(std::string_view what) const;

  callback<result<void>(std::string&)> refill_;
  std::string chunk_{};
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t record_line_ = 0;
  char separator_;
  bool begun_ = false;
};

}  // namespace nopy::cli
