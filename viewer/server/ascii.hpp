// SPDX-License-Identifier: MIT
// Letters and digits of HTTP: ASCII, whatever the locale.
#pragma once

#include <cstddef>
#include <string_view>

namespace nopy::view {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
constexpr char lowered(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr bool is_name_character(char c) noexcept {
  return is_digit(c) || (lowered(c) >= 'a' && lowered(c) <= 'z') || c == '-' || c == '_' ||
         c == '.';
}

/// Whether two names of headers, or two units, are the same: their case does not count.
constexpr bool same_word(std::string_view a, std::string_view b) noexcept {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lowered(a[i]) != lowered(b[i])) return false;
  return true;
}

}  // namespace nopy::view
