// SPDX-License-Identifier: MIT
// The stream of one array, header and data, wherever it lies: a whole file, a stored member, or a
// deflated one, whose bytes are inflated on the way and leave checkpoints, so that a later window
// does not begin at the start.
#pragma once

#include "deflate/window.hpp"
#include "engine/job.hpp"

#include <memory>

namespace nopy::engine {

/// Bytes of the stream and the memory they go to; what lies behind the stream's end does not come.
struct stream_piece {
  std::uint64_t offset = 0;
  std::span<std::byte> into{};
  std::size_t present = 0;
};

class inflate_walk;

class array_bytes {
 public:
  array_bytes() noexcept;
  /// `stored_offset`: of the first stored byte in the file.
  array_bytes(std::uint32_t file, std::uint64_t stored_offset, std::uint64_t stored_bytes,
              std::uint64_t stream_bytes, bool deflated) noexcept;
  ~array_bytes();
  array_bytes(array_bytes&&) noexcept;
  array_bytes& operator=(array_bytes&&) noexcept;

  [[nodiscard]] std::uint32_t file() const noexcept { return file_; }
  [[nodiscard]] bool is_deflated() const noexcept { return deflated_; }
  [[nodiscard]] std::uint64_t stream_bytes() const noexcept { return stream_bytes_; }
  [[nodiscard]] std::uint64_t stored_offset() const noexcept { return stored_offset_; }
  [[nodiscard]] std::uint64_t stored_bytes() const noexcept { return stored_bytes_; }

  /// Brings pieces, which ascend; the job's `done` grows by what was read or inflated. Errors: zip_inflate,
  /// zip_size, out_of_memory.
  [[nodiscard]] task<void> read(job& of, std::span<stream_piece> pieces) noexcept;
  /// Gives the first stored bytes of a deflated member, which were read along with its records. Errors: out_of_memory.
  [[nodiscard]] result<void> begin_with(std::span<const std::byte> first) noexcept;
  /// How many bytes must be inflated before the one at `offset` comes.
  [[nodiscard]] std::uint64_t inflated_before(std::uint64_t offset) const noexcept;

 private:
  friend class inflate_walk;
  [[nodiscard]] task<void> read_stored(job& of, std::span<stream_piece> pieces) noexcept;
  [[nodiscard]] task<void> read_deflated(job& of, std::span<stream_piece> pieces) noexcept;
  [[nodiscard]] result<std::unique_ptr<inflate_walk>> walk_to(std::uint64_t offset) noexcept;
  void leave_mark(const inflate_walk& walk) noexcept;

  std::uint32_t file_ = 0;
  std::uint64_t stored_offset_ = 0;
  std::uint64_t stored_bytes_ = 0;
  std::uint64_t stream_bytes_ = 0;
  bool deflated_ = false;
  std::unique_ptr<inflate_walk>
      walk_{};  // where the last read stopped; taken while one is under way
  bytes::growing<std::unique_ptr<deflate::checkpoint>> marks_{};  // ascending
};

}  // namespace nopy::engine
