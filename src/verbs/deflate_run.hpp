// SPDX-License-Identifier: MIT
// A member on its way to a DEFLATE stream, in independent pieces that one thread or several compress.
// How the bytes come in, and how many threads there are, changes no byte of what comes out.
#pragma once

#include "verbs/deflate_lanes.hpp"

namespace nopy::inline v1::verbs {

/// Whether a run remembers what each piece became, for a table of them.
enum class piece_notes : std::uint8_t { none, kept };

class deflate_run {
 public:
  /// Of a member of up to so many bytes there is one piece, which is gathered whole.
  static constexpr std::size_t piece_bytes = deflate_lanes::piece_bytes;

  /// `with` outlives it.
  explicit deflate_run(deflate_lanes& with) noexcept : lanes_(&with) {}

  /// Takes compressed bytes, and how many of the member's they stand for.
  using sink =
      function_ref<result<void>(std::span<const std::byte> compressed, std::uint64_t member_bytes)>;
  /// Begins a member of `total_bytes`, which are more than 0, in pieces of `chunk_bytes`; `notes()` tells
  /// of them where they are wanted. Errors: out_of_memory.
  [[nodiscard]] result<void> begin(std::uint64_t total_bytes, std::size_t chunk_bytes = piece_bytes,
                                   piece_notes notes = piece_notes::none) noexcept;
  /// Begins a member whose bytes are not counted yet; `finish` ends it. Errors: out_of_memory.
  [[nodiscard]] result<void> begin_open() noexcept;
  /// Takes all of `bytes`; what is compressed goes to `to`, in order, from the calling thread. Errors:
  /// those of `to`, out_of_memory, usage (the parallel callback).
  [[nodiscard]] result<void> add(std::span<const std::byte> bytes, sink to) noexcept;
  /// The end of a member of `begin_open`. Errors: like `add`.
  [[nodiscard]] result<void> finish(sink to) noexcept;

  /// Of what went to a sink.
  [[nodiscard]] std::uint32_t crc32() const noexcept { return crc_; }
  [[nodiscard]] std::span<const zip::chunk_note> notes() const noexcept { return notes_.span(); }
  /// The most bytes that a member of `total_bytes` can come to.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t total_bytes) noexcept;

 private:
  [[nodiscard]] std::span<const std::byte> gathered() const noexcept {
    return lanes_->gather.bytes().first(gathered_bytes_);
  }
  [[nodiscard]] result<void> compress(std::span<const std::byte> batch, sink to) noexcept;
  [[nodiscard]] result<void> compress_gathered(sink to) noexcept;

  deflate_lanes* lanes_;
  std::size_t chunk_bytes_ = piece_bytes;
  std::size_t batch_chunks_ = 1;
  std::size_t gathered_bytes_ = 0;
  std::uint64_t left_bytes_ = 0;  // of the member
  bool one_piece_ = false;
  piece_notes noted_ = piece_notes::none;
  std::uint32_t crc_ = 0;
  bytes::growing<zip::chunk_note> notes_{};
};

}  // namespace nopy::inline v1::verbs
