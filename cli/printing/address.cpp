// SPDX-License-Identifier: MIT
#include "printing/address.hpp"

#include "http/shown_address.hpp"

#include <algorithm>

namespace nopy::cli {
namespace {

constexpr std::string_view mark = "://";

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_of_scheme(char c) noexcept {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

}  // namespace

bool is_url(std::string_view text) noexcept {
  return http::begins_like(text, "https://") || http::begins_like(text, "http://");
}

bool is_address(std::string_view text) noexcept {
  const std::size_t at = text.find(mark);
  return at != std::string_view::npos && at != 0 && is_letter(text.front()) &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), is_of_scheme);
}

std::string shown_address(std::string_view text) {
  if (!is_address(text)) return std::string(text);
  const std::size_t begin = text.find(mark) + mark.size();
  return std::string(text.substr(0, begin)).append(http::shown_rest(text.substr(begin)));
}

std::string without_secrets(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return out.append(text);
    const std::size_t begin = at + mark.size();
    const std::size_t end = std::min(text.find_first_of(" \t\n\"'`", begin), text.size());
    out.append(text.substr(0, begin)).append(http::shown_rest(text.substr(begin, end - begin)));
    text.remove_prefix(end);
  }
}

}  // namespace nopy::cli
