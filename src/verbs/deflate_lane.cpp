// SPDX-License-Identifier: MIT
#include "verbs/deflate_lane.hpp"

#include "bytes/endian.hpp"
#include "deflate/block_walk.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::size_t stored_head_bytes = 5;  // three bits, padding, length and its complement
constexpr std::size_t longest_stored = 65535;

/// Makes the stream in `out` one that goes on, at a byte: its last block is no longer the last, and an
/// empty stored block follows. The bytes it has then.
std::size_t open_end(std::byte* out, std::uint64_t last_block_bit, std::uint64_t end_bit) noexcept {
  out[last_block_bit / 8] &= ~(std::byte{1} << (last_block_bit % 8));
  // The bits behind the end are zero, as those of the block's head; they may reach into one more
  // byte.
  std::size_t count = static_cast<std::size_t>((end_bit + 7) / 8);
  if (end_bit + 3 > 8 * std::uint64_t{count}) out[count++] = std::byte{0};
  bytes::store(out + count, std::uint32_t{0xFFFF0000});
  return count + 4;
}

}  // namespace

std::size_t deflate_lane::bound(const codec::deflater& codec, std::size_t piece_bytes) noexcept {
  return std::max(codec.bound(piece_bytes), static_cast<std::size_t>(stored_bytes(piece_bytes))) +
         stored_head_bytes + 1;
}

std::size_t deflate_lane::compress(std::span<const std::byte> piece, bool last,
                                   std::span<std::byte> into) noexcept {
  const std::size_t count = codec_->run(compressor_, piece, into, last);
  if (codec_->ends_open && count != 0) return count;
  const auto walked = deflate::walk_blocks(into.first(count));
  // An empty distance code is right, but Windows Explorer refuses it (libdeflate before 1.19).
  if (!walked || walked->has_empty_distance_code) return store_blocks(piece, last, into.data());
  if (last) return count;
  return open_end(into.data(), walked->last_block_bit, walked->end_bit);
}

std::uint64_t stored_bytes(std::uint64_t count) noexcept {
  return count + stored_head_bytes * ((count + longest_stored - 1) / longest_stored);
}

std::size_t store_blocks(std::span<const std::byte> piece, bool last, std::byte* to) noexcept {
  const std::byte* const first = to;
  while (!piece.empty()) {
    const auto block = piece.first(std::min(piece.size(), longest_stored));
    piece = piece.subspan(block.size());
    *to = static_cast<std::byte>(last && piece.empty() ? 1 : 0);
    const auto count = static_cast<std::uint16_t>(block.size());
    bytes::store(to + 1, count);
    bytes::store(to + 3, static_cast<std::uint16_t>(~count));
    std::memcpy(to + stored_head_bytes, block.data(), block.size());
    to += stored_head_bytes + block.size();
  }
  return static_cast<std::size_t>(to - first);
}

}  // namespace nopy::inline v1::verbs
