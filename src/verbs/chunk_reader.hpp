// SPDX-License-Identifier: MIT
// Reads a deflated member by its chunks: from any place, from any thread. Owns the rule that a
// table is never believed: a chunk is handed out only if it is whole blocks from its first bit to
// its last byte, refers to nothing before it, comes to exactly its bytes, and has its CRC. So when
// all chunks up to a place were met, the bytes before it are those that reading from the start
// gives: each chunk begins where the one before was seen to end.
#pragma once

#include <nopy/memory.hpp>
#include <nopy/options.hpp>

#include "verbs/compressed_input.hpp"
#include "zip/chunk_table.hpp"

#include <atomic>
#include <memory>
#include <mutex>

namespace nopy::inline v1::verbs {

class chunk_reader {
 public:
  /// Borrows the table's bytes. Errors: out_of_memory.
  [[nodiscard]] static result<std::unique_ptr<chunk_reader>> make(
      const zip::chunk_table& table, std::uint64_t member_bytes) noexcept;

  /// Fills `into` with the bytes at `offset`; false where a chunk is not what the table says. Errors:
  /// io, out_of_memory.
  [[nodiscard]] result<bool> read(const compressed_input& input, std::uint64_t offset,
                                  std::span<std::byte> into) noexcept;
  /// Meets the chunks that were not met yet; false where one is not what the table says, so that all
  /// of the member is what it is only if this is true. `parallel` may be empty. Errors: like `read`, usage.
  [[nodiscard]] result<bool> meet_all(const compressed_input& input,
                                      const parallel_callback& parallel) noexcept;

 private:
  chunk_reader(const zip::chunk_table& table, std::uint64_t member_bytes) noexcept
      : table_(table), member_bytes_(member_bytes) {}

  /// A chunk that was read lately, for small windows in one row.
  struct kept_chunk {
    std::size_t index = SIZE_MAX;
    memory block{};
  };
  static constexpr std::size_t most_kept = 4;

  [[nodiscard]] std::uint64_t first_byte(std::size_t index) const noexcept {
    return index * std::uint64_t{table_.chunk_bytes()};
  }
  [[nodiscard]] std::size_t bytes_of(std::size_t index) const noexcept;
  [[nodiscard]] result<bool> inflate(const compressed_input& input, std::size_t index,
                                     std::span<std::byte> into) noexcept;
  [[nodiscard]] bool is_kept(std::size_t index) noexcept;
  [[nodiscard]] result<memory> keep(const compressed_input& input, std::size_t index) noexcept;

  zip::chunk_table table_;
  std::uint64_t member_bytes_;
  bytes::growing<std::uint64_t> starts_{};  // of the chunks, and the end of the last one
  std::unique_ptr<std::atomic<bool>[]> met_ {};
  std::mutex lock_{};  // of what follows
  kept_chunk kept_[most_kept]{};
  std::size_t next_kept_ = 0;
};

}  // namespace nopy::inline v1::verbs
