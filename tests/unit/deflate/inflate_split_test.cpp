// SPDX-License-Identifier: MIT
// The own inflate against the naive one: random streams, whole and damaged, in pieces of every
// size, through checkpoints.
#include "deflate/inflate.hpp"

#include "reference/naive_inflate.hpp"
#include "support/deflate_stream.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::deflate::inflater;
using nopy::deflate::status;

constexpr std::size_t most = 1 << 16;

std::vector<std::byte> random_stream(std::mt19937& random) {
  nopy::test::deflate_stream made;
  const auto blocks = 1 + random() % 4;
  for (unsigned i = 0; i < blocks; ++i) {
    const bool last = i + 1 == blocks;
    std::string text(random() % 300, '\0');
    for (char& c : text) c = static_cast<char>(random());
    if (random() % 3 == 0)
      made.stored(last, text);
    else
      nopy::test::random_dynamic_block(made, random, last, random() % 600);
  }
  return made.bytes();
}

struct outcome {
  bool valid = false;
  std::vector<std::byte> bytes{};
  std::size_t consumed = 0;
};

/// Inflates in random pieces of at most `piece` bytes; goes on from a copy of the state now and then.
outcome in_pieces(const std::vector<std::byte>& input, std::mt19937& random, std::size_t piece) {
  inflater state;
  outcome made;
  made.bytes.resize(most);
  std::size_t produced = 0;
  while (true) {
    const std::size_t in = std::min(input.size() - made.consumed, random() % (piece + 1));
    const std::size_t out = std::min(most - produced, random() % (piece + 1));
    // In memory of its own: what stood before it can not be read again.
    const std::vector<std::byte> part(
        input.begin() + static_cast<std::ptrdiff_t>(made.consumed),
        input.begin() + static_cast<std::ptrdiff_t>(made.consumed + in));
    const auto room = std::span(made.bytes).first(produced + out);
    const std::size_t wanted = random() % 3 == 0 ? random() % (out + 1) : out;
    const auto step = wanted == out ? state.run(part, room, produced)
                                    : state.run_some(part, room, produced, wanted);
    EXPECT_LE(step.produced, wanted + 260);
    if (step.status == status::needs_output) {
      EXPECT_GE(step.produced, wanted);
    }
    if (step.consumed > in) {
      ADD_FAILURE() << "took " << step.consumed << " of " << in << " bytes";
      return {};
    }
    made.consumed += step.consumed;
    produced += step.produced;
    if (step.status == status::invalid) return {};
    if (step.status == status::done) break;
    if (step.status == status::needs_input && made.consumed == input.size()) return {};
    if (step.status == status::needs_output && produced == most) return {};
    if (random() % 8 == 0) {
      const inflater checkpoint = state;
      state = inflater();
      state = checkpoint;
    }
  }
  made.valid = true;
  made.bytes.resize(produced);
  return made;
}

void expect_the_reference(const std::vector<std::byte>& input, std::mt19937& random,
                          const char* what, int round) {
  const auto expected = nopy::reference::naive_inflater(input, most).run();
  for (const std::size_t piece : {std::size_t{1}, std::size_t{50}, std::size_t{3000}, most}) {
    const outcome found = in_pieces(input, random, piece);
    ASSERT_EQ(found.valid, expected.has_value())
        << what << ", round " << round << ", pieces of " << piece;
    if (!expected) continue;
    ASSERT_EQ(found.bytes, expected->bytes)
        << what << ", round " << round << ", pieces of " << piece;
    ASSERT_EQ(found.consumed, expected->consumed) << what << ", round " << round;
  }
}

TEST(InflateAgainstTheReference, AgreesOnRandomStreamsInPiecesOfEverySize) {
  std::mt19937 random(20261129);
  int valid = 0;
  for (int round = 0; round < 300; ++round) {
    const auto stream = random_stream(random);
    valid += nopy::reference::naive_inflater(stream, most).run().has_value();
    expect_the_reference(stream, random, "whole", round);
  }
  EXPECT_GT(valid, 100) << "too few of the streams are valid for this test to say much";
}

TEST(InflateAgainstTheReference, AgreesOnDamagedStreams) {
  std::mt19937 random(4);
  for (int round = 0; round < 600; ++round) {
    auto stream = random_stream(random);
    for (auto flips = 1 + random() % 3; flips > 0; --flips)
      stream[random() % stream.size()] ^= static_cast<std::byte>(1u << random() % 8);
    if (random() % 4 == 0) stream.resize(random() % stream.size());
    expect_the_reference(stream, random, "damaged", round);
  }
}

}  // namespace
