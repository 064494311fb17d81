// SPDX-License-Identifier: MIT
// DEFLATE decoded the slow, obvious way: bit by bit, code lists searched in order. The oracle for the real inflate.
// Source: RFC 1951.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nopy::reference {

struct inflated {
  std::vector<std::byte> bytes;
  std::size_t consumed;  // whole bytes, the last one maybe used in part
};

class naive_inflater {
 public:
  explicit naive_inflater(std::span<const std::byte> input, std::size_t most)
      : input_(input), most_(most) {}

  /// Everything up to the end of the stream, or nothing where it is invalid, cut, or longer than `most`.
  std::optional<inflated> run() {
    bool last = false;
    while (!last) {
      last = bits(1) == 1;
      const unsigned type = bits(2);
      const bool fine = type == 0 ? stored() : type == 1 ? fixed() : type == 2 ? dynamic() : false;
      if (!fine || failed_) return std::nullopt;
    }
    return inflated{std::move(out_), (at_ + 7) / 8};
  }

 private:
  struct code {
    std::vector<unsigned> lengths;
  };

  unsigned bits(unsigned count) {
    unsigned value = 0;
    for (unsigned i = 0; i < count; ++i) value |= bit() << i;
    return value;
  }
  unsigned bit() {
    if (at_ / 8 >= input_.size()) {
      failed_ = true;
      return 0;
    }
    const unsigned value = (std::to_integer<unsigned>(input_[at_ / 8]) >> (at_ % 8)) & 1;
    ++at_;
    return value;
  }
  // One symbol: codewords of each length are consecutive numbers, in the order of the symbols.
  std::optional<unsigned> symbol(const code& from) {
    unsigned word = 0, first = 0;
    for (unsigned length = 1; length <= 15; ++length) {
      word = word << 1 | bit();
      if (failed_) return std::nullopt;
      first <<= 1;
      for (unsigned s = 0; s < from.lengths.size(); ++s)
        if (from.lengths[s] == length && first++ == word) return s;
    }
    return std::nullopt;
  }
  // Whether the lengths make a code that a decoder must take: complete, or one codeword of one bit,
  // or (for distances) none.
  static bool valid(const code& made, unsigned longest, bool precode, bool may_be_empty) {
    std::uint64_t used = 0, codewords = 0, of_one_bit = 0;
    for (const unsigned length : made.lengths) {
      if (length == 0) continue;
      used += std::uint64_t{1} << (longest - length);
      ++codewords;
      of_one_bit += length == 1;
    }
    const std::uint64_t all = std::uint64_t{1} << longest;
    return used == all || (!precode && codewords == 1 && of_one_bit == 1) ||
           (may_be_empty && codewords == 0);
  }

  bool stored() {
    at_ = (at_ + 7) / 8 * 8;
    const unsigned length = bits(16);
    if (failed_ || length != (bits(16) ^ 0xFFFFu)) return false;
    for (unsigned i = 0; i < length && !failed_; ++i) put(static_cast<std::byte>(bits(8)));
    return !failed_;
  }
  bool fixed() {
    code literals, distances;
    for (unsigned i = 0; i < 288; ++i)
      literals.lengths.push_back(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    distances.lengths.assign(32, 5);
    return symbols(literals, distances);
  }
  bool dynamic() {
    constexpr unsigned order[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const unsigned literal_count = bits(5) + 257, distance_count = bits(5) + 1,
                   precode_count = bits(4) + 4;
    code precode;
    precode.lengths.assign(19, 0);
    for (unsigned i = 0; i < precode_count; ++i) precode.lengths[order[i]] = bits(3);
    if (failed_ || !valid(precode, 7, true, false)) return false;
    std::vector<unsigned> lengths;
    while (lengths.size() < literal_count + distance_count) {
      const auto found = symbol(precode);
      if (!found) return false;
      if (*found < 16) {
        lengths.push_back(*found);
        continue;
      }
      if (*found == 16 && lengths.empty()) return false;
      const unsigned repeated = *found == 16 ? lengths.back() : 0;
      const unsigned times = *found == 16 ? 3 + bits(2) : *found == 17 ? 3 + bits(3) : 11 + bits(7);
      lengths.insert(lengths.end(), times, repeated);
    }
    if (failed_ || lengths.size() != literal_count + distance_count || lengths[256] == 0)
      return false;
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(literal_count);
    const code literals{{lengths.begin(), middle}}, distances{{middle, lengths.end()}};
    return valid(literals, 15, false, false) && valid(distances, 15, false, true) &&
           symbols(literals, distances);
  }
  bool symbols(const code& literals, const code& distances) {
    while (true) {
      const auto found = symbol(literals);
      if (!found || *found > 285) return false;
      if (*found == 256) return true;
      if (*found < 256) {
        put(static_cast<std::byte>(*found));
        if (failed_) return false;
        continue;
      }
      // Lengths: four symbols for each count of extra bits, 285 is 258 without extra bits.
      const unsigned row = *found - 257;
      const unsigned length_bits = row < 8 || row == 28 ? 0 : row / 4 - 1;
      const unsigned length = row == 28 ? 258
                              : row < 8 ? 3 + row
                                        : 3 + ((4 + row % 4) << length_bits) + bits(length_bits);
      const auto far = symbol(distances);
      if (!far || *far > 29) return false;
      const unsigned distance_bits = *far < 4 ? 0 : *far / 2 - 1;
      const unsigned distance =
          *far < 4 ? 1 + *far : 1 + ((2 + *far % 2) << distance_bits) + bits(distance_bits);
      if (failed_ || distance > out_.size()) return false;
      for (unsigned i = 0; i < length && !failed_; ++i) put(out_[out_.size() - distance]);
      if (failed_) return false;
    }
  }
  void put(std::byte value) {
    if (out_.size() == most_) failed_ = true;
    if (!failed_) out_.push_back(value);
  }

  std::span<const std::byte> input_;
  std::size_t most_;
  std::size_t at_ = 0;  // in bits
  std::vector<std::byte> out_;
  bool failed_ = false;
};

}  // namespace nopy::reference
