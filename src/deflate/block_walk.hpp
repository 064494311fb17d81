// SPDX-License-Identifier: MIT
// Walks over the blocks of a whole DEFLATE stream without inflating it. What a compressor of whole
// buffers wrote can then be joined to a longer stream: its last block must stop saying that it is
// the last one. Source: RFC 1951, section 3.2.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace nopy::deflate {

struct walked_stream {
  std::uint64_t last_block_bit = 0;  ///< of the bit that says "the last block"
  std::uint64_t end_bit = 0;         ///< behind the stream
  /// A block has a distance code without a codeword: allowed (3.2.7), but Windows Explorer refuses
  /// the stream.
  bool has_empty_distance_code = false;
};

/// Nothing where `stream` is no whole DEFLATE stream. Cost: one look-up a symbol, no allocation.
[[nodiscard]] std::optional<walked_stream> walk_blocks(std::span<const std::byte> stream) noexcept;

}  // namespace nopy::deflate
