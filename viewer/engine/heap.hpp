// SPDX-License-Identifier: MIT
// The engine's heap where no C library has one: blocks of one growing piece of memory, free ones in
// lists by size. Owns the invariant that two free blocks never stand side by side, so what was
// given back is whole again. A block is found in constant time.
#pragma once

#include <cstddef>

namespace nopy::engine {

class heap {
 public:
  /// Brings `bytes` more right behind what it brought before, or null; the first piece starts at a multiple of 64.
  using source = std::byte* (*)(std::size_t bytes) noexcept;
  explicit constexpr heap(source more) noexcept : more_(more) {}

  /// At least `bytes` bytes at a multiple of `alignment` (16 or 64), or null.
  [[nodiscard]] void* take(std::size_t bytes, std::size_t alignment = 16) noexcept;
  /// Gives back what `take` gave; null is fine.
  void give(void* place) noexcept;

  /// Bytes that are taken, with the heads of their blocks.
  [[nodiscard]] std::size_t taken() const noexcept { return taken_; }

 private:
  static constexpr std::size_t bin_count = 8 * sizeof(std::size_t);
  struct block;

  [[nodiscard]] block* find(std::size_t bytes) noexcept;
  [[nodiscard]] block* grow(std::size_t bytes) noexcept;
  block* split(block* of, std::size_t bytes) noexcept;
  void file(block* free) noexcept;
  void unfile(block* free) noexcept;
  block* merged(block* free) noexcept;

  source more_;
  block* end_ = nullptr;         // the head behind the last block, of no bytes and never free
  block* bins_[bin_count] = {};  // free blocks of [2^i, 2^(i+1)) bytes
  std::size_t taken_ = 0;
};

}  // namespace nopy::engine
