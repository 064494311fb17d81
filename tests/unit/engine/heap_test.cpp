// SPDX-License-Identifier: MIT
// The heap of the browser's engine: blocks are apart and aligned, and what is given back is one piece again.
#include "engine/heap.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace {

using nopy::engine::heap;

constexpr std::size_t arena_bytes = std::size_t{8} << 20;
alignas(64) std::byte arena[arena_bytes];
std::size_t arena_given = 0;

std::byte* from_arena(std::size_t bytes) noexcept {
  if (bytes > arena_bytes - arena_given) return nullptr;
  std::byte* place = arena + arena_given;
  arena_given += bytes;
  return place;
}

heap fresh_heap() {
  arena_given = 0;
  return heap(from_arena);
}

struct held {
  unsigned char* place;
  std::size_t bytes;
  unsigned char mark;
};

held take_marked(heap& from, std::size_t bytes, std::size_t alignment, unsigned char mark) {
  auto* place = static_cast<unsigned char*>(from.take(bytes, alignment));
  if (place != nullptr) std::memset(place, mark, bytes);
  return {place, bytes, mark};
}

bool still_marked(const held& block) {
  for (std::size_t i = 0; i < block.bytes; ++i)
    if (block.place[i] != block.mark) return false;
  return true;
}

TEST(Heap, BlocksKeepWhatIsWrittenToThemWhateverIsTakenAndGiven) {
  heap tried = fresh_heap();
  std::mt19937 random(7);
  std::vector<held> all;
  for (int step = 0; step < 40000; ++step) {
    if (!all.empty() && (random() % 2 == 0 || all.size() > 200)) {
      const std::size_t chosen = random() % all.size();
      ASSERT_TRUE(still_marked(all[chosen])) << "step " << step;
      tried.give(all[chosen].place);
      all[chosen] = all.back();
      all.pop_back();
      continue;
    }
    const std::size_t alignment = random() % 4 == 0 ? 64 : 16;
    const std::size_t bytes = random() % (std::size_t{1} << (random() % 15));
    all.push_back(take_marked(tried, bytes, alignment, static_cast<unsigned char>(random() % 256)));
    ASSERT_NE(all.back().place, nullptr) << "step " << step;
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(all.back().place) % alignment, 0u);
  }
  for (const held& block : all) {
    ASSERT_TRUE(still_marked(block));
    tried.give(block.place);
  }
  EXPECT_EQ(tried.taken(), 0u);
  // All of it is one block again: nearly all that was brought can be taken at once, and nothing more is asked for.
  const std::size_t given = arena_given;
  EXPECT_NE(tried.take(given - 256), nullptr);
  EXPECT_EQ(arena_given, given);
}

TEST(Heap, ANeighbourThatIsFreeIsJoinedOnEitherSide) {
  heap tried = fresh_heap();
  void* blocks[3];
  for (void*& block : blocks) block = tried.take(20000);
  const std::size_t given = arena_given;
  tried.give(blocks[0]);
  tried.give(blocks[2]);
  tried.give(blocks[1]);
  EXPECT_EQ(tried.take(60000), blocks[0]);
  EXPECT_EQ(arena_given, given);
}

TEST(Heap, WhatDoesNotFitIsNullAndChangesNothing) {
  heap tried = fresh_heap();
  EXPECT_EQ(tried.take(arena_bytes), nullptr);
  EXPECT_EQ(tried.take(SIZE_MAX), nullptr);
  EXPECT_EQ(tried.take(SIZE_MAX - 64, 64), nullptr);
  EXPECT_EQ(tried.take(PTRDIFF_MAX), nullptr);
  EXPECT_EQ(tried.taken(), 0u);
  void* small = tried.take(1);
  EXPECT_NE(small, nullptr);
  tried.give(small);
  tried.give(nullptr);
  EXPECT_EQ(tried.taken(), 0u);
}

TEST(Heap, NoBytesArePlacesOfTheirOwn) {
  heap tried = fresh_heap();
  void* one = tried.take(0);
  void* other = tried.take(0);
  EXPECT_NE(one, nullptr);
  EXPECT_NE(one, other);
}

}  // namespace
