// SPDX-License-Identifier: MIT
#include "npy/canonical.hpp"

#include "bytes/slice.hpp"

namespace nopy::npy {
namespace {

/// Steps over `expected` at `at`; false, and no step, where something else stands there.
bool step(std::string_view text, std::size_t& at, std::string_view expected) noexcept {
  if (bytes::slice(text, at, expected.size()) != expected) return false;
  at += expected.size();
  return true;
}

struct number_row {
  char letter;
  nopy::kind kind;
  std::uint8_t sizes;  // bit n: 2^n bytes
};
constexpr number_row number_table[] = {{'i', kind::signed_int, 0b01111},
                                       {'u', kind::unsigned_int, 0b01111},
                                       {'f', kind::floating, 0b01110},
                                       {'c', kind::complex, 0b11000},
                                       {'b', kind::boolean, 0b00001}};

/// "<f4" and its like, as NumPy writes it: an order where there is one, '|' where not.
bool read_type(std::string_view text, std::size_t& at, dtype& into) noexcept {
  if (text.size() - at < 5) return false;
  const char order = text[at];
  const char letter = text[at + 1];
  // One digit that is a power of two, or 16.
  std::size_t end = at + 3;
  int power = -1;
  switch (text[at + 2]) {
    case '1':
      power = text[end] == '6' ? 4 : 0;
      end += power == 4 ? 1 : 0;
      break;
    case '2':
      power = 1;
      break;
    case '4':
      power = 2;
      break;
    case '8':
      power = 3;
      break;
    default:
      return false;
  }
  if (text[end] != '\'') return false;
  const std::uint32_t item_bytes = 1u << power;
  if ((order == '|') != (item_bytes == 1) || (order != '|' && order != '<' && order != '>'))
    return false;
  for (const number_row& row : number_table) {
    if (row.letter != letter || ((row.sizes >> power) & 1) == 0) continue;
    const endian bytes = order == '>' ? endian::big : endian::little;
    into =
        row.kind == kind::boolean ? dtype::boolean() : dtype::number(row.kind, item_bytes, bytes);
    at = end + 1;
    return true;
  }
  return false;
}

/// "3" up to 18 digits, without a zero in front.
bool read_extent(std::string_view text, std::size_t& at, std::uint64_t& into) noexcept {
  constexpr std::size_t most_digits = 18;
  const std::size_t begin = at;
  std::uint64_t value = 0;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
  const std::size_t digits = at - begin;
  into = value;
  return digits >= 1 && digits <= most_digits && (digits == 1 || text[begin] != '0');
}

/// "()", "(3,)", "(3, 4)".
bool read_shape(std::string_view text, std::size_t& at, shape& into) noexcept {
  if (!step(text, at, "(")) return false;
  if (step(text, at, ")")) return true;
  while (true) {
    std::uint64_t extent = 0;
    if (!read_extent(text, at, extent) || !into.push_back(extent)) return false;
    if (step(text, at, ", ")) continue;
    return into.rank() == 1 ? step(text, at, ",)") : step(text, at, ")");
  }
}

}  // namespace

std::size_t read_canonical(std::string_view text, header& into) noexcept {
  std::size_t at = 0;
  dtype type;
  shape extents;
  if (!step(text, at, "{'descr': '") || !read_type(text, at, type) ||
      !step(text, at, ", 'fortran_order': "))
    return 0;
  const bool fortran = step(text, at, "True");
  if (!fortran && !step(text, at, "False")) return 0;
  if (!step(text, at, ", 'shape': ")) return 0;
  const std::size_t shape_begin = at;
  if (!read_shape(text, at, extents) || !step(text, at, ", }")) return 0;
  if (text.back() != '\n') return 0;
  for (std::size_t i = at; i + 1 < text.size(); ++i)
    if (text[i] != ' ') return 0;
  into.dtype = std::move(type);
  into.shape = extents;
  into.order = fortran ? order::fortran : order::c;
  return shape_begin;
}

}  // namespace nopy::npy
