// SPDX-License-Identifier: MIT
#include "csv/csv_writer.hpp"

namespace nopy::cli {

void csv_writer::put(std::string_view value, bool quoted) {
  blank_ = first_ && value.empty() && !quoted;
  if (!first_) out_ += separator_;
  first_ = false;
  if (!quoted) {
    out_ += value;
    return;
  }
  out_ += '"';
  for (const char c : value) {
    if (c == '"') out_ += '"';
    out_ += c;
  }
  out_ += '"';
}

void csv_writer::text(std::string_view value) {
  const char special[] = {separator_, '"', '\n', '\r'};
  const bool needed = value.find_first_of(std::string_view(special, 4)) != std::string_view::npos;
  // "12", "True", "2026-11-29" and "" would come back as something else than text.
  const bool looks_like_value =
      value.empty() || value.find_first_of("0123456789") != std::string_view::npos ||
      value == "True" || value == "False" || value == "nan" || value == "inf" || value == "-inf" ||
      value == "NaT" || value.front() == ' ' || value.back() == ' ' ||
      value.starts_with("\xEF\xBB\xBF");
  put(value, needed || looks_like_value);
}

void csv_writer::value(std::string_view value) {
  const char special[] = {separator_, '"', '\n', '\r'};
  put(value, value.find_first_of(std::string_view(special, 4)) != std::string_view::npos);
}

}  // namespace nopy::cli
