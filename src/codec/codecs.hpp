// SPDX-License-Identifier: MIT
// Compression behind tables of functions, most of it other libraries': what was not found when nopy was
// built is not there, and nothing else of nopy knows a library's name or headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace nopy::codec {

/// Compresses whole buffers to DEFLATE streams.
struct deflater {
  /// What a run gives that is not the last: blocks up to a byte, so that another stream may follow; else a stream
  /// that ends. Then it has no block without a distance code either.
  bool ends_open;
  /// A compressor, or null where memory ran out.
  void* (*open)(int level) noexcept;
  void (*close)(void* compressor) noexcept;
  /// Bytes of output that always suffice.
  std::size_t (*bound)(std::size_t input_bytes) noexcept;
  /// Bytes written, or 0 where `into` is too small.
  std::size_t (*run)(void* compressor, std::span<const std::byte> from, std::span<std::byte> into,
                     bool last) noexcept;
};

inline constexpr int least_deflate_level = 1;
inline constexpr int most_deflate_level = 12;
/// For a level: libdeflate, or the own one; for the fastest ISA-L, where it was found.
[[nodiscard]] const deflater& find_deflater(int level) noexcept;
[[nodiscard]] const deflater& own_deflater() noexcept;
// Each is null where the library was not found.
[[nodiscard]] const deflater* find_libdeflate() noexcept;
[[nodiscard]] const deflater* find_isal() noexcept;

enum class outcome : std::uint8_t {
  goes_on,        ///< all input is taken, or the output is full
  ended,          ///< a stream ended; what follows would be another one
  invalid,        ///< no such stream
  too_large,      ///< it wants a window beyond `most_window_bytes`
  out_of_memory,  ///< also where the library says no more than that it failed so
};
/// How far one call came.
struct progress {
  std::size_t consumed;
  std::size_t produced;
  codec::outcome outcome;
};

/// The largest window that is allocated for a stream: what zstd's own tool gives. That of LZMA never
/// exceeds the member it belongs to, so 7z's largest ones fit here.
inline constexpr std::uint64_t most_zstd_window_bytes = std::uint64_t{1} << 27;
inline constexpr std::uint64_t most_lzma_window_bytes = std::uint64_t{1} << 30;

/// Expands the streams of one compression method, as they lie in a member.
struct expander {
  std::string_view name;
  /// A decoder of a member of `output_bytes`, or null where memory ran out.
  void* (*open)(std::uint64_t output_bytes) noexcept;
  void (*close)(void* decoder) noexcept;
  /// Resumable at any byte of both. After `ended`, the next call begins another stream. After
  /// `invalid`, the decoder can only be closed.
  progress (*run)(void* decoder, std::span<const std::byte> from,
                  std::span<std::byte> into) noexcept;
};

/// Compresses one stream after another, piece by piece.
struct packer {
  int least_level;
  int most_level;
  /// A compressor, or null where memory ran out.
  void* (*open)(int level) noexcept;
  void (*close)(void* compressor) noexcept;
  /// Begins a stream of exactly so many bytes; false where memory ran out.
  bool (*begin)(void* compressor, std::uint64_t input_bytes) noexcept;
  /// Bytes of output that suffice for a `run` of so many bytes.
  std::size_t (*bound)(std::size_t input_bytes) noexcept;
  /// Takes all of `from`, and with the last bytes ends the stream. Bytes may stay behind until then.
  progress (*run)(void* compressor, std::span<const std::byte> from, std::span<std::byte> into,
                  bool last) noexcept;
};

/// libzstd, or null.
[[nodiscard]] const packer* find_zstd_packer() noexcept;

// Each is null where the library was not found.
[[nodiscard]] const expander* find_bzip2() noexcept;
[[nodiscard]] const expander* find_lzma() noexcept;
[[nodiscard]] const expander* find_zstd() noexcept;

/// By the number of APPNOTE 4.4.5, or null.
[[nodiscard]] const expander* find_expander(std::uint16_t method) noexcept;

}  // namespace nopy::codec
