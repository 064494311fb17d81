// SPDX-License-Identifier: MIT
// How lengths and distances are spelled, and the blocks they stand in. Source: RFC 1951, sections 3.2.4 to 3.2.7.
#pragma once

#include "deflate/bit_writer.hpp"

#include <array>
#include <bit>

namespace nopy::deflate {

inline constexpr unsigned end_of_block = 256;

/// A symbol and the bits behind it.
struct spelled {
  unsigned symbol;
  unsigned extra_bits;
  unsigned extra;
};

/// Of a match's length, 3 to 258. From 11 on, four symbols for each power of two; 258 has its own.
[[nodiscard]] constexpr spelled length_code(unsigned length) noexcept {
  if (length == 258) return {285, 0, 0};
  const unsigned value = length - 3;
  if (value < 8) return {257 + value, 0, 0};
  const unsigned bits = static_cast<unsigned>(std::bit_width(value)) - 3;
  return {257 + 4 * bits + (value >> bits), bits, value & ((1u << bits) - 1)};
}

/// Of a distance, 1 to 32 768. From 5 on, two symbols for each power of two.
[[nodiscard]] constexpr spelled distance_code(unsigned distance) noexcept {
  const unsigned value = distance - 1;
  if (value < 4) return {value, 0, 0};
  const unsigned bits = static_cast<unsigned>(std::bit_width(value)) - 2;
  return {2 * bits + (value >> bits), bits, value & ((1u << bits) - 1)};
}

static_assert(length_code(3).symbol == 257 && length_code(10).symbol == 264);
static_assert(length_code(11).symbol == 265 && length_code(11).extra_bits == 1);
static_assert(length_code(257).symbol == 284 && length_code(257).extra == 30);
static_assert(distance_code(4).symbol == 3 && distance_code(5).symbol == 4);
static_assert(distance_code(24577).symbol == 29 && distance_code(32768).extra == 8191);

/// The bits behind a symbol, by the symbol.
[[nodiscard]] constexpr unsigned length_extra_bits(unsigned symbol) noexcept {
  return symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4;
}
[[nodiscard]] constexpr unsigned distance_extra_bits(unsigned symbol) noexcept {
  return symbol < 4 ? 0 : symbol / 2 - 1;
}

/// Stored blocks of `from`; one without bytes where there are none. Ends at a byte.
void put_stored(bit_writer& to, std::span<const std::byte> from, bool last) noexcept;

/// The head of a dynamic block: the lengths of its two codes, run by run.
class dynamic_head {
 public:
  dynamic_head(std::span<const std::uint8_t, 286> literal_lengths,
               std::span<const std::uint8_t, 30> distance_lengths) noexcept;

  [[nodiscard]] std::uint64_t bits() const noexcept;
  void put(bit_writer& to) const noexcept;

 private:
  void add(unsigned symbol, unsigned extra = 0) noexcept;
  void add_runs(std::span<const std::uint8_t> lengths) noexcept;

  struct run {
    std::uint8_t symbol;
    std::uint8_t extra;
  };
  std::size_t literals_;
  std::size_t distances_;
  std::array<run, 316> runs_;
  std::size_t run_count_ = 0;
  std::array<std::uint32_t, 19> counts_{};
  std::array<std::uint8_t, 19> lengths_;
  std::size_t precode_count_ = 19;
};

}  // namespace nopy::deflate
