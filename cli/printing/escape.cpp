// SPDX-License-Identifier: MIT
#include "printing/escape.hpp"

#include "bytes/utf8.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

struct code_range {
  char32_t first, last;
};

template <std::size_t Count>
bool within(char32_t point, const code_range (&ranges)[Count]) noexcept {
  for (const code_range& range : ranges)
    if (point >= range.first && point <= range.last) return true;
  return false;
}

void put_escape(std::string& out, char32_t point) {
  const auto value = static_cast<std::uint32_t>(point);
  switch (value) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (value <= 0xFF)
    out += fmt::format("\\x{:02x}", value);
  else if (value <= 0xFFFF)
    out += fmt::format("\\u{:04x}", value);
  else
    out += fmt::format("\\U{:08x}", value);
}

}  // namespace

bool misleading(char32_t point) noexcept {
  // Source: Unicode, "Bidirectional controls" (UAX 9, table 4), and the invisible format characters.
  static constexpr code_range ranges[] = {
      {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},       {0x61C, 0x61C},   {0x180E, 0x180E},
      {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},   {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
      {0xE000, 0xF8FF}, {0xFFFE, 0xFFFF}, {0xE0000, 0xE0FFF},
  };
  return within(point, ranges);
}

std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    const char32_t point = bytes::next_code_point(text, at);
    if (point == bytes::invalid_code_point)
      put_escape(out, static_cast<unsigned char>(text[start]));
    else if (misleading(point))
      put_escape(out, point);
    else
      out.append(text.substr(start, at - start));
  }
  return out;
}

error escaped(const error& raw) {
  error_parts parts = raw.parts();
  const std::string subject = escaped(parts.subject), summary = escaped(parts.summary),
                    found = escaped(parts.found), expected = escaped(parts.expected),
                    hint = escaped(parts.hint);
  parts.subject = subject;
  parts.summary = summary;
  parts.found = found;
  parts.expected = expected;
  parts.hint = hint;
  return error(parts);
}

std::size_t display_width(std::string_view text) noexcept {
  static constexpr code_range wide[] = {
      {0x1100, 0x115F}, {0x2E80, 0x303E}, {0x3041, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
      {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
  static constexpr code_range zero[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},
                                        {0x610, 0x61A},   {0x64B, 0x65F},   {0x1AB0, 0x1AFF},
                                        {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}};
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char32_t point = bytes::next_code_point(text, at);
    columns += within(point, wide) ? 2 : within(point, zero) ? 0 : 1;
  }
  return columns;
}

}  // namespace nopy::cli
