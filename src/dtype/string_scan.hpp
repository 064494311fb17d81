// SPDX-License-Identifier: MIT
// One Python string literal: prefix, quotes, escapes. The same walk checks it and decodes it.
#pragma once

#include "bytes/slice.hpp"
#include "bytes/utf8.hpp"
#include "dtype/python_literal.hpp"

namespace nopy::python {

/// What a string literal looked like.
struct string_looks {
  bool is_bytes = false;
  bool prefixed = false;
  bool raw = false;
  bool triple = false;
  bool escaped = false;
  bool high = false;  // a byte above 0x7F
};

/// Bytes that stand for themselves in every string: printable ASCII but quotes and backslash.
struct ordinary_bytes {
  bool of[256]{};
  constexpr ordinary_bytes() noexcept {
    for (int c = 0x20; c < 0x7F; ++c) of[c] = c != '\'' && c != '"' && c != '\\';
  }
};
inline constexpr ordinary_bytes ordinary;

constexpr bool is_quote(char c) noexcept { return c == '\'' || c == '"'; }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_octal(char c) noexcept { return c >= '0' && c <= '7'; }
constexpr int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Bytes of the prefix before the quote at `at`, 0 to 2; nothing where no string begins there.
[[nodiscard]] constexpr std::optional<std::size_t> string_prefix(std::string_view text,
                                                                 std::size_t at) noexcept {
  std::size_t count = 0;
  bool bytes = false, raw = false, unicode = false;
  while (at + count < text.size() && !is_quote(text[at + count])) {
    const char c = static_cast<char>(text[at + count] | 0x20);
    bool& kind = c == 'b' ? bytes : c == 'r' ? raw : unicode;
    if ((c != 'b' && c != 'r' && c != 'u') || kind || count == 2) return std::nullopt;
    kind = true;
    ++count;
  }
  if (at + count >= text.size() || (unicode && count > 1)) return std::nullopt;
  return count;
}

/// Walks over the string at `at`, which moves behind it. `emit.byte(c)` gets what stands for
/// itself, `emit.point(p)` what an escape means. Returns what is wrong, with `at` there, or null.
template <class Emit>
class string_scan {
 public:
  string_scan(std::string_view text, std::size_t& at, Emit& emit) noexcept
      : text_(text), at_(at), emit_(emit) {}

  [[nodiscard]] const char* run() noexcept {
    open();
    while (true) {
      std::size_t at = at_;  // in a register: the loop is the whole cost of an ordinary string
      for (; at < text_.size() && ordinary.of[static_cast<unsigned char>(text_[at])]; ++at)
        emit_.byte(text_[at]);
      at_ = at;
      if (at_ >= text_.size()) return "a string without its closing quote";
      const char c = text_[at_];
      if (c == quote_ && closes()) return nullptr;
      if (c == '\\') {
        looks.escaped = true;
        if (const char* wrong = looks.raw ? raw_escape() : escape()) return wrong;
        continue;
      }
      if (c == '\0') return "a NUL byte in a string";
      if ((c == '\n' || c == '\r') && !looks.triple) return "a line end in a string";
      if (static_cast<unsigned char>(c) >= 0x80) {
        if (looks.is_bytes) return "a byte above 0x7F in a bytes literal";
        looks.high = true;
      }
      ++at_;
      if (c == '\r') {
        if (at_ < text_.size() && text_[at_] == '\n') ++at_;
        emit_.byte('\n');
      } else {
        emit_.byte(c);
      }
    }
  }

  string_looks looks;

 private:
  void open() noexcept {
    for (; !is_quote(text_[at_]); ++at_) {
      looks.prefixed = true;
      const char c = static_cast<char>(text_[at_] | 0x20);
      looks.is_bytes = looks.is_bytes || c == 'b';
      looks.raw = looks.raw || c == 'r';
    }
    quote_ = text_[at_];
    const std::string_view three = bytes::slice(text_, at_, 3);
    looks.triple = three.size() == 3 && three[1] == quote_ && three[2] == quote_;
    at_ += looks.triple ? 3 : 1;
  }
  /// Steps behind the closing quote, if it is one.
  [[nodiscard]] bool closes() noexcept {
    if (!looks.triple) {
      ++at_;
      return true;
    }
    const std::string_view three = bytes::slice(text_, at_, 3);
    if (three.size() < 3 || three[1] != quote_ || three[2] != quote_) return false;
    at_ += 3;
    return true;
  }
  [[nodiscard]] const char* raw_escape() noexcept {
    emit_.byte(text_[at_++]);
    if (at_ < text_.size() && (text_[at_] == quote_ || text_[at_] == '\\'))
      emit_.byte(text_[at_++]);
    return nullptr;
  }
  [[nodiscard]] const char* escape() noexcept {
    if (at_ + 1 >= text_.size()) return "a string without its closing quote";
    const char c = text_[at_ + 1];
    if (is_octal(c)) {
      octal();
      return nullptr;
    }
    switch (c) {
      case '\n':
        at_ += 2;
        return nullptr;
      case '\r':
        at_ += bytes::slice(text_, at_ + 2, 1) == "\n" ? 3 : 2;
        return nullptr;
      case '\\':
      case '\'':
      case '"':
        return plain(c);
      case 'a':
        return plain('\a');
      case 'b':
        return plain('\b');
      case 'f':
        return plain('\f');
      case 'n':
        return plain('\n');
      case 'r':
        return plain('\r');
      case 't':
        return plain('\t');
      case 'v':
        return plain('\v');
      case 'x':
        return hex(2);
      case 'u':
        return looks.is_bytes ? unknown() : hex(4);
      case 'U':
        return looks.is_bytes ? unknown() : hex(8);
      case 'N':
        return looks.is_bytes ? unknown() : "a character by name, \\N{...}, is not read";
      default:
        return unknown();
    }
  }
  [[nodiscard]] const char* plain(char meant) noexcept {
    emit_.byte(meant);
    at_ += 2;
    return nullptr;
  }
  /// Python keeps the backslash of an escape it does not know.
  [[nodiscard]] const char* unknown() noexcept {
    emit_.byte(text_[at_++]);
    return nullptr;
  }
  void octal() noexcept {
    ++at_;
    char32_t point = 0;
    for (int i = 0; i < 3 && at_ < text_.size() && is_octal(text_[at_]); ++i)
      point = 8 * point + static_cast<char32_t>(text_[at_++] - '0');
    emit_.point(looks.is_bytes ? point & 0xFF : point);
  }
  [[nodiscard]] const char* hex(std::size_t digits) noexcept {
    char32_t point = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const std::size_t place = at_ + 2 + i;
      const int digit = place < text_.size() ? hex_digit(text_[place]) : -1;
      if (digit < 0) return "an escape with too few hexadecimal digits";
      point = 16 * point + static_cast<char32_t>(digit);
      if (point > 0x10FFFF) return "an escape for a character above U+10FFFF";
    }
    at_ += 2 + digits;
    emit_.point(point);
    return nullptr;
  }

  std::string_view text_;
  std::size_t& at_;
  Emit& emit_;
  char quote_ = '\'';
};

}  // namespace nopy::python
