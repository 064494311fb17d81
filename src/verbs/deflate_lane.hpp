// SPDX-License-Identifier: MIT
// Compresses one piece of a member at a time: what a single thread has to itself. Whole-buffer libraries
// end every stream; here a piece that is not the last one is made to go on, at a byte, and none refers to
// the one before. So the pieces of a member, one behind the other, are one ordinary stream.
#pragma once

#include <nopy/error.hpp>

#include "codec/codecs.hpp"

namespace nopy::inline v1::verbs {

class deflate_lane {
 public:
  /// Empty where memory ran out.
  deflate_lane(const codec::deflater& codec, int level) noexcept
      : codec_(&codec), compressor_(codec.open(level)) {}
  deflate_lane(const deflate_lane&) = delete;
  deflate_lane(deflate_lane&& other) noexcept
      : codec_(other.codec_), compressor_(std::exchange(other.compressor_, nullptr)) {}
  deflate_lane& operator=(deflate_lane&& other) noexcept {
    std::swap(codec_, other.codec_);
    std::swap(compressor_, other.compressor_);
    return *this;
  }
  ~deflate_lane() {
    if (compressor_ != nullptr) codec_->close(compressor_);
  }
  explicit operator bool() const noexcept { return compressor_ != nullptr; }

  /// Bytes that suffice for the output of a piece.
  [[nodiscard]] static std::size_t bound(const codec::deflater& codec,
                                         std::size_t piece_bytes) noexcept;
  /// Compresses `piece` to `into`, which has room for it; the bytes written.
  [[nodiscard]] std::size_t compress(std::span<const std::byte> piece, bool last,
                                     std::span<std::byte> into) noexcept;

 private:
  const codec::deflater* codec_;
  void* compressor_;
};

/// Bytes of the stored blocks that hold `count` bytes as they are.
[[nodiscard]] std::uint64_t stored_bytes(std::uint64_t count) noexcept;
/// Writes `piece` as stored blocks to `to`, which has room for them; the bytes written.
std::size_t store_blocks(std::span<const std::byte> piece, bool last, std::byte* to) noexcept;
/// A last block that holds nothing.
inline constexpr std::byte empty_last_block[] = {std::byte{1}, std::byte{0}, std::byte{0},
                                                 std::byte{255}, std::byte{255}};

}  // namespace nopy::inline v1::verbs
