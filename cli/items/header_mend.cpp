// SPDX-License-Identifier: MIT
#include "items/header_mend.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || is_digit(c);
}
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

/// Where the string that begins at `at` ends, behind its quote.
std::size_t behind_string(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return at < text.size() ? at + 1 : text.size();
}

/// The value of `key` in the outer dictionary; empty where it is not found.
std::string_view value_of(std::string_view text, std::string_view key) {
  std::size_t depth = 0, start = std::string_view::npos;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '\'' || c == '"') {
      const std::size_t end = behind_string(text, at);
      const bool is_key =
          depth == 1 && end - at == key.size() + 2 && text.substr(at + 1, key.size()) == key;
      at = end;
      if (!is_key || start != std::string_view::npos) continue;
      while (at < text.size() && is_blank(text[at])) ++at;
      if (at < text.size() && text[at] == ':') start = ++at;
      continue;
    }
    if (start != std::string_view::npos && depth == 1 && (c == ',' || c == '}'))
      return trimmed(text.substr(start, at - start));
    if (c == '{' || c == '(' || c == '[') ++depth;
    if ((c == '}' || c == ')' || c == ']') && depth > 0) --depth;
    ++at;
  }
  return {};
}

/// The shape that `text` means, as a tuple; nothing where it could mean something else.
std::optional<std::string> tuple_of(std::string_view text) {
  const bool bracketed = text.starts_with('(') || text.starts_with('[');
  std::vector<std::string> extents;
  std::size_t open = 0;
  bool wants_number = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (is_digit(c)) {
      if (!wants_number) return std::nullopt;
      const std::size_t start = at;
      while (at < text.size() && is_digit(text[at])) ++at;
      extents.emplace_back(text.substr(start, at - start));
      wants_number = false;
      if (at < text.size() && (text[at] == 'L' || text[at] == 'l')) ++at;
    } else if (is_name(c)) {  // np.int64( and its like
      while (at < text.size() && is_name(text[at])) ++at;
      if (at == text.size() || text[at] != '(' || !wants_number) return std::nullopt;
    } else if (c == '(' || c == '[') {
      ++open;
      ++at;
    } else if (c == ')' || c == ']') {
      if (open == 0) return std::nullopt;
      --open;
      ++at;
    } else if (c == ',') {
      if (wants_number) return std::nullopt;
      wants_number = true;
      ++at;
    } else if (is_blank(c)) {
      ++at;
    } else {
      return std::nullopt;
    }
  }
  if (open != 0 || (extents.empty() && !bracketed)) return std::nullopt;
  std::string out = "(";
  for (std::size_t i = 0; i < extents.size(); ++i) out += (i == 0 ? "" : ", ") + extents[i];
  return out + (extents.size() == 1 ? ",)" : ")");
}

std::optional<std::string> truth_of(std::string_view text) {
  for (const std::string_view no : {"0", "false", "'False'", "\"False\"", "None", "FALSE"})
    if (text == no) return "False";
  for (const std::string_view yes : {"1", "true", "'True'", "\"True\"", "TRUE"})
    if (text == yes) return "True";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> mend_header(std::string_view text, std::vector<std::string>& done) {
  std::string mended(text);
  const auto replace = [&](std::string_view key, auto meaning) {
    const std::string_view value = value_of(mended, key);
    if (value.empty()) return;
    const auto better = meaning(value);
    if (!better || *better == value) return;
    done.push_back(fmt::format("{} was written {}, is {}", key, value, *better));
    mended.replace(static_cast<std::size_t>(value.data() - mended.data()), value.size(), *better);
  };
  const std::size_t before = done.size();
  replace("shape", tuple_of);
  replace("fortran_order", truth_of);
  if (done.size() == before) return std::nullopt;
  return mended;
}

}  // namespace nopy::cli
