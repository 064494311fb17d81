// SPDX-License-Identifier: MIT
// Comma strings: "<i2,3f4" is the record [('f0', '<i2'), ('f1', '<f4', (3,))], "2i1" a subarray.
#include "dtype/typestr.hpp"

#include "bytes/growing.hpp"
#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "dtype/tree.hpp"

namespace nopy {
namespace {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_order(char c) noexcept { return c == '<' || c == '>' || c == '=' || c == '|'; }

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// Cuts the text before the next comma outside brackets off.
std::string_view take_item(std::string_view& text) noexcept {
  int depth = 0;
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) break;
  }
  const std::string_view item = bytes::slice(text, 0, end);
  text.remove_prefix(end < text.size() ? end + 1 : end);
  return item;
}

/// Takes "3" or "(2, 2)" into `extents`; false where it is malformed.
bool take_repeats(std::string_view& item, shape& extents) noexcept {
  const bool tuple = item.front() == '(';
  if (tuple) item.remove_prefix(1);
  while (true) {
    item = trimmed(item);
    if (tuple && !item.empty() && item.front() == ')') break;
    if (item.empty() || !is_digit(item.front())) return false;
    std::uint64_t extent = 0;
    while (!item.empty() && is_digit(item.front())) {
      extent = 10 * extent + static_cast<std::uint64_t>(item.front() - '0');
      if (extent > most_item_bytes) return false;
      item.remove_prefix(1);
    }
    if (!extents.push_back(extent)) return false;
    if (!tuple) return true;
    item = trimmed(item);
    if (!item.empty() && item.front() == ',') {
      item.remove_prefix(1);
    } else if (item.empty() || item.front() != ')') {
      return false;
    }
  }
  item.remove_prefix(1);
  return true;
}

result<dtype> read_item(std::string_view item) noexcept {
  item = trimmed(item);
  const std::string_view whole = item;
  char order = 0;
  if (!item.empty() && is_order(item.front())) {
    order = item.front();
    item.remove_prefix(1);
  }
  shape extents;
  if (!item.empty() && (is_digit(item.front()) || item.front() == '(') &&
      !take_repeats(item, extents))
    return typestr_error(whole, "descr has a repeat count that is none");
  item = trimmed(item);
  char code[40];
  bytes::text_sink sink(code);
  const bool second_order = !item.empty() && is_order(item.front());
  if (item.size() > 32 || item.empty() || (order != 0 && second_order)) return typestr_error(whole);
  if (order != 0) sink.put(order);
  sink.put(item);
  const std::string_view text(code, sink.count());
  if (is_comma_string(text)) return typestr_error(whole);
  const auto read = read_typestr(text);
  if (!read) return read.error();
  if (read->how == spelling::named) return typestr_error(whole);
  return dtype::subarray(read->type, extents);
}

}  // namespace

bool is_comma_string(std::string_view text) noexcept {
  const std::size_t at = !text.empty() && is_order(text.front()) ? 1 : 0;
  if (at >= text.size()) return false;
  if (is_digit(text[at]) || text[at] == '(') return true;
  bool bracket = false;
  for (const char c : text) {
    if (c == '[') bracket = true;
    if (c == ']') bracket = false;
    if (c == ',' && !bracket) return true;
  }
  return false;
}

result<typestr_reading> read_comma_string(std::string_view text) noexcept {
  constexpr std::size_t longest = 4096;  // beyond it, no one has written one
  if (text.size() > longest) return typestr_error(text, "descr is a comma string over 4096 bytes");
  std::string_view rest = text;
  const std::string_view first = take_item(rest);
  const bool single = first.size() == text.size();
  if (single) {
    auto made = read_item(first);
    if (!made) return made.error();
    return typestr_reading{*std::move(made), spelling::odd};
  }
  bytes::growing<dtype_field> fields;
  bytes::growing<char> names;  // 12 bytes each, reserved at once so that none moves
  constexpr std::size_t name_bytes = 12;
  std::size_t most = 2;
  for (const char c : text) most += c == ',' ? 1 : 0;
  if (!names.reserve(most * name_bytes) || !fields.reserve(most)) return error(errc::out_of_memory);
  std::uint64_t offset = 0;
  rest = text;
  while (!rest.empty()) {
    auto made = read_item(take_item(rest));
    if (!made) return made.error();
    char* name = names.data() + fields.size() * name_bytes;
    bytes::text_sink sink(name);
    sink.put('f').decimal(fields.size());
    const std::uint64_t item_bytes = made->item_bytes();
    fields.push_reserved({{name, sink.count()}, *std::move(made), offset});
    offset += item_bytes;
  }
  auto made = dtype::record(fields.span(), offset);
  if (!made) return made.error();
  return typestr_reading{*std::move(made), spelling::odd};
}

}  // namespace nopy
