// SPDX-License-Identifier: MIT
#include "printing/table.hpp"

#include "printing/color.hpp"
#include "printing/escape.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nopy::cli {

std::string table::text() const {
  std::vector<std::size_t> widths;
  for (const std::string& head : heads_) widths.push_back(display_width(head));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  std::string out;
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size() && i < widths.size(); ++i) {
      const std::string blanks(widths[i] - display_width(cells[i]), ' ');
      if (i != 0) text += "  ";
      text += sides_[i] == align::right ? blanks + cells[i] : cells[i] + blanks;
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  const bool headed =
      std::any_of(heads_.begin(), heads_.end(), [](const auto& head) { return !head.empty(); });
  if (headed) out += dimmed(line(heads_)) + "\n";
  for (const auto& row : rows_) out += line(row) + "\n";
  return out;
}

std::string human_bytes(unsigned long long bytes) {
  static constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  auto value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  while (value >= 1023.95 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, units[unit]);
}

}  // namespace nopy::cli
