// SPDX-License-Identifier: MIT
// The instructions that push one literal: numbers, texts and bytes of every protocol.
#include "bytes/endian.hpp"
#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "bytes/utf8.hpp"
#include "object/machine.hpp"
#include "object/numbers.hpp"

#include <bit>

namespace nopy::object {
namespace {

/// UTF-8 in which Python's lone surrogates stand as three bytes.
bool valid_text(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t start = at;
    if (bytes::next_code_point(text, at) != bytes::invalid_code_point) continue;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[start + i]); };
    if (text.size() - start < 3 || byte(0) != 0xED || byte(1) < 0xA0 || byte(1) > 0xBF ||
        byte(2) < 0x80 || byte(2) > 0xBF)
      return false;
    at = start + 3;
  }
  return true;
}

bool is_ascii(std::string_view text) noexcept {
  unsigned char all = 0;
  for (const char c : text) all = static_cast<unsigned char>(all | static_cast<unsigned char>(c));
  return all < 0x80;
}

/// The value of `count` digits of a base at `text[at]`, or nothing.
std::optional<std::uint32_t> digits(std::string_view text, std::size_t at, std::size_t count,
                                    std::uint32_t base) noexcept {
  if (text.size() - at < count) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : bytes::slice(text, at, count)) {
    const std::uint32_t digit = c >= '0' && c <= '9'   ? static_cast<std::uint32_t>(c - '0')
                                : c >= 'a' && c <= 'f' ? static_cast<std::uint32_t>(c - 'a' + 10)
                                : c >= 'A' && c <= 'F' ? static_cast<std::uint32_t>(c - 'A' + 10)
                                                       : 99;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

/// One escape of a Python 2 string literal; `at` stands behind the backslash and moves on.
std::optional<char> unescape(std::string_view text, std::size_t& at) noexcept {
  constexpr std::string_view from = "\\'\"abfnrtv", to = "\\'\"\a\b\f\n\r\t\v";
  if (at == text.size()) return std::nullopt;
  const char c = text[at++];
  if (const std::size_t found = from.find(c); found != std::string_view::npos) return to[found];
  if (c == 'x') {
    const auto value = digits(text, at, 2, 16);
    at += 2;
    return value ? std::optional(static_cast<char>(*value)) : std::nullopt;
  }
  std::size_t count = 3;  // one to three octal digits
  while (count > 0 && !digits(text, at - 1, count, 8)) --count;
  if (count == 0) return std::nullopt;
  const std::uint32_t value = *digits(text, at - 1, count, 8);
  at += count - 1;
  return static_cast<char>(value);
}

}  // namespace

outcome machine::push_integer(std::span<const std::byte> bytes) noexcept {
  bytes::growing<char> text;
  if (!write_integer(bytes, text)) return outcome::no_memory;
  return push(in_.add_text(value_kind::integer, {text.data(), text.size()}));
}

outcome machine::push_decimal(std::string_view text, bool booleans) noexcept {
  if (booleans && (text == "00" || text == "01")) return push(text == "01" ? true_ : false_);
  const auto digits = canonical_integer(text);
  if (!digits) return outcome::bad_argument;
  return push(in_.add_text(value_kind::integer, *digits));
}

outcome machine::push_float(double value) noexcept {
  char raw[sizeof value];
  std::memcpy(raw, &value, sizeof value);
  return push(in_.add_text(value_kind::floating, {raw, sizeof raw}));
}

outcome machine::push_text(std::string_view text) noexcept {
  if (!valid_text(text)) return outcome::bad_argument;
  return push(in_.add_text(value_kind::text, text));
}

/// A Python 2 string is text where it is ASCII, else bytes: only its author knows its encoding.
outcome machine::push_string(std::string_view raw) noexcept {
  return push(in_.add_text(is_ascii(raw) ? value_kind::text : value_kind::bytes, raw));
}

outcome machine::push_quoted(std::string_view line) noexcept {
  if (line.size() < 2 || (line[0] != '\'' && line[0] != '"') || line.back() != line[0])
    return outcome::bad_argument;
  line = bytes::slice(line, 1, line.size() - 2);
  bytes::growing<char> raw;
  if (!raw.reserve(line.size())) return outcome::no_memory;
  for (std::size_t at = 0; at < line.size();) {
    const char plain = line[at++];
    const auto c = plain == '\\' ? unescape(line, at) : std::optional(plain);
    if (!c) return outcome::bad_argument;
    raw.push_reserved(*c);
  }
  return push_string({raw.data(), raw.size()});
}

/// Raw unicode escape: Latin-1, and \u0000 and \U00000000 for the rest.
outcome machine::push_escaped(std::string_view line) noexcept {
  bytes::growing<char> text;
  // A byte becomes two at most; an escape of 6 or 10 becomes four.
  if (!text.reserve(2 * line.size())) return outcome::no_memory;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = bytes::slice(line, at);
    const bool escaped = rest.starts_with("\\u") || rest.starts_with("\\U");
    const std::size_t count = rest.starts_with("\\u") ? 4 : 8;
    const auto point = escaped ? digits(rest, 2, count, 16)
                               : std::optional<std::uint32_t>(static_cast<unsigned char>(rest[0]));
    if (!point || *point > 0x10FFFF) return outcome::bad_argument;
    at += escaped ? 2 + count : 1;
    char encoded[4];
    bytes::text_sink sink(encoded);
    bytes::put_code_point(sink, static_cast<char32_t>(*point));
    for (std::size_t i = 0; i < sink.count(); ++i) text.push_reserved(encoded[i]);
  }
  return push(in_.add_text(value_kind::text, {text.data(), text.size()}));
}

outcome machine::scalar(const opcode_row& opcode, const argument& given) noexcept {
  switch (opcode.does) {
    case action::none:
      return push(none_);
    case action::boolean:
      return push(opcode.code == 0x88 ? true_ : false_);
    case action::small_integer:
    case action::signed_integer: {
      const auto value = opcode.does == action::signed_integer
                             ? static_cast<std::int32_t>(given.number)
                             : static_cast<std::int64_t>(given.number);
      std::byte raw[8];
      bytes::store(raw, static_cast<std::uint64_t>(std::int64_t{value}));
      return push_integer(raw);
    }
    case action::long_integer:
      return push_integer(std::as_bytes(std::span(given.text)));
    case action::text_integer:
    case action::text_long:
      return push_decimal(given.text, opcode.does == action::text_integer);
    case action::binary_float:  // the one big-endian argument
      return push_float(std::bit_cast<double>(bytes::swap(given.number)));
    case action::text_float: {
      const auto value = parse_float(given.text);
      return value ? push_float(*value) : outcome::bad_argument;
    }
    case action::text:
      return push_text(given.text);
    case action::raw_unicode:
      return push_escaped(given.text);
    case action::python2_string:
      return push_string(given.text);
    case action::quoted_string:
      return push_quoted(given.text);
    default: {
      object_node* node = in_.add_text(value_kind::bytes, given.text);
      if (node != nullptr && opcode.does == action::bytearray)
        node->symbol = symbol::bytearray_class;
      return push(node);
    }
  }
}

}  // namespace nopy::object
