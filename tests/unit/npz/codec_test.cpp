// SPDX-License-Identifier: MIT
// Members of the methods that other libraries expand: the same verbs, the same bounds and the same
// verdicts as for deflated ones, on streams that those libraries made.
#include <nopy/npz.hpp>

#include "support/codec_streams.hpp"
#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using nopy::errc;
using nopy::npz_reader;
using nopy::policy;
using nopy::test::array_of;
using nopy::test::bytes_of;
using nopy::test::patterned;
using nopy::test::small_array;
using nopy::test::zip_bytes;

struct method {
  const char* name;
  std::uint16_t number;
  std::optional<std::string> (*compress)(std::string_view);

  friend void PrintTo(const method& of, std::ostream* out) { *out << of.name; }
};
const method methods[] = {
    {"bzip2", 12, [](std::string_view text) { return nopy::test::bzip2_of(text); }},
    {"lzma", 14, [](std::string_view text) { return nopy::test::lzma_of(text); }},
    {"zstd", 93, [](std::string_view text) { return nopy::test::zstd_of(text); }},
};

class Codec : public testing::TestWithParam<method> {
 protected:
  void SetUp() override {
    if (!GetParam().compress("")) GTEST_SKIP() << "built without the library of " << name();
  }
  [[nodiscard]] static const char* name() { return GetParam().name; }
  [[nodiscard]] static std::string compressed(std::string_view text) {
    return *GetParam().compress(text);
  }
  /// An archive of one member with these compressed bytes, said to be `text`.
  [[nodiscard]] static zip_bytes member_of(const std::string& stream, std::string_view text) {
    return zip_bytes().add("a.npy", GetParam().number, stream, text);
  }
  [[nodiscard]] static nopy::result<void> verdict_of(const std::string& archive) {
    const auto reader = npz_reader::open(nopy::source::memory(bytes_of(archive)));
    if (!reader) return reader.error();
    const auto loaded = reader->at(0).try_bytes();
    const auto verified = reader->at(0).try_verify();
    EXPECT_EQ(loaded.has_value(), verified.has_value());
    if (!loaded) return loaded.error();
    return {};
  }
};
INSTANTIATE_TEST_SUITE_P(Methods, Codec, testing::ValuesIn(methods),
                         [](const auto& row) { return std::string(row.param.name); });

TEST_P(Codec, LoadsLikeAStoredMember) {
  const auto values = patterned(700'000);
  const std::string text = array_of(values, "(700, 1000)");
  const std::string archive = member_of(compressed(text), text);
  for (const policy how : {policy::tolerant, policy::strict}) {
    const npz_reader reader(nopy::source::memory(bytes_of(archive)), {.policy = how});
    EXPECT_EQ(static_cast<int>(reader.at(0).compression()), GetParam().number);
    EXPECT_TRUE(nopy::can_read(reader.at(0).compression()));
    EXPECT_EQ(reader.at(0).header().shape, (nopy::shape{700, 1000}));
    const auto loaded = reader.at(0).try_load<std::uint32_t, 2>();
    ASSERT_TRUE(loaded) << loaded.error().message();
    EXPECT_TRUE(std::equal(values.begin(), values.end(), loaded->begin()));
    EXPECT_TRUE(reader.at(0).try_verify());
    EXPECT_FALSE(reader.at(0).mappable());
    EXPECT_EQ(reader.at(0).try_map().error().code(), errc::compressed);
  }
}

TEST_P(Codec, ReadsAHeaderFromOneSmallReadMore) {
  const std::string text = array_of(patterned(1'000'000));
  const std::string archive = member_of(compressed(text), text);
  std::uint64_t read_bytes = 0;
  const auto read_at = [&](std::uint64_t offset, std::span<std::byte> into) -> nopy::result<void> {
    std::memcpy(into.data(), archive.data() + offset, into.size());
    read_bytes += into.size();
    return {};
  };
  const npz_reader reader(nopy::source::custom(archive.size(), read_at));
  read_bytes = 0;
  EXPECT_EQ(reader.at(0).header().shape, (nopy::shape{1'000'000}));
  EXPECT_LE(read_bytes, 1024 + (128u << 10));  // zstd and bzip2 begin with a whole block
}

TEST_P(Codec, GivesWindowsInAnyOrder) {
  const auto values = patterned(600'000);
  const std::string text = array_of(values, "(600, 1000)");
  const std::string archive = member_of(compressed(text), text);
  const npz_reader reader(nopy::source::memory(bytes_of(archive)));
  const nopy::npy_file file(reader.at(0));
  std::mt19937 random(1);
  for (int i = 0; i < 12; ++i) {
    const std::uint64_t row = random() % 500, column = random() % 900;
    const auto part = file.try_region<std::uint32_t, 2>({row, column}, {100, 100});
    ASSERT_TRUE(part) << part.error().message();
    for (std::uint64_t r = 0; r < 100; ++r)
      for (std::uint64_t c = 0; c < 100; ++c)
        ASSERT_EQ((*part)(r, c), values[(row + r) * 1000 + column + c]);
  }
}

TEST_P(Codec, EndsExactlyWhereTheDirectorySays) {
  const std::string text = small_array();
  const std::string stream = compressed(text);
  EXPECT_TRUE(verdict_of(member_of(stream, text)));
  EXPECT_TRUE(verdict_of(member_of(compressed(""), "")));
  struct row {
    const char* what;
    std::string archive;
    errc code;
  };
  const std::string cut = stream.substr(0, stream.size() - 1);
  const row rows[] = {
      {"another CRC", member_of(stream, text).break_crc(), errc::zip_crc},
      {"a byte behind the stream", member_of(stream + '\0', text), errc::zip_size},
      {"text behind the stream", member_of(stream + "abcdefghijk", text), errc::zip_size},
      {"a cut stream", member_of(cut, text), errc::zip_inflate},
      {"nothing at all", member_of("", text), errc::zip_inflate},
      {"a byte more than the directory says", member_of(stream, text.substr(0, text.size() - 1)),
       errc::zip_size},
      {"a byte less than the directory says", member_of(stream, text + '!'), errc::zip_size},
      {"no stream", member_of(std::string(60, 'x'), text), errc::zip_inflate},
  };
  for (const row& each : rows) {
    const auto verdict = verdict_of(each.archive);
    ASSERT_FALSE(verdict) << each.what;
    // LZMA is told how many bytes there are: then a stream of another length is no stream.
    const bool either = GetParam().number == 14 && each.code == errc::zip_size;
    if (either && verdict.error().code() == errc::zip_inflate) continue;
    EXPECT_EQ(verdict.error().code(), each.code) << each.what << verdict.error().message();
  }
}

TEST_P(Codec, NeverGivesAnotherValueForAFlippedBit) {
  const std::string text = small_array();
  const std::string archive = member_of(compressed(text), text);
  std::string flipped = archive;
  std::size_t whole = 0;
  for (std::size_t bit = 0; bit < 8 * archive.size(); ++bit) {
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    for (const policy how : {policy::tolerant, policy::strict}) {
      const auto reader =
          npz_reader::open(nopy::source::memory(bytes_of(flipped)), {.policy = how});
      if (!reader || reader->size() != 1) continue;
      const auto loaded = reader->at(0).try_bytes();
      if (!loaded) continue;
      ++whole;
      EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(loaded->data()),
                                 static_cast<std::size_t>(loaded->size_bytes())),
                text)
          << bit;
    }
    flipped[bit / 8] = archive[bit / 8];
  }
  EXPECT_GT(whole, 0u);  // bits of times and attributes
}

TEST_P(Codec, RefusesASizeThatItsBytesCanNotHold) {
  const std::string text = small_array();
  const std::string archive = member_of(compressed(text), text).both([](zip_bytes::record& r) {
    r.uncompressed_bytes = 0xFFFFFFF0;
    r.compressed_bytes = static_cast<std::uint32_t>(r.compressed_bytes);
  });
  const auto verdict = verdict_of(archive);
  ASSERT_FALSE(verdict);
  EXPECT_NE(verdict.error().code(), errc::out_of_memory);
}

TEST(CodecStreams, OneBehindAnotherAreOneMember) {
  const std::string text = small_array();
  const std::string first = text.substr(0, 50), rest = text.substr(50);
  for (const auto& [number, parts] :
       {std::pair(std::uint16_t{12},
                  std::pair(nopy::test::bzip2_of(first), nopy::test::bzip2_of(rest))),
        std::pair(std::uint16_t{93},
                  std::pair(nopy::test::zstd_of(first), nopy::test::zstd_of(rest)))}) {
    if (!parts.first) GTEST_SKIP() << "built without the library of method " << number;
    const std::string archive =
        zip_bytes().add("a.npy", number, *parts.first + *parts.second, text);
    const npz_reader reader(nopy::source::memory(bytes_of(archive)));
    const auto loaded = reader.at(0).try_load<float, 2>();
    ASSERT_TRUE(loaded) << number << loaded.error().message();
    EXPECT_EQ((*loaded)(1, 2), 5);
    // A frame of nothing behind the last byte is part of the member, and a cut one is not.
    const auto nothing = number == 12 ? nopy::test::bzip2_of("") : nopy::test::zstd_of("");
    const std::string behind =
        zip_bytes().add("a.npy", number, *parts.first + *parts.second + *nothing, text);
    EXPECT_TRUE(npz_reader(nopy::source::memory(bytes_of(behind))).at(0).try_verify()) << number;
    const std::string cut = zip_bytes().add(
        "a.npy", number, *parts.first + *parts.second + nothing->substr(0, 3), text);
    EXPECT_FALSE(npz_reader(nopy::source::memory(bytes_of(cut))).at(0).try_verify()) << number;
  }
}

TEST(CodecStreams, LzmaNeedsNoEndMarker) {
  const auto stream = nopy::test::lzma_of(small_array(), nopy::test::end_marker::left_out);
  if (!stream) GTEST_SKIP() << "no liblzma 5.4 that writes such streams";
  const std::string archive = zip_bytes().add("a.npy", 14, *stream, small_array());
  EXPECT_TRUE(npz_reader(nopy::source::memory(bytes_of(archive))).at(0).try_verify());
}

TEST(CodecStreams, LzmaPropertiesOfAnotherLengthAreNone) {
  auto stream = nopy::test::lzma_of(small_array());
  if (!stream) GTEST_SKIP() << "built without liblzma";
  (*stream)[2] = 6;
  const std::string archive = zip_bytes().add("a.npy", 14, *stream, small_array());
  const auto verified = npz_reader(nopy::source::memory(bytes_of(archive))).at(0).try_verify();
  ASSERT_FALSE(verified);
  EXPECT_EQ(verified.error().code(), errc::zip_inflate);
}

TEST(CodecStreams, AZstdWindowUpTo128MiBIsGiven) {
  if (!nopy::test::zstd_of("")) GTEST_SKIP() << "built without libzstd";
  for (const auto& [log, code] : {std::pair(27, errc{}), std::pair(28, errc::limit)}) {
    const std::string archive =
        zip_bytes().add("a.npy", 93, *nopy::test::zstd_of(small_array(), log), small_array());
    const auto verified = npz_reader(nopy::source::memory(bytes_of(archive))).at(0).try_verify();
    EXPECT_EQ(verified.has_value(), log == 27) << log;
    const errc found = verified ? errc{} : verified.error().code();
    EXPECT_EQ(found, code) << log;
  }
}

}  // namespace
