// SPDX-License-Identifier: MIT
// Comma-separated values, written. Source: RFC 4180, with LF line ends. Owns the rule that what the
// reader of this folder reads back is the same cell, text or not.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace nopy::cli {

class csv_writer {
 public:
  /// Appends to `out`, which the caller may empty between two calls.
  csv_writer(std::string& out, char separator) noexcept : out_(out), separator_(separator) {}

  /// A cell of text: quoted where it must be, and where it would read as a number or as nothing.
  void text(std::string_view value);
  /// A cell that is a number, a date, or the like: never quoted unless the separator stands in it.
  void value(std::string_view value);
  void end_record() {
    if (std::exchange(blank_, false)) out_ += "\"\"";
    out_ += '\n';
    first_ = true;
  }

 private:
  void put(std::string_view value, bool quoted);

  std::string& out_;
  char separator_;
  bool first_ = true;
  /// The record is one empty cell so far: a blank line, which readers pass over.
  bool blank_ = false;
};

}  // namespace nopy::cli
