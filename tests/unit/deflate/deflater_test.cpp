// SPDX-License-Identifier: MIT
// The own deflate: what it writes is read back, by every level and whatever the input is.
#include "deflate/deflater.hpp"
#include "deflate/block_walk.hpp"
#include "deflate/huffman_code.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using nopy::deflate::deflater;
using nopy::deflate::inflater;
using nopy::deflate::status;

std::vector<std::byte> inflated(std::span<const std::byte> stream, std::size_t count) {
  std::vector<std::byte> out(count);
  inflater state;
  const auto done = state.run(stream, out, 0);
  EXPECT_EQ(done.status, status::done);
  EXPECT_EQ(done.consumed, stream.size());
  EXPECT_EQ(done.produced, count);
  return out;
}

std::vector<std::byte> deflated(deflater& by, std::span<const std::byte> from, bool last = true) {
  std::vector<std::byte> out(deflater::bound(from.size()));
  const std::size_t count = by.run(from, out, last);
  EXPECT_GT(count, 0u);
  out.resize(count);
  return out;
}

/// `count` bytes of some kind: 0 zeros, 1 noise, 2 few values, 3 words far apart, 4 floats, 5 a run in noise.
std::vector<std::byte> input(int kind, std::size_t count) {
  std::mt19937 random(static_cast<unsigned>(kind) * 7919u + static_cast<unsigned>(count));
  std::vector<std::byte> made(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto noise = static_cast<unsigned>(random());
    unsigned value = 0;
    if (kind == 1) value = noise;
    if (kind == 2) value = noise % 3;
    if (kind == 3) value = i % 32768 < 700 ? static_cast<unsigned>(i % 32768 / 3) : noise;
    if (kind == 4) value = i % 4 == 3 ? 63 : i % 4 == 2 ? noise % 8 * 16 : noise % 4;
    if (kind == 5) value = i > count / 3 && i < count / 2 ? 9 : noise;
    made[i] = static_cast<std::byte>(value);
  }
  return made;
}

TEST(OwnDeflate, IsReadBackAtEveryLevelAndSize) {
  for (const int level : {1, 3, 4, 6, 9, nopy::deflate::most_level}) {
    const auto by = std::make_unique<deflater>(level);
    for (int kind = 0; kind <= 5; ++kind)
      for (const unsigned count : {0u, 1u, 2u, 3u, 4u, 5u, 257u, 258u, 259u, 300u, 4097u, 32767u,
                                   32768u, 32769u, 65535u, 65536u, 70'000u}) {
        const auto from = input(kind, count);
        EXPECT_EQ(inflated(deflated(*by, from), count), from)
            << level << ' ' << kind << ' ' << count;
      }
  }
}

TEST(OwnDeflate, MakesSmallWhatIsAlike) {
  const auto by = std::make_unique<deflater>(6);
  EXPECT_LT(deflated(*by, input(0, 1'000'000)).size(), 1200u);
  EXPECT_LT(deflated(*by, input(2, 100'000)).size(), 26'000u);   // log2(3) bits each
  EXPECT_LT(deflated(*by, input(4, 400'000)).size(), 130'000u);  // what zlib's level 6 makes of it
  EXPECT_LE(deflated(*by, input(1, 100'000)).size(), 100'000u + 25);
}

TEST(OwnDeflate, GivesEqualBytesForEqualInput) {
  const auto first = std::make_unique<deflater>(9), second = std::make_unique<deflater>(9);
  const auto from = input(3, 150'000);
  (void)deflated(*first, input(2, 5000));  // what came before changes nothing
  EXPECT_EQ(deflated(*first, from), deflated(*second, from));
}

TEST(OwnDeflate, RunsThatAreNotTheLastAreOneStreamTogether) {
  const auto by = std::make_unique<deflater>(6);
  std::vector<std::byte> stream, whole;
  for (const unsigned count : {70'000u, 0u, 1u, 40'000u}) {
    const auto from = input(3, count);
    whole.insert(whole.end(), from.begin(), from.end());
    const auto piece = deflated(*by, from, false);
    stream.insert(stream.end(), piece.begin(), piece.end());
  }
  const auto end = deflated(*by, {}, true);
  stream.insert(stream.end(), end.begin(), end.end());
  EXPECT_EQ(inflated(stream, whole.size()), whole);
}

TEST(OwnDeflate, WritesNoBlockWithoutADistanceCode) {
  const auto by = std::make_unique<deflater>(6);
  for (std::size_t count = 1; count < 2000; count += 13) {
    std::vector<std::byte> from(count);
    std::iota(reinterpret_cast<unsigned char*>(from.data()),
              reinterpret_cast<unsigned char*>(from.data() + count), std::uint8_t{0});
    const auto walked = nopy::deflate::walk_blocks(deflated(*by, from));
    ASSERT_TRUE(walked);
    EXPECT_FALSE(walked->has_empty_distance_code) << count;
  }
}

TEST(OwnDeflate, SaysWhereTheOutputIsTooSmall) {
  const auto by = std::make_unique<deflater>(6);
  const auto from = input(4, 20'000);
  const std::size_t needed = deflated(*by, from).size();
  std::vector<std::byte> out(needed);
  EXPECT_EQ(by->run(from, out, true), needed);
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, needed / 2, needed - 1})
    EXPECT_EQ(by->run(from, std::span(out).first(room), true), 0u) << room;
}

TEST(HuffmanCode, IsCompleteAndNoLongerThanAllowed) {
  std::mt19937 random(1);
  for (const unsigned longest : {7u, 15u})
    for (int round = 0; round < 300; ++round) {
      const std::size_t symbols = longest == 7 ? 19 : 286;
      std::vector<std::uint32_t> counts(symbols);
      std::uint32_t a = 1, b = 1;  // Fibonacci's numbers make the deepest codes
      for (std::size_t i = 0; i < symbols; ++i) {
        if (round % 3 == 0)
          counts[i] = random() % 4 == 0 ? static_cast<std::uint32_t>(random() % 1000) : 0;
        if (round % 3 == 1) counts[i] = static_cast<std::uint32_t>(random() % 32);
        if (round % 3 == 2 && i < 30)
          counts[(i * 7 + static_cast<std::size_t>(round)) % symbols] =
              std::exchange(a, std::exchange(b, a + b));
      }
      std::vector<std::uint8_t> lengths(symbols);
      nopy::deflate::choose_lengths(counts, longest, lengths);
      std::uint64_t used = 0;
      std::size_t coded = 0;
      for (std::size_t i = 0; i < symbols; ++i) {
        EXPECT_LE(lengths[i], longest);
        EXPECT_TRUE(counts[i] == 0 || lengths[i] > 0);
        if (lengths[i] > 0) used += std::uint64_t{1} << (longest - lengths[i]), ++coded;
      }
      EXPECT_EQ(used, std::uint64_t{1} << longest) << round;
      EXPECT_GE(coded, 2u);
    }
}

TEST(HuffmanCode, GivesRareSymbolsTheLongerCodewords) {
  const std::uint32_t counts[] = {1, 8, 0, 2, 4};
  std::uint8_t lengths[5];
  std::uint16_t words[5];
  nopy::deflate::choose_lengths(counts, 15, lengths);
  EXPECT_EQ(std::vector<int>(lengths, lengths + 5), (std::vector<int>{3, 1, 0, 3, 2}));
  nopy::deflate::choose_codewords(lengths, words);
  EXPECT_EQ(words[1], 0b0u);
  EXPECT_EQ(words[4], 0b01u);  // 10, first bit lowest
  EXPECT_EQ(words[0], 0b011u);
  EXPECT_EQ(words[3], 0b111u);
}

}  // namespace
