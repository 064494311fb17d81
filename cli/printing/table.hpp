// SPDX-License-Identifier: MIT
// A table with aligned columns for people. Widths are those of the terminal, not of the bytes.
#pragma once

#include <string>
#include <vector>

namespace nopy::cli {

enum class align : unsigned char { left, right };

class table {
 public:
  void column(std::string head, align side = align::left) {
    heads_.push_back(std::move(head));
    sides_.push_back(side);
  }
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
  /// The lines, the head first; two blanks between columns, none at the end of a line.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> heads_{};
  std::vector<align> sides_{};
  std::vector<std::vector<std::string>> rows_{};
};

/// "48 B", "1.5 MiB".
[[nodiscard]] std::string human_bytes(unsigned long long bytes);

}  // namespace nopy::cli
