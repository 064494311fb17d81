// SPDX-License-Identifier: MIT
#include "engine/heap.hpp"

#include <bit>
#include <cstdint>

namespace nopy::engine {

/// The head of a block; a free one holds its neighbours in the list where the bytes of a taken one begin.
struct heap::block {
  std::size_t before;  // bytes of the block before it; 0: it is the first
  std::size_t bytes;   // with this head; a multiple of 16, plus 1 where it is taken
  block* next;
  block* previous;

  static constexpr std::size_t head = 2 * sizeof(std::size_t);
  static constexpr std::size_t least = 32;

  [[nodiscard]] bool is_taken() const noexcept { return (bytes & 1) != 0; }
  [[nodiscard]] block* at(std::size_t offset) noexcept {
    return reinterpret_cast<block*>(reinterpret_cast<std::byte*>(this) + offset);
  }
  [[nodiscard]] block* behind() noexcept { return at(bytes & ~std::size_t{1}); }
  [[nodiscard]] block* ahead() noexcept {
    return reinterpret_cast<block*>(reinterpret_cast<std::byte*>(this) - before);
  }
  [[nodiscard]] std::uintptr_t place() const noexcept {
    return reinterpret_cast<std::uintptr_t>(this) + head;
  }
};

namespace {

std::size_t bin_of(std::size_t bytes) noexcept {
  return static_cast<std::size_t>(std::bit_width(bytes)) - 1;
}

}  // namespace

void heap::file(block* free) noexcept {
  block*& first = bins_[bin_of(free->bytes)];
  free->next = first;
  free->previous = nullptr;
  if (first != nullptr) first->previous = free;
  first = free;
}

void heap::unfile(block* free) noexcept {
  if (free->next != nullptr) free->next->previous = free->previous;
  (free->previous != nullptr ? free->previous->next : bins_[bin_of(free->bytes)]) = free->next;
}

/// A block that is in no list, joined with free neighbours.
heap::block* heap::merged(block* free) noexcept {
  if (block* behind = free->behind(); !behind->is_taken()) {
    unfile(behind);
    free->bytes += behind->bytes;
  }
  if (free->before != 0 && !free->ahead()->is_taken()) {
    block* ahead = free->ahead();
    unfile(ahead);
    ahead->bytes += free->bytes;
    free = ahead;
  }
  free->behind()->before = free->bytes;
  return free;
}

/// Cuts the first `bytes` off a free block that is in no list; returns the rest, which is in none either.
heap::block* heap::split(block* of, std::size_t bytes) noexcept {
  block* rest = of->at(bytes);
  rest->before = bytes;
  rest->bytes = of->bytes - bytes;
  of->bytes = bytes;
  rest->behind()->before = rest->bytes;
  return rest;
}

/// A free block of `bytes` at least, taken out of its list; null where there is none.
heap::block* heap::find(std::size_t bytes) noexcept {
  constexpr int tries = 8;
  std::size_t bin = bin_of(bytes);
  block* found = bins_[bin];
  for (int i = 0; found != nullptr && found->bytes < bytes; ++i)
    found = i < tries ? found->next : nullptr;
  while (found == nullptr && ++bin < bin_count) found = bins_[bin];
  if (found != nullptr) unfile(found);
  return found;
}

heap::block* heap::grow(std::size_t bytes) noexcept {
  constexpr std::size_t step = std::size_t{1} << 16;
  const std::size_t wanted = (bytes + 2 * block::least + step - 1) / step * step;
  std::byte* brought = more_(wanted);
  if (brought == nullptr) return nullptr;
  std::size_t fresh = wanted;
  block* made = end_;
  if (made == nullptr) {
    // Heads stand before multiples of 16.
    constexpr std::size_t skipped = 16 - block::head % 16;
    made = reinterpret_cast<block*>(brought + skipped % 16);
    made->before = 0;
    fresh -= skipped % 16 + block::head;
  }
  made->bytes = fresh / 16 * 16;
  end_ = made->behind();
  end_->bytes = 1;
  return merged(made);
}

void* heap::take(std::size_t bytes, std::size_t alignment) noexcept {
  if (bytes > PTRDIFF_MAX / 2) return nullptr;
  const std::size_t rounded = (bytes + block::head + 15) / 16 * 16;
  const std::size_t needed = rounded < block::least ? block::least : rounded;
  // Behind the cut that brings the place to its alignment there is still room enough.
  const std::size_t searched = alignment > 16 ? needed + alignment + block::least : needed;
  block* found = find(searched);
  if (found == nullptr && (found = grow(searched)) == nullptr) return nullptr;
  if (alignment > 16 && found->place() % alignment != 0) {
    std::size_t cut = alignment - found->place() % alignment;
    if (cut < block::least) cut += alignment;
    block* rest = split(found, cut);
    file(found);
    found = rest;
  }
  if (found->bytes - needed >= block::least) file(split(found, needed));
  taken_ += found->bytes;
  found->bytes |= 1;
  return reinterpret_cast<void*>(found->place());
}

void heap::give(void* place) noexcept {
  if (place == nullptr) return;
  auto* free = reinterpret_cast<block*>(static_cast<std::byte*>(place) - block::head);
  free->bytes &= ~std::size_t{1};
  taken_ -= free->bytes;
  file(merged(free));
}

}  // namespace nopy::engine
