// SPDX-License-Identifier: MIT
// What the own inflate accepts, what it refuses, and where it ends.
#include "deflate/inflate.hpp"

#include "support/deflate_stream.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using nopy::deflate::inflater;
using nopy::deflate::status;
using nopy::test::deflate_stream;

std::string text_of(const std::vector<std::byte>& bytes, std::size_t count) {
  return {reinterpret_cast<const char*>(bytes.data()), count};
}

TEST(Inflate, AcceptsEveryKindOfBlockAndEndsAtItsLastByte) {
  struct row {
    const char* what;
    deflate_stream stream;
    std::string text;
  };
  const row rows[] = {
      {"an empty stored block", deflate_stream().stored(true, ""), ""},
      {"a stored block", deflate_stream().stored(true, "hello"), "hello"},
      {"two stored blocks", deflate_stream().stored(false, "ab").stored(true, "cd"), "abcd"},
      {"an empty fixed block", deflate_stream().block(true, 1).fixed(256), ""},
      {"literals of 8 and 9 bits", deflate_stream().block(true, 1).fixed('a').fixed(200).fixed(256),
       "a\xC8"},
      {"a match that repeats itself",
       deflate_stream().block(true, 1).fixed('x').fixed(264).fixed_distance(0).fixed(256),
       std::string(11, 'x')},
      {"the longest match",
       deflate_stream().block(true, 1).fixed('y').fixed(285).fixed_distance(0).fixed(256),
       std::string(259, 'y')},
      {"blocks of two kinds",
       deflate_stream().block(false, 1).fixed('q').fixed(256).stored(true, "r"), "qr"},
  };
  for (const row& each : rows) {
    std::vector<std::byte> input = each.stream.bytes();
    const std::size_t whole = input.size();
    input.resize(whole + 40, std::byte{0xEE});  // what follows the stream is not taken
    std::vector<std::byte> output(each.text.size() + 400);
    const auto step = inflater().run(input, output, 0);
    EXPECT_EQ(step.status, status::done) << each.what;
    EXPECT_EQ(step.consumed, whole) << each.what;
    EXPECT_EQ(text_of(output, step.produced), each.text) << each.what;
  }
}

/// A match of the fixed codes. Source: RFC 1951, 3.2.5.
void put_match(deflate_stream& to, unsigned length, unsigned distance) {
  unsigned row = 0, base = 3, extra_bits = 0;
  for (; length != 258 && base + (1u << extra_bits) <= length; ++row) {
    base += 1u << extra_bits;
    extra_bits = row < 7 ? 0 : (row + 1) / 4 - 1;
  }
  if (length == 258) {
    to.fixed(285);
  } else {
    to.fixed(257 + row).bits(length - base, extra_bits);
  }
  unsigned far = 0, from = 1, far_bits = 0;
  for (; from + (1u << far_bits) <= distance; ++far) {
    from += 1u << far_bits;
    far_bits = far < 3 ? 0 : (far + 1) / 2 - 1;
  }
  to.fixed_distance(far).bits(distance - from, far_bits);
}

TEST(Inflate, CopiesMatchesOfEveryLengthOverEveryNearDistance) {
  const std::string behind(400, '.');  // room enough for the fast loop
  for (unsigned distance = 1; distance <= 72; ++distance) {
    for (unsigned length = 3; length <= 258; ++length) {
      deflate_stream stream;
      std::string expected;
      stream.block(false, 1);
      for (unsigned i = 0; i < distance; ++i) {
        stream.fixed('!' + i);
        expected += static_cast<char>('!' + i);
      }
      put_match(stream, length, distance);
      stream.fixed(256).stored(true, behind);
      for (unsigned i = 0; i < length; ++i) expected += expected[expected.size() - distance];
      expected += behind;
      std::vector<std::byte> output(expected.size());
      const auto step = inflater().run(stream.bytes(), output, 0);
      ASSERT_EQ(step.status, status::done) << length << " bytes from " << distance << " back";
      ASSERT_EQ(text_of(output, step.produced), expected)
          << length << " bytes from " << distance << " back";
    }
  }
}

TEST(Inflate, RefusesWhatIsNoStream) {
  const auto dynamic = [](unsigned literals, unsigned distances) {
    return deflate_stream().block(true, 2).bits(literals - 257, 5).bits(distances - 1, 5);
  };
  // A code of one bit each for 'a' and 'b', complete but without an end; then only 'a' follows.
  deflate_stream endless = dynamic(257, 1).bits(14, 4);
  for (unsigned i = 0; i < 18; ++i) endless.bits(i == 2 || i == 3 ? 2 : i == 17 ? 1 : 0, 3);
  endless.code(3, 2).bits(97 - 11, 7).code(0, 1).code(0, 1);
  endless.code(3, 2).bits(138 - 11, 7).code(3, 2).bits(20 - 11, 7).code(0, 1);
  struct row {
    const char* what;
    deflate_stream stream;
  };
  const row rows[] = {
      {"a complete literal code that can not end its block", endless},
      {"a block of type 3", deflate_stream().block(true, 3)},
      {"a stored length whose complement is wrong", deflate_stream().stored(true, "abc", 1)},
      {"a match before the first byte",
       deflate_stream().block(true, 1).fixed(257).fixed_distance(0).fixed(256)},
      {"a match beyond the first byte",
       deflate_stream().block(true, 1).fixed('a').fixed(257).fixed_distance(1).fixed(256)},
      {"length symbol 286",
       deflate_stream().block(true, 1).fixed('a').fixed(286).fixed_distance(0).fixed(256)},
      {"distance symbol 30",
       deflate_stream().block(true, 1).fixed('a').fixed(257).fixed_distance(30).fixed(256)},
      {"a precode without codewords", dynamic(257, 1).bits(0, 4).bits(0, 12)},
      {"a precode of too many codewords",
       dynamic(257, 1).bits(0, 4).bits(1, 3).bits(1, 3).bits(1, 3).bits(1, 3)},
      {"a repeat without a length before it",
       dynamic(257, 1).bits(0, 4).bits(1, 3).bits(0, 3).bits(0, 3).bits(1, 3).code(1, 1)},
      // 256 zeros, a length of 1, and three zeros where two are left.
      {"a repeat that runs past the last length", dynamic(257, 2)
                                                      .bits(14, 4)
                                                      .bits(0, 3)
                                                      .bits(2, 3)
                                                      .bits(2, 3)
                                                      .bits(0, 21)
                                                      .bits(0, 21)
                                                      .bits(1, 3)
                                                      .code(3, 2)
                                                      .bits(127, 7)
                                                      .code(3, 2)
                                                      .bits(107, 7)
                                                      .code(0, 1)
                                                      .code(2, 2)
                                                      .bits(0, 3)},
      {"a literal code that can not end its block", dynamic(257, 1)
                                                        .bits(0, 4)
                                                        .bits(0, 3)
                                                        .bits(0, 3)
                                                        .bits(1, 3)
                                                        .bits(1, 3)
                                                        .code(1, 1)
                                                        .bits(127, 7)
                                                        .code(1, 1)
                                                        .bits(109, 7)
                                                        .bits(0, 8)},
  };
  for (const row& each : rows) {
    std::vector<std::byte> input = each.stream.bytes();
    input.resize(input.size() + 40);
    std::vector<std::byte> output(1000);
    EXPECT_EQ(inflater().run(input, output, 0).status, status::invalid) << each.what;
  }
}

TEST(Inflate, ACutStreamNeedsInputAndAFullBufferNeedsOutput) {
  const auto stream =
      deflate_stream().block(true, 1).fixed('a').fixed('b').fixed('c').fixed(256).bytes();
  std::vector<std::byte> output(3);
  for (std::size_t cut = 0; cut < stream.size(); ++cut)
    EXPECT_EQ(inflater().run(std::span(stream).first(cut), output, 0).status, status::needs_input)
        << cut;
  inflater whole;
  const auto full = whole.run(stream, std::span(output).first(2), 0);
  EXPECT_EQ(full.status, status::needs_output);
  EXPECT_EQ(whole.run(std::span(stream).subspan(full.consumed), output, 2).produced, 1u);
  EXPECT_EQ(text_of(output, 3), "abc");
}

}  // namespace
