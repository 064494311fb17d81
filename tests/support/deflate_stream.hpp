// SPDX-License-Identifier: MIT
// A builder of DEFLATE streams, valid and not:
// `deflate_stream().final_block().fixed().literal('a').end()`, and random ones whose dynamic codes
// have every depth from 1 to 15.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

namespace nopy::test {

class deflate_stream {
 public:
  deflate_stream& bits(std::uint32_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      if (used_ % 8 == 0) bytes_.push_back(std::byte{0});
      bytes_.back() |= static_cast<std::byte>(((value >> i) & 1) << (used_ % 8));
      ++used_;
    }
    return *this;
  }
  deflate_stream& block(bool last, unsigned type) { return bits(last, 1).bits(type, 2); }
  deflate_stream& align() {
    used_ = (used_ + 7) / 8 * 8;
    return *this;
  }
  deflate_stream& stored(bool last, std::string_view text, std::uint16_t damage = 0) {
    block(last, 0).align();
    const auto length = static_cast<std::uint32_t>(text.size());
    bits(length, 16).bits((length ^ 0xFFFF ^ damage) & 0xFFFF, 16);
    for (const char c : text) bits(static_cast<unsigned char>(c), 8);
    return *this;
  }
  /// A codeword, most significant bit first.
  deflate_stream& code(std::uint32_t word, unsigned length) {
    while (length-- > 0) bits((word >> length) & 1, 1);
    return *this;
  }
  /// A symbol of the fixed literal code.
  deflate_stream& fixed(unsigned symbol) {
    if (symbol < 144) return code(0x30 + symbol, 8);
    if (symbol < 256) return code(0x190 + symbol - 144, 9);
    if (symbol < 280) return code(symbol - 256, 7);
    return code(0xC0 + symbol - 280, 8);
  }
  deflate_stream& fixed_distance(unsigned symbol) { return code(symbol, 5); }

  [[nodiscard]] const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
  std::size_t used_ = 0;  // bits
};

/// Lengths of a random complete code for `used` of `symbols` symbols, at most `deepest` bits.
inline std::vector<std::uint8_t> random_code(std::mt19937& random, unsigned symbols, unsigned used,
                                             unsigned deepest) {
  std::vector<std::uint8_t> leaves(1, 0);
  while (leaves.size() < used) {
    const std::size_t at = random() % leaves.size();
    if (leaves[at] == deepest) continue;
    leaves.push_back(++leaves[at]);
  }
  std::vector<std::uint8_t> lengths(symbols, 0);
  std::vector<unsigned> order(symbols);
  for (unsigned i = 0; i < symbols; ++i) order[i] = i;
  std::shuffle(order.begin(), order.end(), random);
  for (unsigned i = 0; i < leaves.size(); ++i) lengths[order[i]] = leaves[i];
  return lengths;
}

/// The canonical codeword of every symbol.
inline std::vector<std::uint32_t> codewords(const std::vector<std::uint8_t>& lengths) {
  std::vector<std::uint32_t> words(lengths.size(), 0);
  std::uint32_t next = 0;
  for (unsigned length = 1; length <= 15; ++length, next <<= 1)
    for (std::size_t s = 0; s < lengths.size(); ++s)
      if (lengths[s] == length) words[s] = next++;
  return words;
}

/// A random dynamic block: `count` random symbols of random codes. Distances may reach too far: then it is invalid.
inline void random_dynamic_block(deflate_stream& to, std::mt19937& random, bool last,
                                 std::size_t count) {
  auto literals = random_code(random, 286, 2 + static_cast<unsigned>(random() % 284), 15);
  if (literals[256] == 0)
    std::swap(literals[256],
              *std::find_if(literals.begin(), literals.end(), [](auto l) { return l != 0; }));
  const auto reach = 4 + static_cast<unsigned>(random() % 27);  // near distances are valid early
  auto distances =
      random_code(random, reach, 2 + static_cast<unsigned>(random() % (reach - 1)), 15);
  distances.resize(30, 0);
  to.block(last, 2).bits(286 - 257, 5).bits(30 - 1, 5).bits(19 - 4, 4);
  for (unsigned i = 0; i < 19; ++i) to.bits(i < 3 ? 0 : 4, 3);  // sixteen lengths, four bits each
  for (const auto& lengths : {literals, distances})
    for (const std::uint8_t length : lengths) to.code(length, 4);
  const auto literal_words = codewords(literals), distance_words = codewords(distances);
  const auto put = [&](const auto& lengths, const auto& words, unsigned most) {
    unsigned symbol;
    do symbol = static_cast<unsigned>(random() % most);
    while (lengths[symbol] == 0 || symbol == 256);
    to.code(words[symbol], lengths[symbol]);
    return symbol;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const bool any_literal =
        std::any_of(literals.begin(), literals.begin() + 256, [](auto l) { return l != 0; });
    const bool any_length =
        std::any_of(literals.begin() + 257, literals.end(), [](auto l) { return l != 0; });
    if (!any_literal && !any_length) break;
    const unsigned symbol =
        put(literals, literal_words, any_literal && (i < 100 || random() % 3 != 0) ? 256 : 286);
    if (symbol < 256) continue;
    const unsigned row = symbol - 257;
    to.bits(static_cast<std::uint32_t>(random()), row < 8 || row == 28 ? 0 : row / 4 - 1);
    const unsigned far = put(distances, distance_words, 30);
    to.bits(static_cast<std::uint32_t>(random()), far < 4 ? 0 : far / 2 - 1);
  }
  to.code(literal_words[256], literals[256]);
}

}  // namespace nopy::test
