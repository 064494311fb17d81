// SPDX-License-Identifier: MIT
// Python's repr of str and bytes, as NumPy writes it into headers and the text of values shows it.
// Source: docs/format.md, "Writing".
#pragma once

#include "bytes/text_sink.hpp"

#include <cstddef>
#include <string_view>

namespace nopy::python {

/// Whether repr leaves a code point as it is (str.isprintable).
[[nodiscard]] bool is_printable(char32_t point) noexcept;

/// One code point as repr writes it between quotes of the kind `quote`: itself in UTF-8, or an
/// escape.
void put_repr_point(bytes::text_sink& sink, char32_t point, char quote) noexcept;

/// The quote repr takes: double where the text holds a single one and no double one.
[[nodiscard]] constexpr char repr_quote(bool holds_single, bool holds_double) noexcept {
  return holds_single && !holds_double ? '"' : '\'';
}

/// repr of a str of `count` code points; `point_at(i)` gives the i-th. It is called twice for each.
template <class PointAt>
void write_str_repr(bytes::text_sink& sink, std::size_t count, PointAt&& point_at) noexcept {
  bool holds_single = false;
  bool holds_double = false;
  for (std::size_t i = 0; i < count; ++i) {
    const char32_t point = point_at(i);
    holds_single = holds_single || point == U'\'';
    holds_double = holds_double || point == U'"';
  }
  const char quote = repr_quote(holds_single, holds_double);
  sink.put(quote);
  for (std::size_t i = 0; i < count; ++i) put_repr_point(sink, point_at(i), quote);
  sink.put(quote);
}

/// repr of a str given as UTF-8, in which lone surrogates may stand as three bytes.
void write_str_repr(bytes::text_sink& sink, std::string_view utf8) noexcept;

/// repr of bytes: b'...'.
void write_bytes_repr(bytes::text_sink& sink, std::string_view raw) noexcept;

}  // namespace nopy::python
