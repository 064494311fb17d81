// SPDX-License-Identifier: MIT
#include "deflate/huffman_table.hpp"

#include <cstring>

namespace nopy::deflate {
namespace {

struct base_and_extra {
  std::uint16_t base;
  std::uint8_t extra_bits;
};

// RFC 1951, 3.2.5. Symbol 285 has no extra bits; 286 and 287 take part in the fixed code but never occur.
constexpr base_and_extra length_table[] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1}, {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3}, {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}};
constexpr base_and_extra distance_table[] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},
    {9, 2},     {13, 2},    {17, 3},    {25, 3},     {33, 4},     {49, 4},
    {65, 5},    {97, 5},    {129, 6},   {193, 6},    {257, 7},    {385, 7},
    {513, 8},   {769, 8},   {1025, 9},  {1537, 9},   {2049, 10},  {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};

constexpr std::uint32_t no_code = entry_special;

/// The entries of all symbols of an alphabet but for the bits of their codewords.
struct symbol_entries {
  std::uint32_t of[literal_symbols];
};
consteval std::uint32_t value_entry(std::span<const base_and_extra> rows, unsigned row) {
  if (row >= rows.size()) return no_code;
  return std::uint32_t{rows[row].base} << 16 | rows[row].extra_bits;
}
consteval symbol_entries make_entries(alphabet kind) {
  symbol_entries made{};
  for (unsigned symbol = 0; symbol < literal_symbols; ++symbol) {
    std::uint32_t& entry = made.of[symbol];
    if (kind == alphabet::precode)
      entry = symbol << 16;
    else if (kind == alphabet::distances)
      entry = value_entry(distance_table, symbol);
    else if (symbol < 256)
      entry = symbol << 16 | entry_literal;
    else if (symbol == 256)
      entry = entry_special | entry_end_of_block;
    else
      entry = value_entry(length_table, symbol - 257);
  }
  return made;
}
constexpr symbol_entries entries_of[] = {make_entries(alphabet::precode),
                                         make_entries(alphabet::literals),
                                         make_entries(alphabet::distances)};

/// The entry of a symbol whose codeword has `bits` bits left to take; `entry` is the symbol's.
std::uint32_t with_bits(std::uint32_t entry, unsigned bits) noexcept {
  return entry == no_code ? entry : entry + (bits << 8 | bits);
}

struct reversed_bytes {
  std::uint8_t of[256];
};
constexpr reversed_bytes reversed = [] {
  reversed_bytes made{};
  for (unsigned i = 0; i < 256; ++i)
    for (unsigned bit = 0; bit < 8; ++bit)
      if ((i >> bit & 1) != 0) made.of[i] = static_cast<std::uint8_t>(made.of[i] | 0x80u >> bit);
  return made;
}();

/// The codeword as it lies in the stream. By look-up, so that no codeword waits for the one before.
std::uint32_t reverse(std::uint32_t code, unsigned bits) noexcept {
  const std::uint32_t whole =
      std::uint32_t{reversed.of[code & 0xFF]} << 8 | reversed.of[code >> 8 & 0xFF];
  return whole >> (16 - bits);
}

/// Copies the first `half` entries, a power of two, behind themselves. Not one memcpy: a call, or
/// `rep movs`, costs more than most of these.
void double_table(std::uint32_t* table, std::size_t half) noexcept {
  constexpr std::size_t at_once = 16;
  if (half >= at_once) {
    for (std::size_t i = 0; i < half; i += at_once)
      std::memcpy(&table[half + i], &table[i], at_once * sizeof(std::uint32_t));
  } else {
    for (std::size_t i = 0; i < half; ++i) table[half + i] = table[i];
  }
}

}  // namespace

bool build_table(alphabet kind, std::span<const std::uint8_t> lengths,
                 std::span<std::uint32_t> table) noexcept {
  const unsigned root = kind == alphabet::literals    ? literal_root_bits
                        : kind == alphabet::distances ? distance_root_bits
                                                      : precode_root_bits;
  const unsigned limit = kind == alphabet::precode ? 7 : longest_code;

  // Counted twice, so that equal neighbours do not wait for one another.
  std::uint16_t count[longest_code + 1] = {};
  std::uint16_t odd[longest_code + 1] = {};
  for (std::size_t i = 0; i + 1 < lengths.size(); i += 2) {
    ++count[lengths[i]];
    ++odd[lengths[i + 1]];
  }
  if (lengths.size() % 2 != 0) ++count[lengths.back()];
  for (unsigned bits = 0; bits <= longest_code; ++bits)
    count[bits] = static_cast<std::uint16_t>(count[bits] + odd[bits]);

  // Each codeword of n bits takes 2^(limit-n) of the 2^limit places.
  std::uint32_t used = 0;
  for (unsigned bits = 1; bits <= limit; ++bits)
    used += std::uint32_t{count[bits]} << (limit - bits);
  if (used > 1u << limit) return false;
  const std::size_t root_entries = std::size_t{1} << root;
  if (used < 1u << limit) {
    const bool one_short_code = used == 1u << (limit - 1) && count[1] == 1;
    const bool empty_distances = used == 0 && kind == alphabet::distances;
    if (kind == alphabet::precode || !(one_short_code || empty_distances)) return false;
    for (std::size_t i = 0; i < root_entries; ++i) table[i] = no_code;
  }

  // Entries in the order of their codewords, behind those of symbols that are not used.
  std::uint16_t first[longest_code + 2];
  first[0] = 0;
  for (unsigned bits = 0; bits <= limit; ++bits)
    first[bits + 1] = static_cast<std::uint16_t>(first[bits] + count[bits]);
  std::uint32_t sorted[literal_symbols];
  const std::uint32_t* const entries = entries_of[static_cast<std::size_t>(kind)].of;
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
    sorted[first[lengths[symbol]]++] = entries[symbol];

  // Codewords that fit the root: the table grows by doubling, so that every copy is one straight run.
  std::uint32_t code = 0;
  std::size_t next = count[0];
  unsigned shortest = 1;
  while (shortest <= root && count[shortest] == 0) ++shortest;
  for (unsigned bits = shortest; bits <= root; ++bits, code <<= 1) {
    if (bits > shortest) double_table(table.data(), std::size_t{1} << (bits - 1));
    for (unsigned n = count[bits]; n != 0; --n) {
      table[reverse(code++, bits)] = with_bits(sorted[next++], bits);
    }
  }

  // Longer ones: a subtable for every prefix of `root` bits, as large as its longest codeword needs.
  std::size_t end = root_entries;
  std::size_t start = 0;
  std::uint32_t prefix = UINT32_MAX;
  unsigned width = 0;
  for (unsigned bits = root + 1; bits <= limit; ++bits, code <<= 1) {
    for (unsigned n = count[bits]; n != 0; --n) {
      const std::uint32_t in_stream = reverse(code++, bits);
      if ((in_stream & (root_entries - 1)) != prefix) {
        prefix = in_stream & static_cast<std::uint32_t>(root_entries - 1);
        width = bits - root;
        std::uint32_t places = n;
        while (places < 1u << width && root + width < limit) {
          ++width;
          places = (places << 1) + count[root + width];
        }
        start = end;
        end += std::size_t{1} << width;
        if (end > table.size()) return false;
        table[prefix] = static_cast<std::uint32_t>(start << 16) | entry_special | entry_subtable |
                        width << 8 | root;
      }
      const std::uint32_t entry = with_bits(sorted[next++], bits - root);
      for (std::size_t at = in_stream >> root; at < std::size_t{1} << width;
           at += std::size_t{1} << (bits - root))
        table[start + at] = entry;
    }
  }
  return true;
}

}  // namespace nopy::deflate
