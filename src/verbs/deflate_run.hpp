// SPDX-License-Identifier: MIT
// A member on its way to a DEFLATE stream, in independent pieces that one thread or several compress.
// How the bytes come in, and how many threads there are, changes no byte of what comes out.
#pragma once

#include <nopy/memory.hpp>

#include "verbs/deflate_lane.hpp"
#include "verbs/side_by_side.hpp"
#include "zip/chunk_table.hpp"

#include <memory>

namespace nopy::inline v1::verbs {

class deflate_run {
 public:
  /// Of a member of up to so many bytes there is one piece, which is gathered whole.
  static constexpr std::size_t piece_bytes = std::size_t{1} << 20;

  /// `parallel` may be empty. Errors: usage (the level), out_of_memory.
  [[nodiscard]] static result<deflate_run> open(int level,
                                                const parallel_callback& parallel) noexcept;
  deflate_run(deflate_run&& other) noexcept;
  ~deflate_run();

  /// Takes compressed bytes, and how many of the member's they stand for.
  using sink =
      function_ref<result<void>(std::span<const std::byte> compressed, std::uint64_t member_bytes)>;
  /// Begins a member of `total_bytes`, which are more than 0, in pieces of `chunk_bytes`; `notes()` tells
  /// of them where they are wanted. Errors: out_of_memory.
  [[nodiscard]] result<void> begin(std::uint64_t total_bytes, std::size_t chunk_bytes = piece_bytes,
                                   bool noted = false) noexcept;
  /// Begins a member whose bytes are not counted yet; `finish` ends it. Errors: out_of_memory.
  [[nodiscard]] result<void> begin_open() noexcept;
  /// Takes all of `bytes`; what is compressed goes to `to`, in order, from the calling thread. Errors:
  /// those of `to`, out_of_memory, usage (the parallel callback).
  [[nodiscard]] result<void> add(std::span<const std::byte> bytes, sink to) noexcept;
  /// The end of a member of `begin_open`. Errors: like `add`.
  [[nodiscard]] result<void> finish(sink to) noexcept;

  // Small members, which wait here for one another so that several threads have something to do. Between
  // the first and `compress_waiting` no other member may begin.
  /// Whether a member of up to `piece_bytes` still finds room beside those that wait.
  [[nodiscard]] bool has_room(std::size_t member_bytes) const noexcept {
    return waiting_.empty() || (waiting_.size() < most_waiting &&
                                waiting_bytes() + member_bytes <= gather_.size_bytes());
  }
  /// Where the caller puts all bytes of one more, for which there is room. Errors: out_of_memory.
  [[nodiscard]] result<std::span<std::byte>> wait(std::size_t member_bytes) noexcept;
  struct small_member {
    std::span<const std::byte> whole{}, compressed{};
    std::uint32_t crc32 = 0;
  };
  /// Compresses those that wait, and hands them out in order, from the calling thread. Errors: like `add`.
  [[nodiscard]] result<void> compress_waiting(
      function_ref<result<void>(const small_member&)> to) noexcept;

  /// Of what went to a sink.
  [[nodiscard]] std::uint32_t crc32() const noexcept { return crc_; }
  [[nodiscard]] std::span<const zip::chunk_note> notes() const noexcept { return notes_.span(); }
  /// The most bytes that a member of `total_bytes` can come to.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t total_bytes) noexcept;

 private:
  struct free_lanes;
  /// Where its bytes end in `gather_`, and the room for its compressed ones in `output_`.
  struct waiting {
    std::size_t end, output_end;
  };
  static constexpr std::size_t most_waiting = 256;
  deflate_run(const codec::deflater& codec, int level, const parallel_callback& parallel,
              std::unique_ptr<free_lanes> lanes) noexcept;
  [[nodiscard]] std::span<const std::byte> gathered() const noexcept {
    return gather_.bytes().first(gathered_bytes_);
  }
  [[nodiscard]] std::size_t waiting_bytes() const noexcept {
    return waiting_.empty() ? 0 : waiting_[waiting_.size() - 1].end;
  }
  [[nodiscard]] result<void> compress(std::span<const std::byte> batch, sink to) noexcept;
  [[nodiscard]] result<void> compress_gathered(sink to) noexcept;
  [[nodiscard]] result<zip::chunk_note> compress_one(std::span<const std::byte> piece, bool last,
                                                     std::span<std::byte> into) noexcept;

  const codec::deflater* codec_;
  int level_;
  parallel_callback parallel_;
  std::unique_ptr<free_lanes> lanes_;
  memory gather_{};  // bytes of a batch that do not lie together elsewhere
  memory output_{};  // of a batch: room for each of its pieces
  std::size_t chunk_bytes_ = piece_bytes;
  std::size_t batch_chunks_ = 1;
  std::size_t gathered_bytes_ = 0;
  std::uint64_t left_bytes_ = 0;  // of the member
  bool one_piece_ = false;
  bool noted_ = false;
  std::uint32_t crc_ = 0;
  bytes::growing<zip::chunk_note> notes_{};
  bytes::growing<waiting> waiting_{};
  std::size_t waiting_room_bytes_;  // doubled by each batch that filled it
};

}  // namespace nopy::inline v1::verbs
