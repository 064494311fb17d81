// SPDX-License-Identifier: MIT
#include "file_answer.hpp"

#include "ascii.hpp"

namespace nopy::view {
namespace {

struct byte_range {
  std::uint64_t offset;
  std::uint64_t count;
};

/// The digits that `text` begins with, taken off it. Nothing where there are none, or where 64 bits
/// do not hold them.
std::optional<std::uint64_t> take_number(std::string_view& text) noexcept {
  std::uint64_t value = 0;
  std::size_t digits = 0;
  for (; digits < text.size() && is_digit(text[digits]); ++digits) {
    const auto digit = static_cast<std::uint64_t>(text[digits] - '0');
    if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
    value = value * 10 + digit;
  }
  if (digits == 0) return std::nullopt;
  text.remove_prefix(digits);
  return value;
}

/// "5-9", "5-" and "-5" against a file of `bytes`.
std::optional<byte_range> read_range(std::string_view text, std::uint64_t bytes) noexcept {
  if (text.starts_with('-')) {
    text.remove_prefix(1);
    const auto last = take_number(text);
    if (!last || *last == 0 || !text.empty() || bytes == 0) return std::nullopt;
    const std::uint64_t count = *last < bytes ? *last : bytes;
    return byte_range{bytes - count, count};
  }
  const auto first = take_number(text);
  if (!first || *first >= bytes || !text.starts_with('-')) return std::nullopt;
  text.remove_prefix(1);
  if (text.empty()) return byte_range{*first, bytes - *first};
  const auto last = take_number(text);
  if (!last || *last < *first || !text.empty()) return std::nullopt;
  return byte_range{*first, (*last < bytes ? *last : bytes - 1) - *first + 1};
}

/// What stands behind "bytes="; nothing for another unit, which is no request for a part.
std::optional<std::string_view> bytes_asked(const std::optional<std::string_view>& range) noexcept {
  constexpr std::string_view unit = "bytes=";
  if (!range || !same_word(range->substr(0, unit.size()), unit)) return std::nullopt;
  return range->substr(unit.size());
}

}  // namespace

bool lists_tag(std::string_view list, std::string_view tag) noexcept {
  if (list == "*") return true;
  for (;;) {
    while (!list.empty() && (is_blank(list.front()) || list.front() == ',')) list.remove_prefix(1);
    const bool weak = list.starts_with("W/");
    if (weak) list.remove_prefix(2);
    if (!list.starts_with('"')) return false;
    const std::size_t end = list.find('"', 1);
    if (end == std::string_view::npos) return false;
    if (!weak && list.substr(0, end + 1) == tag) return true;
    list.remove_prefix(end + 1);
  }
}

file_answer answer_head(const conditions& asked, const file_state& of) noexcept {
  if (asked.if_match && !lists_tag(*asked.if_match, of.tag)) return {.status = 412};
  if (asked.if_none_match && lists_tag(*asked.if_none_match, of.tag)) return {.status = 304};
  return {.status = 200, .offset = 0, .count = of.bytes};
}

file_answer answer_get(const conditions& asked, const file_state& of) noexcept {
  const file_answer whole = answer_head(asked, of);
  if (whole.status != 200) return whole;
  const auto wanted = bytes_asked(asked.range);
  if (!wanted || (asked.if_range && *asked.if_range != of.tag)) return whole;
  const auto range = read_range(*wanted, of.bytes);
  if (!range) return {.status = 416};
  return {.status = 206, .offset = range->offset, .count = range->count};
}

}  // namespace nopy::view
