// SPDX-License-Identifier: MIT
// The subset of Python literals a header is written in: strings, bytes, integers, True, False,
// None, tuples, lists and dicts, with comments and every spelling of a string. One pass, linear,
// no recursion; the nodes stand in one list in the order of the text. Source: docs/format.md,
// "Grammar".
//
//   {'a': (3,)}     dict next=4 | string 'a' | tuple next=4 | integer 3
#pragma once

#include "bytes/growing.hpp"
#include "bytes/slice.hpp"

#include <nopy/error.hpp>

#include <optional>

namespace nopy::python {

/// The summary of a number with a fraction, an exponent or a letter in it.
inline constexpr std::string_view no_integer = "a number that is no integer";

enum class node_kind : std::uint8_t {
  string,
  bytes,
  integer,
  truth,  ///< True or False; `node::negative` is set for False
  none,
  tuple,
  list,
  dict,   ///< its nodes alternate: key, value
  group,  ///< one value in parentheses
};

/// How one byte of the text is read.
enum class encoding : std::uint8_t { latin1, utf8 };

struct node {
  std::uint32_t begin;  ///< first byte in the text
  std::uint32_t end;    ///< behind the last byte
  std::uint32_t next;   ///< index of the node behind this one and all it holds
  node_kind what;
  bool negative;
  bool plain;  ///< a string without prefix, escape, concatenation or byte above 0x7F
};

/// Spellings that Python reads and NumPy does not write. Which were seen, and where first.
enum class oddity : std::uint8_t {
  comment,
  line_joining,
  concatenation,
  string_prefix,
  triple_quotes,
  parentheses,
  number_base,
  underscore,
  plus_sign,
  long_suffix,       ///< 3L
  late_long_suffix,  ///< 3l, or 3L in version 3.0
  nul_padding,
  count,
};

/// A parsed literal. Positions count from the first byte of the text; the text is borrowed.
class literal {
 public:
  [[nodiscard]] const node& operator[](std::uint32_t index) const noexcept { return data()[index]; }
  [[nodiscard]] std::string_view text() const noexcept { return text_; }
  [[nodiscard]] python::encoding encoding() const noexcept { return encoding_; }
  [[nodiscard]] std::string_view text_of(const node& one) const noexcept {
    return bytes::slice(text_, one.begin, one.end - one.begin);
  }
  /// The index behind any parentheses around a value.
  [[nodiscard]] std::uint32_t strip(std::uint32_t index) const noexcept {
    while ((*this)[index].what == node_kind::group) ++index;
    return index;
  }
  /// Values directly inside a container.
  [[nodiscard]] std::size_t count(std::uint32_t container) const noexcept;
  /// Whether any oddity was seen.
  [[nodiscard]] bool any_seen() const noexcept { return any_seen_; }
  /// Where an oddity was seen first, if it was.
  [[nodiscard]] std::optional<std::uint32_t> seen(oddity one) const noexcept {
    const std::uint32_t at = seen_[static_cast<std::size_t>(one)];
    if (at == UINT32_MAX) return std::nullopt;
    return at;
  }

  /// The value of a string, as UTF-8 (lone surrogates as three bytes), or of bytes; `out` holds
  /// `most_string_bytes` of it. Returns the bytes written.
  [[nodiscard]] std::size_t decode_string(const node& one, char* out) const noexcept;
  [[nodiscard]] std::size_t most_string_bytes(const node& one) const noexcept {
    return std::size_t{2} * (one.end - one.begin);
  }
  /// The text of a plain string, without quotes.
  [[nodiscard]] std::string_view plain_string(const node& one) const noexcept {
    return bytes::slice(text_, one.begin + 1, one.end - one.begin - 2);
  }
  /// Whether a string's value is `ascii`.
  [[nodiscard]] bool equals(const node& one, std::string_view ascii) const noexcept;
  /// The magnitude of an integer; nothing where 64 bits do not hold it.
  [[nodiscard]] std::optional<std::uint64_t> magnitude(const node& one) const noexcept;

 private:
  friend class literal_parser;
  static constexpr std::size_t inline_nodes = 32;

  [[nodiscard]] const node* data() const noexcept { return spilled_ ? more_.data() : few_; }

  std::string_view text_;
  python::encoding encoding_ = encoding::latin1;
  bool spilled_ = false;
  bool any_seen_ = false;
  std::uint32_t size_ = 0;
  std::uint32_t seen_[static_cast<std::size_t>(oddity::count)];
  node few_[inline_nodes];  // not initialised; an ordinary header needs no allocation
  bytes::growing<node> more_;
};

struct literal_options {
  python::encoding encoding = encoding::latin1;
  bool python2 = false;            ///< 3L is ordinary
  std::uint64_t first_offset = 0;  ///< added to the offsets of errors
};

/// Parses one literal that fills `text` (at most 4 GiB - 1). Errors: header_syntax, out_of_memory.
[[nodiscard]] result<void> parse_literal(literal& into, std::string_view text,
                                         const literal_options& options) noexcept;

}  // namespace nopy::python
