// SPDX-License-Identifier: MIT
// A small DEFLATE compressor for tests: one block of fixed codes, greedy matches found by a hash of
// four bytes. Slow and plain, and independent of what it tests.
#pragma once

#include "support/deflate_stream.hpp"

#include <string>
#include <string_view>

namespace nopy::test {

class small_deflate {
 public:
  /// `text` as one raw stream.
  [[nodiscard]] static std::string of(std::string_view text) {
    deflate_stream to;
    to.block(true, 1);
    std::vector<std::size_t> last(std::size_t{1} << hash_bits, none);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t length = match(text, at, last);
      if (length < 4) {
        to.fixed(static_cast<unsigned char>(text[at++]));
        continue;
      }
      put_length(to, static_cast<unsigned>(length));
      put_distance(to, static_cast<unsigned>(at - from_));
      at += length;
    }
    to.fixed(256);
    std::string made;
    for (const std::byte b : to.bytes()) made += static_cast<char>(b);
    return made;
  }

 private:
  static constexpr unsigned hash_bits = 12;
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  static inline std::size_t from_ = 0;

  static std::size_t match(std::string_view text, std::size_t at, std::vector<std::size_t>& last) {
    if (text.size() - at < 4) return 0;
    unsigned hash = 0;
    for (std::size_t i = 0; i < 4; ++i)
      hash = hash * 0x9E3779B1u + static_cast<unsigned char>(text[at + i]);
    std::size_t& slot = last[(hash * 0x9E3779B1u) >> (32 - hash_bits)];
    from_ = slot;
    slot = at;
    if (from_ == none || at - from_ > 32768) return 0;
    std::size_t length = 0;
    while (length < 258 && at + length < text.size() && text[from_ + length] == text[at + length])
      ++length;
    return length;
  }
  static void put_length(deflate_stream& to, unsigned length) {
    if (length == 258) {
      to.fixed(285);
      return;
    }
    unsigned symbol = 257, base = 3;
    for (;; ++symbol) {
      const unsigned row = symbol - 257, bits = row < 8 ? 0 : row / 4 - 1;
      if (length < base + (1u << bits)) {
        to.fixed(symbol).bits(length - base, bits);
        return;
      }
      base += 1u << bits;
    }
  }
  static void put_distance(deflate_stream& to, unsigned distance) {
    unsigned symbol = 0, base = 1;
    for (;; ++symbol) {
      const unsigned bits = symbol < 4 ? 0 : symbol / 2 - 1;
      if (distance < base + (1u << bits)) {
        to.fixed_distance(symbol).bits(distance - base, bits);
        return;
      }
      base += 1u << bits;
    }
  }
};

}  // namespace nopy::test
