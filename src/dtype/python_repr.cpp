// SPDX-License-Identifier: MIT
// Python's repr of str and bytes. Source: docs/format.md, "Writing".
#include "dtype/python_repr.hpp"

#include "bytes/utf8.hpp"
#include "dtype/printable_table.hpp"

namespace nopy::python {
namespace {

/// Like `bytes::next_code_point`, but reads a surrogate that stands as three bytes.
char32_t next_point(std::string_view text, std::size_t& at) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(at) == 0xED && text.size() - at >= 3 && byte(at + 1) >= 0xA0 && byte(at + 1) <= 0xBF &&
      (byte(at + 2) & 0xC0) == 0x80) {
    const auto point =
        static_cast<char32_t>(0xD000 | (byte(at + 1) & 0x3Fu) << 6 | (byte(at + 2) & 0x3Fu));
    at += 3;
    return point;
  }
  return bytes::next_code_point(text, at);
}

void put_ascii(bytes::text_sink& sink, char c, char quote) noexcept {
  const auto code = static_cast<unsigned char>(c);
  if (c == quote || c == '\\') {
    sink.put('\\').put(c);
  } else if (c == '\t') {
    sink.put("\\t");
  } else if (c == '\n') {
    sink.put("\\n");
  } else if (c == '\r') {
    sink.put("\\r");
  } else if (code < 0x20 || code == 0x7F) {
    sink.put("\\x").hex(code, 2);
  } else {
    sink.put(c);
  }
}

}  // namespace

bool is_printable(char32_t point) noexcept {
  if (point < 0x80) return point >= 0x20 && point != 0x7F;
  std::size_t low = 0;
  std::size_t high = sizeof escaped_ranges / sizeof escaped_ranges[0];
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (point > escaped_ranges[middle].last)
      low = middle + 1;
    else if (point < escaped_ranges[middle].first)
      high = middle;
    else
      return false;
  }
  return point <= 0x10FFFF;
}

void put_repr_point(bytes::text_sink& sink, char32_t point, char quote) noexcept {
  if (point < 0x80)
    put_ascii(sink, static_cast<char>(point), quote);
  else if (is_printable(point))
    bytes::put_code_point(sink, point);
  else if (point <= 0xFF)
    sink.put("\\x").hex(point, 2);
  else if (point <= 0xFFFF)
    sink.put("\\u").hex(point, 4);
  else
    sink.put("\\U").hex(point, 8);
}

void write_str_repr(bytes::text_sink& sink, std::string_view utf8) noexcept {
  const char quote = repr_quote(utf8.find('\'') != std::string_view::npos,
                                utf8.find('"') != std::string_view::npos);
  sink.put(quote);
  for (std::size_t at = 0; at < utf8.size();) {
    if (static_cast<unsigned char>(utf8[at]) < 0x80)
      put_ascii(sink, utf8[at++], quote);
    else
      put_repr_point(sink, next_point(utf8, at), quote);
  }
  sink.put(quote);
}

void write_bytes_repr(bytes::text_sink& sink, std::string_view raw) noexcept {
  const char quote =
      repr_quote(raw.find('\'') != std::string_view::npos, raw.find('"') != std::string_view::npos);
  sink.put('b').put(quote);
  for (const char c : raw) {
    if (static_cast<unsigned char>(c) < 0x80)
      put_ascii(sink, c, quote);
    else
      sink.put("\\x").hex(static_cast<unsigned char>(c), 2);
  }
  sink.put(quote);
}

}  // namespace nopy::python
