// SPDX-License-Identifier: MIT
// Bytes that were brought before they were read: the end of the file, expected ranges, and what was
// read ahead. Bounded; the oldest go first.
#pragma once

#include <nopy/bytes.hpp>

#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace nopy::inline v1::http {

struct block {
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes{};
  [[nodiscard]] std::uint64_t end() const noexcept { return offset + bytes.size(); }
};

/// How long a block is kept.
enum class keeping : std::uint8_t {
  while_room,  ///< until newer ones need its room
  for_ever,
};

/// Not safe for several threads: the owner locks.
class block_cache {
 public:
  void keep(block made, keeping how = keeping::while_room);
  /// Copies what is there of the beginning and of the end of a read; what is left to bring.
  [[nodiscard]] byte_range take(std::uint64_t offset, std::span<std::byte> into) const;
  /// Whether all of it is there in one block.
  [[nodiscard]] bool holds(byte_range range) const;

 private:
  static constexpr std::uint64_t most_bytes = 32 << 20;
  [[nodiscard]] const block* find(std::uint64_t offset) const;

  std::deque<block> pinned_{};
  std::deque<block> blocks_{};  // the oldest first
  std::uint64_t bytes_ = 0;
};

/// Readers that go forward: who reads on where he stopped is brought up to as much again, so that
/// what was not needed is never more than what was.
class read_ahead {
 public:
  /// How many bytes to bring for a read of `missing`, at least its own count.
  [[nodiscard]] std::uint64_t count_for(byte_range missing, std::uint64_t total);

 private:
  static constexpr std::uint64_t most_ahead = 8 << 20;
  struct stream {
    std::uint64_t next = UINT64_MAX;
    std::uint64_t brought = 0;
  };
  stream streams_[16]{};
  std::size_t oldest_ = 0;
};

}  // namespace nopy::inline v1::http
