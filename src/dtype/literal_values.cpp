// SPDX-License-Identifier: MIT
// The values behind the nodes of a literal: strings decoded, integers counted. Parsing has checked
// their form.
#include "bytes/slice.hpp"
#include "dtype/python_literal.hpp"
#include "dtype/string_scan.hpp"

namespace nopy::python {

std::size_t literal::count(std::uint32_t container) const noexcept {
  std::size_t values = 0;
  const std::uint32_t end = (*this)[container].next;
  for (std::uint32_t i = container + 1; i < end; i = (*this)[i].next) ++values;
  return values;
}

namespace {

struct value_emit {
  bytes::text_sink sink;
  bool verbatim;  // bytes, or text that is UTF-8 already
  bool is_bytes;
  void byte(char c) noexcept {
    if (verbatim)
      sink.put(c);
    else
      bytes::put_code_point(sink, static_cast<unsigned char>(c));
  }
  void point(char32_t code) noexcept {
    if (is_bytes)
      sink.put(static_cast<char>(code));
    else
      bytes::put_code_point(sink, code);
  }
};

}  // namespace

std::size_t literal::decode_string(const node& one, char* out) const noexcept {
  const bool is_bytes = one.what == node_kind::bytes;
  value_emit emit{bytes::text_sink(out), is_bytes || encoding_ == encoding::utf8, is_bytes};
  const std::string_view text = bytes::slice(text_, 0, one.end);
  for (std::size_t at = one.begin; at < text.size();) {
    if (!string_prefix(text, at)) {  // blanks and comments between the pieces
      if (text[at] == '#')
        while (at < text.size() && text[at] != '\n' && text[at] != '\r') ++at;
      else
        ++at;
      continue;
    }
    string_scan<value_emit> scan(text, at, emit);
    (void)scan.run();  // parsing has checked it
  }
  return emit.sink.count();
}

bool literal::equals(const node& one, std::string_view ascii) const noexcept {
  if (one.what != node_kind::string) return false;
  if (one.plain) return plain_string(one) == ascii;
  constexpr std::size_t longest = 256;
  char value[2 * longest];
  if (one.end - one.begin > longest) return false;  // no key is spelled that long
  return std::string_view(value, decode_string(one, value)) == ascii;
}

std::optional<std::uint64_t> literal::magnitude(const node& one) const noexcept {
  std::string_view digits = text_of(one);
  while (!digits.empty() && !is_digit(digits.front())) digits.remove_prefix(1);  // a sign
  std::uint64_t base = 10;
  if (digits.size() > 2 && digits[0] == '0' && digits[1] != '_' && !is_digit(digits[1])) {
    const char letter = static_cast<char>(digits[1] | 0x20);
    base = letter == 'x' ? 16 : letter == 'o' ? 8 : 2;
    digits.remove_prefix(2);
  }
  std::uint64_t value = 0;
  for (const char c : digits) {
    if (c == '_') continue;
    const auto digit = static_cast<std::uint64_t>(hex_digit(c));
    if (value > (UINT64_MAX - digit) / base) return std::nullopt;
    value = base * value + digit;
  }
  return value;
}

}  // namespace nopy::python
