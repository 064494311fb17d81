// SPDX-License-Identifier: MIT
// The own deflate (RFC 1951), for builds without a library that does it: hash chains, lazy
// matching, and for each block the smallest of stored, fixed and dynamic codes. Correct first;
// libdeflate is several times faster and a little smaller.
#pragma once

#include "deflate/bit_writer.hpp"
#include "deflate/inflate.hpp"

#include <array>

namespace nopy::deflate {

inline constexpr int most_level = 12;

/// Compresses whole buffers, one after another; 0.4 MiB, made once. Equal input and level give equal bytes.
class deflater {
 public:
  explicit deflater(int level) noexcept;

  /// Bytes that always suffice for the output of so many bytes.
  [[nodiscard]] static std::size_t bound(std::size_t input_bytes) noexcept;
  /// Compresses `from`: to a stream that ends, or, where it is not the `last`, to blocks up to a
  /// byte, behind which another run's may follow. Nothing refers to an earlier run. The bytes
  /// written, or 0 where `into` is too small.
  [[nodiscard]] std::size_t run(std::span<const std::byte> from, std::span<std::byte> into,
                                bool last) noexcept;

 private:
  struct match {
    std::uint32_t length = 0;
    std::uint32_t distance = 0;
  };
  struct effort {
    std::uint16_t chain;   ///< candidates looked at
    std::uint16_t enough;  ///< a match of so many bytes is taken at once
    bool lazy;             ///< whether the next position is tried before a match is taken
  };

  void run_part(std::span<const std::byte> from, bit_writer& to, bool last) noexcept;
  void insert(std::span<const std::byte> from, std::size_t at) noexcept;
  [[nodiscard]] match find(std::span<const std::byte> from, std::size_t at) const noexcept;
  void add_literal(std::byte value) noexcept;
  void add_match(const match& found) noexcept;
  /// Writes the tokens so far, which stand for `block`, and begins anew.
  void end_block(std::span<const std::byte> block, bit_writer& to, bool last) noexcept;
  void write_tokens(bit_writer& to, std::span<const std::uint8_t> literal_lengths,
                    std::span<const std::uint8_t> distance_lengths) const noexcept;

  static constexpr unsigned hash_bits = 15;
  static constexpr std::size_t most_tokens = 32768;  ///< of one block

  effort effort_;
  std::array<std::uint32_t, std::size_t{1} << hash_bits> first_;  ///< newest position + 1 of a hash
  std::array<std::uint32_t, window_bytes> earlier_;  ///< position + 1 before a position
  std::array<std::uint32_t, most_tokens> tokens_;    ///< length << 16 | distance, or a literal
  std::size_t token_count_ = 0;
  std::array<std::uint32_t, 286> literal_counts_{};
  std::array<std::uint32_t, 30> distance_counts_{};
};

}  // namespace nopy::deflate
