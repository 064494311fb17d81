// SPDX-License-Identifier: MIT
// Blocks: how one is written smallest, and its bits. Source: RFC 1951, sections 3.2.3 to 3.2.7.
#include "deflate/block_codes.hpp"
#include "deflate/deflater.hpp"
#include "deflate/huffman_code.hpp"

#include <algorithm>

namespace nopy::deflate {
namespace {

constexpr std::size_t longest_stored = 65535;
constexpr unsigned longest_precode = 7;
constexpr std::uint8_t precode_order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                            11, 4,  12, 3, 13, 2, 14, 1, 15};

constexpr unsigned run_extra_bits(unsigned symbol) noexcept {
  return symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0;
}

constexpr std::array<std::uint8_t, 288> fixed_literals = [] {
  std::array<std::uint8_t, 288> lengths{};
  for (std::size_t i = 0; i < lengths.size(); ++i)
    lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
  return lengths;
}();
constexpr std::array<std::uint8_t, 30> fixed_distances = [] {
  std::array<std::uint8_t, 30> lengths{};
  lengths.fill(5);
  return lengths;
}();

/// Bits of the symbols that were counted, with what stands behind them.
std::uint64_t symbol_bits(std::span<const std::uint32_t> counts,
                          std::span<const std::uint8_t> lengths,
                          unsigned (*extra_bits)(unsigned)) noexcept {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < counts.size(); ++i)
    bits += std::uint64_t{counts[i]} * (lengths[i] + extra_bits(i));
  return bits;
}

/// Bits of stored blocks from where `to` stands.
std::uint64_t stored_bits(const bit_writer& to, std::size_t bytes) noexcept {
  const std::uint64_t blocks = bytes == 0 ? 1 : (bytes + longest_stored - 1) / longest_stored;
  const unsigned filled = (to.pending_bits() + 3) % 8;
  return 3 + (filled == 0 ? 0 : 8 - filled) + 32 + (blocks - 1) * 40 + 8 * std::uint64_t{bytes};
}

}  // namespace

void put_stored(bit_writer& to, std::span<const std::byte> from, bool last) noexcept {
  do {
    const auto part = from.first(std::min(from.size(), longest_stored));
    from = from.subspan(part.size());
    to.put(last && from.empty() ? 1 : 0, 3);
    to.align();
    const auto count = static_cast<std::uint32_t>(part.size());
    to.put(count | (~count & 0xFFFF) << 16, 32);
    to.put_bytes(part);
  } while (!from.empty());
}

dynamic_head::dynamic_head(std::span<const std::uint8_t, 286> literal_lengths,
                           std::span<const std::uint8_t, 30> distance_lengths) noexcept
    : literals_(286), distances_(30) {
  while (literals_ > 257 && literal_lengths[literals_ - 1] == 0) --literals_;
  while (distances_ > 1 && distance_lengths[distances_ - 1] == 0) --distances_;
  add_runs(literal_lengths.first(literals_));
  add_runs(distance_lengths.first(distances_));
  choose_lengths(counts_, longest_precode, lengths_);
  while (precode_count_ > 4 && lengths_[precode_order[precode_count_ - 1]] == 0) --precode_count_;
}

void dynamic_head::add(unsigned symbol, unsigned extra) noexcept {
  runs_[run_count_++] = {static_cast<std::uint8_t>(symbol), static_cast<std::uint8_t>(extra)};
  ++counts_[symbol];
}

void dynamic_head::add_runs(std::span<const std::uint8_t> lengths) noexcept {
  for (std::size_t at = 0; at < lengths.size();) {
    const std::uint8_t value = lengths[at];
    unsigned count = 1;
    while (at + count < lengths.size() && lengths[at + count] == value) ++count;
    at += count;
    if (value != 0) add(value), --count;
    while (count >= 3) {  // zeros, or the same once more
      const unsigned most = value == 0 ? 138 : 6;
      const unsigned part = std::min(count, most);
      if (value != 0)
        add(16, part - 3);
      else if (part <= 10)
        add(17, part - 3);
      else
        add(18, part - 11);
      count -= part;
    }
    for (; count > 0; --count) add(value);
  }
}

std::uint64_t dynamic_head::bits() const noexcept {
  return 14 + 3 * precode_count_ + symbol_bits(counts_, lengths_, run_extra_bits);
}

void dynamic_head::put(bit_writer& to) const noexcept {
  to.put(static_cast<std::uint32_t>(literals_ - 257), 5);
  to.put(static_cast<std::uint32_t>(distances_ - 1), 5);
  to.put(static_cast<std::uint32_t>(precode_count_ - 4), 4);
  for (std::size_t i = 0; i < precode_count_; ++i) to.put(lengths_[precode_order[i]], 3);
  std::array<std::uint16_t, 19> words;
  choose_codewords(lengths_, words);
  for (const run& one : std::span(runs_).first(run_count_)) {
    to.put(words[one.symbol], lengths_[one.symbol]);
    to.put(one.extra, run_extra_bits(one.symbol));
  }
}

void deflater::end_block(std::span<const std::byte> block, bit_writer& to, bool last) noexcept {
  literal_counts_[end_of_block] = 1;
  std::array<std::uint8_t, 286> literal_lengths;
  std::array<std::uint8_t, 30> distance_lengths;
  choose_lengths(literal_counts_, longest_code, literal_lengths);
  choose_lengths(distance_counts_, longest_code, distance_lengths);
  const dynamic_head head(literal_lengths, distance_lengths);
  const auto bits_with = [&](std::span<const std::uint8_t> literals,
                             std::span<const std::uint8_t> distances) {
    return 3 + symbol_bits(literal_counts_, literals, length_extra_bits) +
           symbol_bits(distance_counts_, distances, distance_extra_bits);
  };
  const std::uint64_t dynamic = head.bits() + bits_with(literal_lengths, distance_lengths);
  const std::uint64_t fixed = bits_with(fixed_literals, fixed_distances);
  if (stored_bits(to, block.size()) <= std::min(dynamic, fixed)) {
    put_stored(to, block, last);
  } else if (fixed <= dynamic) {
    to.put(last ? 3 : 2, 3);
    write_tokens(to, fixed_literals, fixed_distances);
  } else {
    to.put(last ? 5 : 4, 3);
    head.put(to);
    write_tokens(to, literal_lengths, distance_lengths);
  }
  token_count_ = 0;
  literal_counts_.fill(0);
  distance_counts_.fill(0);
}

void deflater::write_tokens(bit_writer& to, std::span<const std::uint8_t> literal_lengths,
                            std::span<const std::uint8_t> distance_lengths) const noexcept {
  std::array<std::uint16_t, literal_symbols> literals;
  std::array<std::uint16_t, 30> distances;
  choose_codewords(literal_lengths, literals);
  choose_codewords(distance_lengths, distances);
  const auto literal = [&](unsigned symbol) { to.put(literals[symbol], literal_lengths[symbol]); };
  for (const std::uint32_t token : std::span(tokens_).first(token_count_)) {
    if (token < 256) {
      literal(token);
      continue;
    }
    const spelled length = length_code(token >> 16);
    const spelled distance = distance_code(token & 0xFFFF);
    literal(length.symbol);
    to.put(length.extra, length.extra_bits);
    to.put(distances[distance.symbol], distance_lengths[distance.symbol]);
    to.put(distance.extra, distance.extra_bits);
  }
  literal(end_of_block);
}

}  // namespace nopy::deflate
