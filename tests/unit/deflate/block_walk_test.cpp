// SPDX-License-Identifier: MIT
// The walk over the blocks of a stream: where the last one begins and the stream ends, and whether
// a block has no distance code. What it does not understand it refuses.
#include "deflate/block_walk.hpp"

#include "deflate/inflate.hpp"
#include "support/deflate_stream.hpp"
#include "support/small_deflate.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::deflate::walk_blocks;
using nopy::test::deflate_stream;

/// A dynamic block of the literals 'a' and the end, both of one bit, and one distance length.
deflate_stream block_with_distance_length(unsigned length) {
  deflate_stream to;
  to.block(true, 2).bits(0, 5).bits(0, 5).bits(14,
                                               4);  // 257 literals, 1 distance, 18 of the precode
  // The precode in its order 16 17 18 0 8 7 9 6 10 5 11 4 12 3 13 2 14 1: codes of two bits for 18, 0, 1.
  for (unsigned i = 0; i < 18; ++i) to.bits(i == 2 || i == 3 ? 2 : i == 17 ? 1 : 0, 3);
  const auto zeros = [&](unsigned count) { to.code(3, 2).bits(count - 11, 7); };
  const auto one = [&] { to.code(0, 1); };
  zeros(97), one(), zeros(138), zeros(20), one();  // 'a' is 97, the end 256
  length == 0 ? to.code(2, 2) : to.code(0, 1);
  return to.code(0, 1).code(0, 1).code(1, 1);  // "aa", the end
}

TEST(BlockWalk, RefusesAStoredBlockThatContradictsItsLength) {
  constexpr unsigned char right[] = {1, 1, 0, 0xFE, 0xFF, 'x'},
                          wrong[] = {1, 1, 0, 0xFE, 0xFE, 'x'};
  EXPECT_TRUE(nopy::deflate::walk_blocks(std::as_bytes(std::span(right))));
  EXPECT_FALSE(nopy::deflate::walk_blocks(std::as_bytes(std::span(wrong))));
}

TEST(BlockWalk, SeesABlockWithoutADistanceCode) {
  for (const unsigned length : {0u, 1u}) {
    const auto stream = block_with_distance_length(length).bytes();
    const auto walked = walk_blocks(stream);
    ASSERT_TRUE(walked) << length;
    EXPECT_EQ(walked->has_empty_distance_code, length == 0);
    std::byte output[10];
    nopy::deflate::inflater inflater;
    EXPECT_EQ(inflater.run(stream, output, 0).produced, 2u);
  }
}

TEST(BlockWalk, FindsTheLastBlockAndTheEnd) {
  const auto stream = deflate_stream()
                          .stored(false, "abc")
                          .block(false, 1)
                          .fixed('q')
                          .fixed(256)
                          .block(true, 1)
                          .fixed(256);
  const auto walked = walk_blocks(stream.bytes());
  ASSERT_TRUE(walked);
  // 8 bytes of a stored block; 3 + 8 + 7 bits; 3 + 7 bits.
  EXPECT_EQ(walked->last_block_bit, 64u + 18);
  EXPECT_EQ(walked->end_bit, 64u + 18 + 10);
  EXPECT_FALSE(walked->has_empty_distance_code);
}

TEST(BlockWalk, AgreesWithInflateOnRandomStreams) {
  std::mt19937 random(5);
  std::size_t whole = 0;
  for (int round = 0; round < 400; ++round) {
    deflate_stream to;
    for (int blocks = 1 + static_cast<int>(random() % 3); blocks > 0; --blocks)
      random_dynamic_block(to, random, blocks == 1, random() % 300);
    const auto stream = to.bytes();
    std::vector<std::byte> output(1 << 20);
    const auto step = nopy::deflate::inflater().run(stream, output, 0);
    if (step.status != nopy::deflate::status::done) continue;  // a distance that reaches too far
    ++whole;
    const auto walked = walk_blocks(stream);
    ASSERT_TRUE(walked) << round;
    EXPECT_EQ((walked->end_bit + 7) / 8, step.consumed) << round;
  }
  EXPECT_GT(whole, 50u);
}

TEST(BlockWalk, RefusesWhatIsCut) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "line " + std::to_string(i * i) + '\n';
  const std::string stream = nopy::test::small_deflate::of(text);
  for (std::size_t cut = 0; cut < stream.size(); ++cut)
    EXPECT_FALSE(walk_blocks(std::as_bytes(std::span(stream)).first(cut))) << cut;
  EXPECT_TRUE(walk_blocks(std::as_bytes(std::span(stream))));
}

}  // namespace
