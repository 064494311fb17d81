// SPDX-License-Identifier: MIT
// The own inflate beside zlib and libdeflate: on streams of zlib, libdeflate and random codes,
// whole and mutated, all three say the same and give the same bytes, however input and output are
// split. libdeflate differs in one thing that is known: it accepts codes that are incomplete, which
// RFC 1951 does not allow and zlib, with which NumPy reads, refuses.
#include "deflate/inflate.hpp"

#include "support/deflate_stream.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#if NOPY_HAS_LIBDEFLATE
#include <libdeflate.h>
#endif

#include <cstring>
#include <memory>
#include <optional>

namespace {

using nopy::deflate::inflater;
using nopy::deflate::status;
using nopy::test::deflate_stream;

using bytes = std::vector<std::byte>;

constexpr std::size_t most_bytes = 1 << 18;

/// Room for what is inflated, the same for all: to allocate and clear it anew would take more time than to inflate.
bytes& room_for_output() {
  static bytes room(most_bytes);
  return room;
}

struct verdict {
  bytes output;
  std::size_t consumed;
  friend bool operator==(const verdict&, const verdict&) = default;
};

bytes first_of(const bytes& all, std::size_t count) {
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// What the stream holds, or nothing: it is invalid, cut, or longer than `most_bytes`.
std::optional<verdict> by_nopy(const bytes& stream) {
  bytes& output = room_for_output();
  const auto step = inflater().run(stream, output, 0);
  if (step.status != status::done) return std::nullopt;
  return verdict{first_of(output, step.produced), step.consumed};
}

/// The same in pieces whose sizes `random` says.
std::optional<verdict> by_nopy_in_pieces(const bytes& stream, std::mt19937& random) {
  inflater state;
  bytes& output = room_for_output();
  const std::size_t most = std::size_t{1} << random() % 12;
  std::size_t taken = 0, made = 0, given = 0, room = 0;
  for (;;) {
    const auto step = state.run(std::span(stream).subspan(taken, given - taken),
                                std::span(output).first(room), made);
    taken += step.consumed;
    made += step.produced;
    if (step.status == status::invalid) return std::nullopt;
    if (step.status == status::done) break;
    if (step.status == status::needs_input) {
      EXPECT_EQ(taken, given);
      if (given == stream.size()) return std::nullopt;
      given = std::min(stream.size(), given + 1 + random() % most);
    } else {
      EXPECT_EQ(made, room);
      if (room == most_bytes) return std::nullopt;
      room = std::min(most_bytes, room + 1 + random() % most);
    }
  }
  return verdict{first_of(output, made), taken};
}

std::optional<verdict> by_zlib(const bytes& stream) {
  bytes& output = room_for_output();
  z_stream state{};
  if (inflateInit2(&state, -15) != Z_OK) std::abort();
  bytes input = stream;
  state.next_in = reinterpret_cast<Bytef*>(input.data());
  state.avail_in = static_cast<uInt>(input.size());
  state.next_out = reinterpret_cast<Bytef*>(output.data());
  state.avail_out = static_cast<uInt>(output.size());
  const int answer = inflate(&state, Z_FINISH);
  const std::size_t consumed = stream.size() - state.avail_in;
  (void)inflateEnd(&state);
  if (answer != Z_STREAM_END) return std::nullopt;
  return verdict{first_of(output, most_bytes - state.avail_out), consumed};
}

#if NOPY_HAS_LIBDEFLATE
std::optional<verdict> by_libdeflate(const bytes& stream) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> state(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  bytes& output = room_for_output();
  std::size_t consumed = 0, made = 0;
  if (libdeflate_deflate_decompress_ex(state.get(), stream.data(), stream.size(), output.data(),
                                       output.size(), &consumed, &made) != LIBDEFLATE_SUCCESS)
    return std::nullopt;
  return verdict{first_of(output, made), consumed};
}
#endif

bytes deflated_by_zlib(const bytes& text, int level, int strategy) {
  bytes made(text.size() + text.size() / 2 + 1000);
  z_stream state{};
  if (deflateInit2(&state, level, Z_DEFLATED, -15, 8, strategy) != Z_OK) std::abort();
  bytes input = text;
  state.next_in = reinterpret_cast<Bytef*>(input.data());
  state.avail_in = static_cast<uInt>(input.size());
  state.next_out = reinterpret_cast<Bytef*>(made.data());
  state.avail_out = static_cast<uInt>(made.size());
  if (deflate(&state, Z_FINISH) != Z_STREAM_END) std::abort();
  made.resize(made.size() - state.avail_out);
  (void)deflateEnd(&state);
  return made;
}

bytes some_text(std::mt19937& random) {
  bytes text(random() % 6000);
  const unsigned kind = static_cast<unsigned>(random() % 4);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto any = static_cast<unsigned>(random());
    const unsigned value = kind == 0   ? any
                           : kind == 1 ? any % 4
                           : kind == 2 ? static_cast<unsigned>(i / 50)
                                       : (any % 16 == 0 ? any >> 8 : static_cast<unsigned>(i % 7));
    text[i] = static_cast<std::byte>(value);
  }
  return text;
}

bytes some_stream(std::mt19937& random) {
  constexpr int strategies[] = {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_FIXED, Z_RLE};
  if (random() % 4 != 0)
    return deflated_by_zlib(some_text(random), static_cast<int>(random() % 10),
                            strategies[random() % 4]);
  deflate_stream to;
  for (int blocks = 1 + static_cast<int>(random() % 3); blocks > 0; --blocks)
    random_dynamic_block(to, random, blocks == 1, random() % 400);
  return to.bytes();
}

void mutate(bytes& stream, std::mt19937& random) {
  if (stream.empty()) return;
  for (std::size_t times = random() % 3; times > 0; --times) {
    // Mostly near the start, where the codes are.
    const std::size_t at = random() % 3 == 0 ? random() % stream.size()
                                             : random() % std::min<std::size_t>(stream.size(), 80);
    if (random() % 5 == 0)
      stream.resize(at + 1);
    else
      stream[at] ^= static_cast<std::byte>(1u << random() % 8);
    if (stream.empty()) return;
  }
}

TEST(OtherInflates, SayTheSameOfMutatedStreams) {
  std::mt19937 random(20);
  std::size_t whole = 0, refused = 0, only_libdeflate = 0;
  for (int round = 0; round < 20'000; ++round) {
    bytes stream = some_stream(random);
    mutate(stream, random);
    const auto own = by_nopy(stream);
    ASSERT_EQ(own, by_zlib(stream)) << round;
    ASSERT_EQ(own, by_nopy_in_pieces(stream, random)) << round;
    ++(own ? whole : refused);
#if NOPY_HAS_LIBDEFLATE
    const auto other = by_libdeflate(stream);
    if (own) {
      ASSERT_TRUE(other && own->output == other->output) << round;
    }
    only_libdeflate += !own && other;
#endif
  }
  RecordProperty("whole", static_cast<int>(whole));
  RecordProperty("refused", static_cast<int>(refused));
  RecordProperty("only_libdeflate", static_cast<int>(only_libdeflate));
  EXPECT_GT(whole, 5000u);
  EXPECT_GT(refused, 3000u);
  EXPECT_LT(only_libdeflate, 200u);  // codes that are incomplete
}

TEST(OtherInflates, SayTheSameWhereverInputAndOutputAreSplit) {
  std::mt19937 random(21);
  for (int round = 0; round < 12; ++round) {
    bytes stream = some_stream(random);
    stream.resize(std::min<std::size_t>(stream.size(), 700));  // often cut: then all of it is taken
    const auto expected = by_zlib(stream);
    bytes output(most_bytes);
    for (std::size_t split = 0; split <= stream.size(); ++split) {
      inflater state;
      const auto first = state.run(std::span(stream).first(split), output, 0);
      const bool ended = first.status == status::done || first.status == status::invalid;
      const auto rest =
          ended ? first
                : state.run(std::span(stream).subspan(first.consumed), output, first.produced);
      ASSERT_EQ(rest.status == status::done, expected.has_value()) << round << ' ' << split;
      const std::size_t made = ended ? first.produced : first.produced + rest.produced;
      if (!expected) continue;
      ASSERT_EQ(bytes(output.begin(), output.begin() + static_cast<std::ptrdiff_t>(made)),
                expected->output);
    }
    if (!expected) continue;
    for (std::size_t split = 0; split <= std::min<std::size_t>(expected->output.size(), 3000);
         ++split) {
      inflater state;
      const auto first = state.run(stream, std::span(output).first(split), 0);
      ASSERT_NE(first.status, status::invalid);
      auto rest = first;
      if (first.status != status::done)
        rest = state.run(std::span(stream).subspan(first.consumed), output, first.produced);
      ASSERT_EQ(rest.status, status::done) << round << ' ' << split;
      ASSERT_EQ(std::memcmp(output.data(), expected->output.data(), expected->output.size()), 0);
    }
  }
}

}  // namespace
