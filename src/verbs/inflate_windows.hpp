// SPDX-License-Identifier: MIT
// A deflated member as bytes that can be read anywhere. Who reads windows leaves checkpoints, so
// that only the first way to a place is as long as the member. Safe for many threads.
#pragma once

#include "bytes/growing.hpp"
#include "verbs/inflate_run.hpp"
#include "verbs/run_pool.hpp"

#include <mutex>

namespace nopy::inline v1::verbs {

enum class checkpoints : std::uint8_t { none, left };

class inflate_windows {
 public:
  /// `first`: the member's first compressed bytes, which outlive this.
  void begin(std::uint64_t output_bytes, std::span<const std::byte> first) noexcept;

  /// Fills `into` with the bytes at `offset`. Errors: zip_inflate, zip_size, io, out_of_memory.
  [[nodiscard]] result<void> read(const compressed_input& input, std::uint64_t offset,
                                  std::span<std::byte> into, checkpoints marks) noexcept;
  /// After the last byte: stream and input end there. Errors: zip_inflate, zip_size, io.
  [[nodiscard]] result<void> check_end(const compressed_input& input) noexcept;

 private:
  [[nodiscard]] result<std::unique_ptr<inflate_run>> take_run(std::uint64_t offset) noexcept;
  [[nodiscard]] result<void> leave_mark(const inflate_run& run) noexcept;

  std::uint64_t output_bytes_ = 0;
  std::span<const std::byte> first_{};
  std::mutex lock_;  // of what follows
  run_pool<inflate_run, 4> runs_;
  bytes::growing<std::unique_ptr<deflate::checkpoint>> marks_;  // ascending
};

}  // namespace nopy::inline v1::verbs
