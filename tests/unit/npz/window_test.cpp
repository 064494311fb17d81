// SPDX-License-Identifier: MIT
// Windows of members: any order of reading gives the values of a whole load; a deflated member leaves checkpoints, so
// that going back does not begin at its start.
#include <nopy/npz.hpp>

#include "support/sample_archives.hpp"
#include "verbs/inflate_run.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using nopy::npz_reader;
using nopy::test::array_of;
using nopy::test::bytes_of;
using nopy::test::patterned;
using nopy::test::zip_bytes;

npz_reader opened(const std::string& archive) {
  return npz_reader(nopy::source::memory(bytes_of(archive)));
}

TEST(Windows, OfMembersInAnyOrder) {
  const auto values = patterned(1'500'000);
  const std::string archive = zip_bytes()
                                  .stored("s.npy", array_of(values, "(1500, 1000)"))
                                  .deflated("d.npy", array_of(values, "(1500, 1000)"));
  for (const nopy::member& one : opened(archive)) {
    const nopy::npy_file file(one);
    std::mt19937 random(1);
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t row = random() % 1500, column = random() % 1000;
      const std::uint64_t rows = 1 + random() % std::min<std::uint64_t>(1500 - row, 200);
      const std::uint64_t columns = 1 + random() % (1000 - column);
      const auto part = file.try_region<std::uint32_t, 2>({row, column}, {rows, columns});
      ASSERT_TRUE(part) << part.error().message();
      for (std::uint64_t r = 0; r < rows; ++r)
        for (std::uint64_t c = 0; c < columns; ++c)
          ASSERT_EQ((*part)(r, c), values[(row + r) * 1000 + column + c]) << one.name();
    }
  }
}

TEST(Windows, OfSeveralMembersAsOneArray) {
  const auto values = patterned(40'000);
  const std::string archive =
      zip_bytes().stored("s.npy", array_of(values)).deflated("d.npy", array_of(values));
  const npz_reader reader = opened(archive);
  const nopy::source parts[] = {reader["s"], reader["d"]};
  const auto joined = nopy::npy_files::open(parts);
  ASSERT_TRUE(joined) << joined.error().message();
  const auto part = joined->try_region<std::uint32_t, 1>({39'000}, {2000});
  ASSERT_TRUE(part) << part.error().message();
  for (std::size_t i = 0; i < 2000; ++i) ASSERT_EQ((*part)(i), values[(39'000 + i) % 40'000]);
}

TEST(Windows, InChunksOfADeflatedMember) {
  const auto values = patterned(500'000);
  const std::string archive = zip_bytes().deflated("d.npy", array_of(values));
  std::size_t seen = 0;
  const auto all =
      nopy::npy_file(opened(archive).at(0))
          .for_each_chunk(100'000, [&](const nopy::region&, const nopy::any_view& block) {
            EXPECT_EQ(std::memcmp(block.bytes().data(), values.data() + seen, block.bytes().size()),
                      0);
            seen += block.bytes().size() / 4;
            return nopy::result<void>();
          });
  EXPECT_TRUE(all);
  EXPECT_EQ(seen, values.size());
}

/// Counts the compressed bytes that are read.
TEST(Windows, BehindACheckpointReadOnlyWhatLeadsThere) {
  const auto values = patterned(4'000'000);  // 16 MB
  const std::string archive = zip_bytes().deflated("d.npy", array_of(values));
  std::uint64_t read_bytes = 0;
  const auto read_at = [&](std::uint64_t offset, std::span<std::byte> into) -> nopy::result<void> {
    std::memcpy(into.data(), archive.data() + offset, into.size());
    read_bytes += into.size();
    return {};
  };
  const npz_reader reader(nopy::source::custom(archive.size(), read_at));
  const nopy::npy_file file(reader.at(0));
  ASSERT_TRUE((file.try_region<std::uint32_t, 1>({3'999'000}, {1000})));  // the one pass
  const std::uint64_t compressed = reader.at(0).compressed_bytes();
  for (const std::uint64_t start : {100u, 3'000'000u, 1'000'000u, 2'000'000u, 500'000u}) {
    read_bytes = 0;
    const auto part = file.try_region<std::uint32_t, 1>({start}, {16'384});
    ASSERT_TRUE(part);
    for (std::size_t i = 0; i < 16'384; ++i) ASSERT_EQ((*part)(i), values[start + i]);
    EXPECT_LT(read_bytes, compressed / 6) << start;
  }
}

TEST(InflateRun, GivesEveryPieceWhereverItIsCut) {
  const auto values = patterned(200'000);
  const std::string text = array_of(values);
  const std::string stream = nopy::test::small_deflate::of(text);
  const auto read = [&](std::uint64_t offset, std::span<std::byte> into) -> nopy::result<void> {
    std::memcpy(into.data(), stream.data() + offset, into.size());
    return {};
  };
  const nopy::verbs::compressed_input input{nullptr, read, stream.size()};
  std::mt19937 random(2);
  for (const std::size_t most : {1u, 100u, 5000u, 70'000u, 300'000u}) {
    nopy::verbs::inflate_run run;
    ASSERT_TRUE(nopy::verbs::inflate_run::make(run, text.size()));
    std::optional<nopy::deflate::checkpoint> middle;
    for (std::size_t at = 0; at < text.size();) {
      std::string piece(std::min<std::size_t>(1 + random() % most, text.size() - at), '\0');
      const auto done = run.read(input, at, std::as_writable_bytes(std::span(piece)));
      ASSERT_TRUE(done) << done.error().message();
      ASSERT_EQ(piece, text.substr(at, piece.size())) << at;
      at += piece.size();
      if (!middle && at > text.size() / 2) middle = *run.mark();
      if (most == 1 && at > 10'000) break;
    }
    if (!middle) continue;
    EXPECT_TRUE(run.check_end(input));
    run.restore(*middle);
    const std::size_t at = static_cast<std::size_t>(middle->output_offset);
    std::string rest(text.size() - at, '\0');
    ASSERT_TRUE(run.read(input, at, std::as_writable_bytes(std::span(rest))));
    EXPECT_EQ(rest, text.substr(at));
    EXPECT_TRUE(run.check_end(input));
  }
}

}  // namespace
