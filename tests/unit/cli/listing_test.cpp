// SPDX-License-Identifier: MIT
// What a listing costs: the directory, and at most one small read for each member.
#include "input/listing.hpp"

#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace nopy::cli {
namespace {

/// An archive in memory that counts how it is read.
struct counted_archive {
  std::string bytes;
  std::size_t reads = 0;
  std::uint64_t read_bytes = 0;

  [[nodiscard]] nopy::source source() {
    return nopy::source::custom(
        bytes.size(), [this](std::uint64_t offset, std::span<std::byte> into) -> result<void> {
          if (offset > bytes.size() || into.size() > bytes.size() - offset)
            return error(errc::data_truncated);
          std::memcpy(into.data(), bytes.data() + offset, into.size());
          ++reads;
          read_bytes += into.size();
          return {};
        });
  }
};

std::string zeros(std::size_t count) {
  return test::npy_bytes()
      .dict("'<f8'", "(" + std::to_string(count) + ",)")
      .pad(64)
      .raw(std::string(8 * count, '\0'));
}

TEST(Listing, OfFiveThousandCompressedMembersTakesOneSmallReadEach) {
  constexpr std::size_t members = 5000;
  const std::string array = zeros(100);
  test::zip_bytes building;
  for (std::size_t i = 0; i < members; ++i)
    building.deflated("layer" + std::to_string(i) + ".npy", array);
  counted_archive archive{building};
  const auto reader = npz_reader::open(archive.source());
  ASSERT_TRUE(reader);
  EXPECT_LE(archive.reads, 4u);  // magic, tail, directory
  archive.reads = 0;
  archive.read_bytes = 0;
  for (const member& one : *reader) {
    const listed_member looked = look_at(*reader, one);
    ASSERT_TRUE(looked.array);
    EXPECT_EQ(looked.array->head.shape, (shape{100}));
    EXPECT_FALSE(looked.array->offset);
  }
  EXPECT_LE(archive.reads, members);
  EXPECT_LE(archive.read_bytes, members * 1024);
}

TEST(Listing, OfALargeMemberReadsItsBeginning) {
  counted_archive archive{test::zip_bytes().deflated("big.npy", zeros(1 << 20))};
  const auto reader = npz_reader::open(archive.source());
  ASSERT_TRUE(reader);
  archive.reads = 0;
  archive.read_bytes = 0;
  const listed_member looked = look_at(*reader, reader->at(0));
  ASSERT_TRUE(looked.array);
  EXPECT_EQ(looked.array->head.data_bytes, 8u << 20);
  EXPECT_EQ(archive.reads, 1u);
  EXPECT_LE(archive.read_bytes, 1024u);
}

TEST(Listing, OfStoredMembersSaysWhereTheirDataLies) {
  const std::string array = test::small_array();
  counted_archive archive{test::zip_bytes().stored("a.npy", array).stored("notes", "hello")};
  const auto reader = npz_reader::open(archive.source());
  ASSERT_TRUE(reader);
  archive.reads = 0;
  const listed_member a = look_at(*reader, reader->at(0));
  const listed_member notes = look_at(*reader, reader->at(1));
  EXPECT_EQ(archive.reads, 2u);
  ASSERT_TRUE(a.array);
  const std::size_t at = archive.bytes.find(array);
  EXPECT_EQ(a.array->offset, at);
  EXPECT_EQ(a.array->data_offset(), at + 128);
  EXPECT_FALSE(notes.array);
  EXPECT_FALSE(notes.failed);
}

TEST(Listing, KeepsWhatIsWrongWithAMember) {
  const std::string array = test::small_array();
  counted_archive archive{test::zip_bytes()
                              .stored("cut.npy", array.substr(0, 100))
                              .stored("short.npy", array.substr(0, 140))
                              .stored("text.npy", "text")
                              .stored("a.npy", array)
                              .stored("a.npy", array)};
  const auto reader = npz_reader::open(archive.source());
  ASSERT_TRUE(reader);
  const listed_member cut = look_at(*reader, reader->at(0));
  ASSERT_TRUE(cut.failed);
  EXPECT_EQ(cut.failed->code(), errc::header_truncated);
  EXPECT_EQ(cut.failed->offset(), 100u);
  const listed_member shorter = look_at(*reader, reader->at(1));
  ASSERT_TRUE(shorter.array);
  EXPECT_TRUE(shorter.array->cut());
  EXPECT_FALSE(shorter.array->mappable());
  const listed_member text = look_at(*reader, reader->at(2));
  ASSERT_EQ(text.findings.size(), 1u);
  EXPECT_EQ(text.findings[0].code(), errc::not_npy);
  EXPECT_TRUE(look_at(*reader, reader->at(3)).shadowed);
  EXPECT_FALSE(look_at(*reader, reader->at(4)).shadowed);
  EXPECT_EQ(spelling_of(*reader, reader->at(3)), "a.npy");
  EXPECT_EQ(spelling_of(*reader, reader->at(4)), "a");
}

}  // namespace
}  // namespace nopy::cli
