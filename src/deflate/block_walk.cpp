// SPDX-License-Identifier: MIT
#include "deflate/block_walk.hpp"

#include "bytes/endian.hpp"
#include "deflate/huffman_table.hpp"

#include <algorithm>

namespace nopy::deflate {
namespace {

constexpr std::uint8_t precode_order[precode_symbols] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                         11, 4,  12, 3, 13, 2, 14, 1, 15};

/// The bits of a stream by position. Behind its end stand zeros; `fits` tells.
class bit_source {
 public:
  explicit bit_source(std::span<const std::byte> stream) noexcept : stream_(stream) {}

  /// The next 56 bits and more.
  [[nodiscard]] std::uint64_t peek() const noexcept {
    const std::size_t byte = static_cast<std::size_t>(at_ / 8);
    if (byte + 8 <= stream_.size())
      return bytes::load<std::uint64_t>(stream_.data() + byte) >> (at_ % 8);
    std::uint64_t bits = 0;
    for (std::size_t i = byte; i < stream_.size(); ++i)
      bits |= std::to_integer<std::uint64_t>(stream_[i]) << (8 * (i - byte));
    return bits >> (at_ % 8);
  }
  void skip(std::uint64_t count) noexcept { at_ += count; }
  unsigned take(unsigned count) noexcept {
    const auto bits = static_cast<unsigned>(peek() & ((std::uint64_t{1} << count) - 1));
    at_ += count;
    return bits;
  }
  void skip_to_byte() noexcept { at_ = (at_ + 7) / 8 * 8; }
  [[nodiscard]] std::uint64_t at() const noexcept { return at_; }
  [[nodiscard]] bool fits() const noexcept { return at_ <= 8 * std::uint64_t{stream_.size()}; }

 private:
  std::span<const std::byte> stream_;
  std::uint64_t at_ = 0;
};

class walker {
 public:
  explicit walker(std::span<const std::byte> stream) noexcept : bits_(stream) {}

  [[nodiscard]] std::optional<walked_stream> run() noexcept {
    for (bool last = false; !last;) {
      seen_.last_block_bit = bits_.at();
      last = bits_.take(1) != 0;
      if (!walk_block(bits_.take(2)) || !bits_.fits()) return std::nullopt;
    }
    seen_.end_bit = bits_.at();
    return seen_;
  }

 private:
  [[nodiscard]] bool walk_block(unsigned type) noexcept {
    if (type == 0) {
      bits_.skip_to_byte();
      const unsigned count = bits_.take(16);
      if ((bits_.take(16) ^ count) != 0xFFFF) return false;
      bits_.skip(8 * std::uint64_t{count});
      return true;
    }
    if (type == 1) return use_fixed_codes() && walk_symbols();
    return type == 2 && take_codes() && walk_symbols();
  }

  [[nodiscard]] bool use_fixed_codes() noexcept {
    for (unsigned i = 0; i < literal_symbols; ++i)
      lengths_[i] = static_cast<std::uint8_t>(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    for (unsigned i = 0; i < distance_symbols; ++i) lengths_[literal_symbols + i] = 5;
    return build(literal_symbols, distance_symbols);
  }

  [[nodiscard]] bool build(unsigned literals, unsigned distances) noexcept {
    return build_table(alphabet::literals, {lengths_, literals}, literals_) &&
           build_table(alphabet::distances, {lengths_ + literals, distances}, distances_);
  }

  [[nodiscard]] bool take_codes() noexcept {
    static_assert(257 + 31 == literal_symbols);
    const unsigned literals = 257 + bits_.take(5);
    const unsigned distances = 1 + bits_.take(5);
    const unsigned precodes = 4 + bits_.take(4);
    std::uint8_t precode[precode_symbols] = {};
    for (unsigned i = 0; i < precodes; ++i)
      precode[precode_order[i]] = static_cast<std::uint8_t>(bits_.take(3));
    // The precode's table lies where the distances' will: it is used up before they are known.
    if (!build_table(alphabet::precode, precode, distances_)) return false;
    for (unsigned known = 0; known < literals + distances;) {
      const std::uint32_t entry = distances_[bits_.peek() & (precode_entries - 1)];
      bits_.skip(entry & 0xFF);
      const unsigned symbol = entry >> 16;
      std::uint8_t length = static_cast<std::uint8_t>(symbol);
      unsigned repeat = 1;
      if (symbol == 16) {
        if (known == 0) return false;
        length = lengths_[known - 1];
        repeat = 3 + bits_.take(2);
      } else if (symbol > 16) {
        length = 0;
        repeat = symbol == 17 ? 3 + bits_.take(3) : 11 + bits_.take(7);
      }
      if (repeat > literals + distances - known) return false;
      while (repeat-- != 0) lengths_[known++] = length;
    }
    const std::uint8_t* const first = lengths_ + literals;
    if (std::all_of(first, first + distances, [](std::uint8_t bits) { return bits == 0; }))
      seen_.has_empty_distance_code = true;
    return lengths_[256] != 0 && build(literals, distances);
  }

  /// The entry of the next codeword of a code; `entry & 0xFF` are its bits behind the root, if any.
  [[nodiscard]] std::uint32_t next_entry(const std::uint32_t* table, unsigned root) noexcept {
    const std::uint64_t bits = bits_.peek();
    std::uint32_t entry = table[bits & ((1u << root) - 1)];
    if ((entry & entry_special) != 0 && (entry & entry_subtable) != 0) {
      const unsigned width = (entry >> 8) & 31;
      bits_.skip(root);
      entry = table[(entry >> 16) + ((bits >> root) & ((1u << width) - 1))];
    }
    bits_.skip(entry & 0xFF);
    return entry;
  }

  [[nodiscard]] bool walk_symbols() noexcept {
    while (bits_.fits()) {
      const std::uint32_t literal = next_entry(literals_, literal_root_bits);
      if ((literal & entry_literal) != 0) continue;
      if ((literal & entry_special) != 0) return (literal & entry_end_of_block) != 0;
      if ((next_entry(distances_, distance_root_bits) & entry_special) != 0) return false;
    }
    return false;
  }

  bit_source bits_;
  walked_stream seen_{};
  std::uint8_t lengths_[literal_symbols + distance_symbols]{};
  std::uint32_t literals_[literal_entries];
  std::uint32_t distances_[distance_entries];
};

}  // namespace

std::optional<walked_stream> walk_blocks(std::span<const std::byte> stream) noexcept {
  return walker(stream).run();
}

}  // namespace nopy::deflate
