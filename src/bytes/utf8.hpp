// SPDX-License-Identifier: MIT
// UTF-8, strictly: no overlong forms, no surrogates, nothing above U+10FFFF. Source: RFC 3629.
#pragma once

#include "bytes/text_sink.hpp"

#include <string_view>

namespace nopy::bytes {

inline constexpr char32_t invalid_code_point = 0xFFFFFFFF;

/// The code point at `text[at]`; steps `at` behind it. `invalid_code_point`, with one byte stepped,
/// for what is none.
[[nodiscard]] inline char32_t next_code_point(std::string_view text, std::size_t& at) noexcept {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
  };
  const std::uint32_t lead = byte(at++);
  if (lead < 0x80) return static_cast<char32_t>(lead);
  const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || text.size() - at < static_cast<std::size_t>(more))
    return invalid_code_point;
  std::uint32_t value = lead & (0x3Fu >> more);
  for (int i = 0; i < more; ++i) {
    if ((byte(at + static_cast<std::size_t>(i)) & 0xC0) != 0x80) return invalid_code_point;
    value = value << 6 | (byte(at + static_cast<std::size_t>(i)) & 0x3F);
  }
  constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  if (value < least[more] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF))
    return invalid_code_point;
  at += static_cast<std::size_t>(more);
  return static_cast<char32_t>(value);
}

/// Where the first invalid byte of `text` stands, or npos.
[[nodiscard]] inline std::size_t find_invalid_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    if (next_code_point(text, at) == invalid_code_point) return start;
  }
  return std::string_view::npos;
}

/// Writes a code point. Surrogates are written as three bytes (what a header may hold by escapes
/// must come back).
inline void put_code_point(text_sink& sink, char32_t point) noexcept {
  const auto c = static_cast<std::uint32_t>(point);
  const auto tail = [&](int shift) { sink.put(static_cast<char>(0x80 | ((c >> shift) & 0x3F))); };
  if (c < 0x80) {
    sink.put(static_cast<char>(c));
  } else if (c < 0x800) {
    sink.put(static_cast<char>(0xC0 | (c >> 6)));
    tail(0);
  } else if (c < 0x10000) {
    sink.put(static_cast<char>(0xE0 | (c >> 12)));
    tail(6), tail(0);
  } else {
    sink.put(static_cast<char>(0xF0 | (c >> 18)));
    tail(12), tail(6), tail(0);
  }
}

}  // namespace nopy::bytes
