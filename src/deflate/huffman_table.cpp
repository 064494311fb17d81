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

/// The entry of a symbol whose codeword has `bits` bits left to take.
std::uint32_t entry_of(alphabet kind, unsigned symbol, unsigned bits) noexcept {
  const std::uint32_t taken = bits << 8 | bits;
  if (kind == alphabet::precode) return symbol << 16 | taken;
  if (kind == alphabet::literals && symbol < 256) return symbol << 16 | entry_literal | taken;
  if (kind == alphabet::literals && symbol == 256)
    return entry_special | entry_end_of_block | taken;
  const unsigned row = kind == alphabet::literals ? symbol - 257 : symbol;
  const std::size_t rows =
      kind == alphabet::literals ? std::size(length_table) : std::size(distance_table);
  if (row >= rows) return no_code;
  const base_and_extra& found =
      kind == alphabet::literals ? length_table[row] : distance_table[row];
  return std::uint32_t{found.base} << 16 | bits << 8 | (bits + found.extra_bits);
}

/// The next codeword of a canonical code, bit-reversed: adds one at the most significant bit of `bits`.
std::uint32_t next_reversed(std::uint32_t code, unsigned bits) noexcept {
  std::uint32_t bit = 1u << (bits - 1);
  while ((code & bit) != 0) bit >>= 1;
  return bit == 0 ? 0 : (code & (bit - 1)) | bit;
}

}  // namespace

bool build_table(alphabet kind, std::span<const std::uint8_t> lengths,
                 std::span<std::uint32_t> table) noexcept {
  const unsigned root = kind == alphabet::literals    ? literal_root_bits
                        : kind == alphabet::distances ? distance_root_bits
                                                      : precode_root_bits;
  const unsigned limit = kind == alphabet::precode ? 7 : longest_code;

  std::uint16_t count[longest_code + 1] = {};
  for (const std::uint8_t length : lengths) ++count[length];

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

  // Symbols in the order of their codewords.
  std::uint16_t first[longest_code + 2];
  first[1] = 0;
  for (unsigned bits = 1; bits <= limit; ++bits)
    first[bits + 1] = static_cast<std::uint16_t>(first[bits] + count[bits]);
  std::uint16_t sorted[literal_symbols];
  for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol)
    if (lengths[symbol] != 0) sorted[first[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);

  // Codewords that fit the root: the table grows by doubling, so that every copy is one straight run.
  std::uint32_t code = 0;
  std::size_t next = 0;
  unsigned shortest = 1;
  while (shortest <= root && count[shortest] == 0) ++shortest;
  for (unsigned bits = shortest; bits <= root; ++bits) {
    if (bits > shortest)
      std::memcpy(&table[std::size_t{1} << (bits - 1)], &table[0],
                  sizeof(std::uint32_t) << (bits - 1));
    for (unsigned n = count[bits]; n != 0; --n) {
      table[code] = entry_of(kind, sorted[next++], bits);
      code = next_reversed(code, bits);
    }
  }

  // Longer ones: a subtable for every prefix of `root` bits, as large as its longest codeword needs.
  std::size_t end = root_entries;
  std::size_t start = 0;
  std::uint32_t prefix = UINT32_MAX;
  unsigned width = 0;
  for (unsigned bits = root + 1; bits <= limit; ++bits) {
    for (unsigned n = count[bits]; n != 0; --n) {
      if ((code & (root_entries - 1)) != prefix) {
        prefix = code & static_cast<std::uint32_t>(root_entries - 1);
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
      const std::uint32_t entry = entry_of(kind, sorted[next++], bits - root);
      for (std::size_t at = code >> root; at < std::size_t{1} << width;
           at += std::size_t{1} << (bits - root))
        table[start + at] = entry;
      code = next_reversed(code, bits);
    }
  }
  return true;
}

}  // namespace nopy::deflate
