// SPDX-License-Identifier: MIT
// A member on its way to a DEFLATE stream, in independent pieces of 1 MiB: libdeflate compresses
// whole buffers only, so the streams of the pieces are joined. Each piece but the last ends at a
// byte (an empty stored block, as zlib's full flush leaves), and none refers to the one before.
#pragma once

#include <nopy/memory.hpp>

#include "codec/codecs.hpp"

namespace nopy::inline v1::verbs {

class deflate_run {
 public:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 20;

  /// Errors: usage (the level), zip_method (no library), out_of_memory.
  [[nodiscard]] static result<deflate_run> open(int level) noexcept;
  deflate_run(const deflate_run&) = delete;
  deflate_run(deflate_run&& other) noexcept;
  deflate_run& operator=(deflate_run&&) = delete;
  ~deflate_run();

  [[nodiscard]] int level() const noexcept { return level_; }
  /// Begins a member of `total_bytes`, which are more than 0.
  void begin(std::uint64_t total_bytes) noexcept;
  /// Begins a member whose bytes are not counted yet; `finish` ends it.
  void begin_open() noexcept;
  /// Takes bytes from the front of `bytes`; all, or those up to the end of a piece. Returns compressed
  /// bytes, valid until the next call: those of a piece that is full, or is the last one.
  [[nodiscard]] std::span<const std::byte> take(std::span<const std::byte>& bytes) noexcept;
  /// The end of a member of `begin_open`: compressed bytes, valid until the next call.
  [[nodiscard]] std::span<const std::byte> finish() noexcept;
  /// The bytes of the last piece, as long as it was gathered: of every member of up to one piece.
  [[nodiscard]] std::span<const std::byte> gathered() const noexcept;
  /// The most bytes that a member of `total_bytes` can come to.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t total_bytes) noexcept;
  /// Bytes of the blocks that hold `count` bytes as they are.
  [[nodiscard]] static std::uint64_t stored_bytes(std::uint64_t count) noexcept;
  /// Writes `piece` as stored blocks to `to`, which has room for them; the bytes written.
  static std::size_t store(std::span<const std::byte> piece, bool last, std::byte* to) noexcept;

 private:
  deflate_run() noexcept = default;
  [[nodiscard]] std::span<const std::byte> compress(std::span<const std::byte> piece) noexcept;
  [[nodiscard]] std::size_t open_end(std::uint64_t last_block_bit, std::uint64_t end_bit) noexcept;

  const codec::deflater* codec_ = nullptr;
  void* compressor_ = nullptr;
  int level_ = 0;
  memory piece_{};
  memory output_{};
  std::size_t gathered_bytes_ = 0;
  std::uint64_t left_bytes_ = 0;  // of the member
};

}  // namespace nopy::inline v1::verbs
