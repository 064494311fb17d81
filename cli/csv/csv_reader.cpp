// SPDX-License-Identifier: MIT
#include "csv/csv_reader.hpp"

#include <fmt/core.h>

namespace nopy::cli {

error csv_reader::bad(std::string_view what) const {
  const std::string found = fmt::format("line {}", line_);
  return error({.code = errc::usage,
                .summary = what,
                .found = found,
                .hint = "a cell that holds a quote is written \"like \"\"this\"\"\""});
}

result<int> csv_reader::peek() {
  while (at_ == chunk_.size()) {
    chunk_.clear();
    at_ = 0;
    const auto more = refill_(chunk_);
    if (!more) return more.error();
    if (chunk_.empty()) return int{end};
    if (!begun_ && chunk_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    begun_ = true;
  }
  return static_cast<int>(static_cast<unsigned char>(chunk_[at_]));
}

void csv_reader::step() {
  if (chunk_[at_++] == '\n') ++line_;
}

result<void> csv_reader::read_quoted(csv_cell& cell) {
  cell.quoted = true;
  step();
  for (;;) {
    const auto c = peek();
    if (!c) return c.error();
    if (*c == end) return bad("a quoted cell is not closed");
    step();
    if (*c != '"') {
      cell.text += static_cast<char>(*c);
      continue;
    }
    const auto behind = peek();
    if (!behind) return behind.error();
    if (*behind != '"') return {};
    cell.text += '"';
    step();
  }
}

result<void> csv_reader::read_plain(csv_cell& cell) {
  for (;;) {
    const auto c = peek();
    if (!c) return c.error();
    if (*c == end || *c == separator_ || *c == '\n' || *c == '\r') return {};
    // Everything up to the next special character in one go: this is where the time goes.
    const std::size_t start = at_;
    while (at_ < chunk_.size() && chunk_[at_] != separator_ && chunk_[at_] != '\n' &&
           chunk_[at_] != '\r')
      ++at_;
    cell.text.append(chunk_, start, at_ - start);
  }
}

result<bool> csv_reader::next(std::vector<csv_cell>& cells) {
  std::size_t used = 0;
  const auto new_cell = [&]() -> csv_cell& {
    if (used == cells.size()) cells.emplace_back();
    csv_cell& cell = cells[used++];
    cell.text.clear();
    cell.quoted = false;
    return cell;
  };
  for (;;) {
    auto c = peek();
    if (!c) return c.error();
    if (*c == '\n' || *c == '\r') {
      step();
      continue;
    }
    if (*c == end) return false;
    break;
  }
  record_line_ = line_;
  for (;;) {
    auto c = peek();
    if (!c) return c.error();
    csv_cell& cell = new_cell();
    const auto read = *c == '"' ? read_quoted(cell) : read_plain(cell);
    if (!read) return read.error();
    c = peek();
    if (!c) return c.error();
    if (*c == separator_) {
      step();
      continue;
    }
    if (*c == '\r' || *c == '\n' || *c == end) {
      if (*c != end) step();  // the LF of a CR LF is a blank line to the next call
      cells.resize(used);
      return true;
    }
    return bad("text follows a quoted cell");
  }
}

}  // namespace nopy::cli
