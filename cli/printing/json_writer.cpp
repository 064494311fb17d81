// SPDX-License-Identifier: MIT
#include "printing/json_writer.hpp"

#include "bytes/utf8.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <cmath>

namespace nopy::cli {
namespace {

/// A surrogate in three bytes, ED A0 80 to ED BF BF, at `at`; 0 where there is none.
std::uint32_t surrogate_at(std::string_view text, std::size_t at) {
  if (text.size() - at < 3) return 0;
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at + i]));
  };
  if (byte(0) != 0xED || byte(1) < 0xA0 || byte(1) > 0xBF || (byte(2) & 0xC0) != 0x80) return 0;
  return 0xD000u | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
}

void put_point(std::string& out, char32_t point, std::string_view spelled) {
  switch (point) {
    case U'"':
      out += "\\\"";
      return;
    case U'\\':
      out += "\\\\";
      return;
    case U'\n':
      out += "\\n";
      return;
    case U'\r':
      out += "\\r";
      return;
    case U'\t':
      out += "\\t";
      return;
    default:
      break;
  }
  // U+0080 to U+009F, the bidi controls and line separators would be legal, but not on a terminal.
  const bool hidden = point < 0x20 || (point >= 0x7F && point <= 0x9F) ||
                      (point >= 0x200B && point <= 0x200F) ||
                      (point >= 0x2028 && point <= 0x202E) ||
                      (point >= 0x2066 && point <= 0x2069) || point == 0xFEFF;
  if (hidden)
    out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(point));
  else
    out.append(spelled);
}

}  // namespace

void json_writer::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_items_.empty()) return;
  if (has_items_.back()) out_ += ", ";
  has_items_.back() = true;
}

json_writer& json_writer::open(char bracket) {
  separate();
  out_ += bracket;
  has_items_.push_back(false);
  return *this;
}

json_writer& json_writer::close(char bracket) {
  out_ += bracket;
  has_items_.pop_back();
  return *this;
}

json_writer& json_writer::key(std::string_view name) {
  text(name);
  out_ += ": ";
  after_key_ = true;
  return *this;
}

json_writer& json_writer::text(std::string_view value) { return quote(value, false); }

json_writer& json_writer::path(std::string_view value) { return quote(value, true); }

json_writer& json_writer::quote(std::string_view value, bool is_path) {
  separate();
  out_ += '"';
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t start = at;
    const char32_t point = bytes::next_code_point(value, at);
    if (point != bytes::invalid_code_point) {
      put_point(out_, point, value.substr(start, at - start));
    } else if (is_path) {
      out_ += fmt::format("\\udc{:02x}", static_cast<unsigned char>(value[start]));
      at = start + 1;
    } else if (const std::uint32_t surrogate = surrogate_at(value, start)) {
      out_ += fmt::format("\\u{:04x}", surrogate);
      at = start + 3;
    } else {
      out_ += "\\ufffd";
    }
  }
  out_ += '"';
  return *this;
}

json_writer& json_writer::number(std::uint64_t value) {
  separate();
  out_ += fmt::format_int(value).str();
  return *this;
}

json_writer& json_writer::token(std::string_view value) {
  separate();
  out_ += value;
  return *this;
}

json_writer& json_writer::floating(double value) {
  if (std::isnan(value)) return text("NaN");
  if (std::isinf(value)) return text(value < 0 ? "-Infinity" : "Infinity");
  return token(fmt::format("{}", value));
}

json_writer& json_writer::text_or_null(const std::optional<std::string>& value) {
  return value ? text(*value) : null();
}

}  // namespace nopy::cli
