// SPDX-License-Identifier: MIT
// Compression that other libraries do, behind tables of functions: what was not found when nopy was
// built is not there, and nothing else of nopy knows a library's name or headers.
#pragma once

#include <cstddef>
#include <span>

namespace nopy::codec {

/// Compresses whole buffers to DEFLATE streams.
struct deflater {
  int least_level;
  int most_level;
  /// A compressor, or null where memory ran out.
  void* (*open)(int level) noexcept;
  void (*close)(void* compressor) noexcept;
  /// Bytes of output that always suffice.
  std::size_t (*bound)(std::size_t input_bytes) noexcept;
  /// Bytes written, or 0 where `into` is too small.
  std::size_t (*run)(void* compressor, std::span<const std::byte> from,
                     std::span<std::byte> into) noexcept;
};

/// libdeflate, or null.
[[nodiscard]] const deflater* find_deflater() noexcept;

}  // namespace nopy::codec
