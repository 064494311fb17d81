// SPDX-License-Identifier: MIT
// What members share on their way to DEFLATE streams: compressors, as many as threads use at once, and the two
// blocks of memory that bytes pass through. The members of one archive pass one after another, or as one batch.
#pragma once

#include <nopy/memory.hpp>
#include <nopy/options.hpp>

#include "bytes/growing.hpp"
#include "verbs/deflate_lane.hpp"
#include "zip/chunk_table.hpp"

#include <memory>
#include <mutex>

namespace nopy::inline v1::verbs {

class deflate_lanes {
 public:
  /// What one thread compresses at a time, where nothing else is asked for.
  static constexpr std::size_t piece_bytes = std::size_t{1} << 20;
  /// What is handed to the threads at once: enough for many, and their output is as much again.
  static constexpr std::size_t batch_bytes = std::size_t{16} << 20;

  /// `parallel` may be empty. Errors: usage (the level), out_of_memory.
  [[nodiscard]] static result<std::unique_ptr<deflate_lanes>> open(
      int level, const parallel_callback& parallel) noexcept;
  deflate_lanes(const deflate_lanes&) = delete;
  deflate_lanes& operator=(const deflate_lanes&) = delete;

  [[nodiscard]] const parallel_callback& parallel() const noexcept { return parallel_; }
  /// Bytes that suffice for the output of a piece.
  [[nodiscard]] std::size_t bound(std::size_t bytes) const noexcept {
    return deflate_lane::bound(*codec_, bytes);
  }
  /// Compresses one piece, for several threads; `last` of its member. Errors: out_of_memory.
  [[nodiscard]] result<zip::chunk_note> compress(std::span<const std::byte> piece, bool last,
                                                 std::span<std::byte> into) noexcept;

  memory gather{};  ///< bytes of a batch that do not lie together elsewhere
  memory output{};  ///< of a batch: room for each of its pieces
  /// Makes a block have at least so many bytes; what it held is gone then. Errors: out_of_memory.
  [[nodiscard]] static result<void> make_room(memory& block, std::size_t bytes) noexcept;

 private:
  deflate_lanes(const codec::deflater& codec, int level, const parallel_callback& parallel) noexcept
      : codec_(&codec), level_(level), parallel_(parallel) {}
  [[nodiscard]] deflate_lane take() noexcept;
  void give_back(deflate_lane lane) noexcept;

  const codec::deflater* codec_;
  int level_;
  parallel_callback parallel_;
  std::mutex lock_{};
  bytes::growing<deflate_lane> idle_{};  // behind `lock_`, reserved once
};

}  // namespace nopy::inline v1::verbs
