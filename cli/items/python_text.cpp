// SPDX-License-Identifier: MIT
#include "items/python_text.hpp"

#include "bytes/utf8.hpp"

namespace nopy::cli {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// The byte that the escape behind a backslash at `rest` means; -1 for none that repr writes.
int escaped_byte(std::string_view& rest) {
  if (rest.empty()) return -1;
  const char c = rest.front();
  rest.remove_prefix(1);
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case '\\':
    case '\'':
    case '"':
      return c;
    case 'x':
      break;
    default:
      return -1;
  }
  if (rest.size() < 2) return -1;
  const int high = hex_digit(rest[0]), low = hex_digit(rest[1]);
  rest.remove_prefix(2);
  return high < 0 || low < 0 ? -1 : high << 4 | low;
}

}  // namespace

std::optional<std::string> bytes_of_repr(std::string_view text) {
  if (text.size() < 3 || text[0] != 'b') return std::nullopt;
  const char quote = text[1];
  if ((quote != '\'' && quote != '"') || text.back() != quote) return std::nullopt;
  std::string out;
  for (std::string_view rest = text.substr(2, text.size() - 3); !rest.empty();) {
    const char c = rest.front();
    rest.remove_prefix(1);
    if (c == quote) return std::nullopt;
    if (c != '\\') {
      out += c;
      continue;
    }
    const int byte = escaped_byte(rest);
    if (byte < 0) return std::nullopt;
    out += static_cast<char>(byte);
  }
  return out;
}

std::optional<char32_t> code_point_or_surrogate(std::string_view text, std::size_t& at) {
  const std::size_t start = at;
  const char32_t point = bytes::next_code_point(text, at);
  if (point != bytes::invalid_code_point) return point;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[start + i]));
  };
  if (text.size() - start < 3 || byte(0) != 0xED || (byte(1) & 0xE0) != 0xA0 ||
      (byte(2) & 0xC0) != 0x80)
    return std::nullopt;
  at = start + 3;
  return static_cast<char32_t>(0xD000u | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F));
}

}  // namespace nopy::cli
