// SPDX-License-Identifier: MIT
// Which end record counts, and what is told of the others.
#include "support/read_directory.hpp"
#include "support/zip_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::policy;
using nopy::test::read_directory;
using nopy::test::zip_bytes;

zip_bytes one() { return zip_bytes().stored("a.npy", "first"); }

struct deviation {
  const char* what;
  std::string bytes;
  errc code;
};

std::string with_end(std::size_t at, std::string_view field) {
  std::string made = one();
  return made.replace(made.size() - 22 + at, field.size(), field);
}

TEST(EndSearch, TellsWhatDeviatesAndStrictlyRefusesIt) {
  const deviation rows[] = {
      {"bytes behind the archive", one().tail("trailing"), errc::zip_corrupt},
      {"512 zeros behind it", one().tail(std::string(512, '\0')), errc::zip_corrupt},
      {"a comment that is cut", with_end(20, std::string_view("\x28\0", 2)), errc::zip_corrupt},
      {"a disk number", with_end(4, std::string_view("\1\0\1\0", 4)), errc::zip_multidisk},
      {"fewer records here than in all", with_end(8, std::string_view("\0\0", 2)),
       errc::zip_multidisk},
      {"another archive's end in the comment", one().comment(std::string(zip_bytes())),
       errc::zip_ambiguous},
  };
  for (const deviation& row : rows) {
    const auto read = read_directory(row.bytes);
    ASSERT_TRUE(read) << row.what << ": " << read.error().message();
    EXPECT_EQ(read->size(), 1u) << row.what;
    ASSERT_EQ(read->findings().size(), 1u) << row.what;
    EXPECT_EQ(read->findings().begin()->code(), row.code) << row.what;
    const auto strict = read_directory(row.bytes, policy::strict);
    ASSERT_FALSE(strict) << row.what;
    EXPECT_EQ(strict.error().code(), row.code) << row.what;
  }
}

TEST(EndSearch, TakesTheLastOfTwoArchivesAndStrictlyNone) {
  const std::string first = one();
  const std::string both = zip_bytes().prefix(first).stored("z.npy", "second");
  const auto read = read_directory(both);
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_EQ(read->size(), 1u);
  EXPECT_EQ(read->at(0).name, "z.npy");
  ASSERT_FALSE(read->findings().empty());
  EXPECT_EQ(read->findings().begin()->code(), errc::zip_ambiguous);
  const auto strict = read_directory(both, policy::strict);
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error().code(), errc::zip_ambiguous);
}

TEST(EndSearch, FindsTheRecordWhereverItStandsInTheTail) {
  // The search skips what it can in blocks: the record lies at every place relative to their borders, alone
  // and among bytes that look like the two it skips by.
  const std::string archive = one();
  for (std::size_t behind = 0; behind < 600; ++behind) {
    for (const bool alike : {false, true}) {
      std::string tail(behind, '.');
      for (std::size_t i = 0; alike && i + 1 < behind; i += 7) tail.replace(i, 2, "K\5");
      const auto read = read_directory(archive + tail);
      ASSERT_TRUE(read) << behind << ": " << read.error().message();
      EXPECT_EQ(read->size(), 1u) << behind;
    }
  }
  const auto far = read_directory(archive + std::string(65535, '.'));
  ASSERT_TRUE(far) << far.error().message();
  EXPECT_EQ(far->size(), 1u);
}

TEST(EndSearch, LooksPastASignatureInTheComment) {
  for (const policy how : {policy::tolerant, policy::strict}) {
    const auto read =
        read_directory(one().comment("see PK\x05\x06 in this text, it is long enough"), how);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->size(), 1u);
    EXPECT_TRUE(read->findings().empty());
  }
  ASSERT_TRUE(read_directory(one().comment(std::string(65535, 'c')), policy::strict));
}

TEST(EndSearch, FindsAZip64RecordFarInFrontOfItsLocator) {
  // The record may carry more than a tail holds: its size says so, and it is asked for by its own range.
  std::string archive = one().end_64();
  const std::size_t locator = archive.size() - 22 - 20;
  const std::string extensible(100'000, 'x');
  archive.replace(locator - 56 + 4, 8, zip_bytes::number(44 + extensible.size(), 8));
  archive.insert(locator, extensible);
  const auto read = read_directory(archive, policy::strict);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->size(), 1u);
}

TEST(EndSearch, PassesOverAnEndThatCountsMembersInADirectoryOfNoBytes) {
  std::string archive = one().comment(std::string(22, 'x'));
  const std::size_t at = archive.size() - 22;
  const auto number = zip_bytes::number;
  archive.replace(at, 22,
                  number(0x06054B50, 4) + number(0, 4) + number(1, 2) + number(1, 2) +
                      number(0, 4) + number(at, 4) + number(0, 2));
  const auto read = read_directory(archive);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->size(), 1u);
  ASSERT_FALSE(read->findings().empty()) << "NumPy sees no member";
  EXPECT_EQ(read->findings().begin()->code(), errc::zip_ambiguous);
}

TEST(EndSearch, TellsOfADirectoryInTheCommentThatNumPyTakes) {
  // Its offset does not count the archive in front of it, which NumPy makes up for.
  const std::string hidden = zip_bytes().stored("z.npy", "other");
  const std::string archive = one().comment(hidden);
  const auto read = read_directory(archive);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->at(0).name, std::string_view(read_directory(one())->at(0).name));
  ASSERT_EQ(read->findings().size(), 1u);
  EXPECT_EQ(read->findings().begin()->code(), errc::zip_ambiguous);
  EXPECT_EQ(read->findings().begin()->offset(), archive.size() - 22);
  EXPECT_FALSE(read_directory(archive, policy::strict));
}

TEST(EndSearch, PassesOverAnEndWhoseDirectoryCanHoldNoRecord) {
  // 45 bytes, one too few; 2^64 bytes, which end nowhere.
  const auto number = zip_bytes::number;
  for (const std::uint64_t count : {std::uint64_t{45}, std::uint64_t{0xFFFFFFF0}}) {
    std::string archive = one().comment(std::string(22, 'x'));
    const std::size_t at = archive.size() - 22;
    archive.replace(at, 22,
                    number(0x06054B50, 4) + number(0, 4) + number(1, 2) + number(1, 2) +
                        number(count, 4) + number(at - count, 4) + number(0, 2));
    const auto read = read_directory(archive);
    ASSERT_TRUE(read) << count << ": " << read.error().message();
    EXPECT_EQ(read->size(), 1u);
    EXPECT_TRUE(read->checked(0));
  }
}

TEST(EndSearch, TakesAZip64RecordBesideTrueNumbersAsBesideSaturatedOnes) {
  const std::string saturated = one().end_64();
  const std::string plain = one();
  std::string exact = saturated;
  exact.replace(exact.size() - 14, 12, plain.substr(plain.size() - 14, 12));
  for (const std::string& archive : {saturated, exact}) {
    const auto read = read_directory(archive, policy::strict);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->size(), 1u);
    EXPECT_TRUE(read->findings().empty());
  }
}

TEST(EndSearch, RefusesZip64RecordsThatContradict) {
  const std::string good = one().end_64();
  const std::size_t record = good.size() - 22 - 20 - 56, locator = good.size() - 42;
  struct row {
    const char* what;
    std::size_t at;
    std::string field;
    errc code;
  };
  const row rows[] = {
      {"locator elsewhere", locator + 8, zip_bytes::number(1, 8), errc::zip_corrupt},
      {"locator wraps", locator + 8, zip_bytes::number(UINT64_MAX - 7, 8), errc::zip_corrupt},
      {"two disks", locator + 16, zip_bytes::number(2, 4), errc::zip_multidisk},
      {"2^63 entries", record + 24,
       zip_bytes::number(1ull << 63, 8) + zip_bytes::number(1ull << 63, 8), errc::zip_corrupt},
      {"a huge directory", record + 40, zip_bytes::number(UINT64_MAX - 40, 8), errc::zip_corrupt},
      {"a record of 1 TiB", record + 4, zip_bytes::number(1ull << 40, 8), errc::zip_corrupt},
      {"locator on another disk", locator + 4, zip_bytes::number(1, 4), errc::zip_multidisk},
      {"record on another disk", record + 16, zip_bytes::number(1, 4), errc::zip_multidisk},
      {"other plain counts", good.size() - 22 + 8, zip_bytes::number(0x00020002, 4),
       errc::zip_ambiguous},
      {"another plain size", good.size() - 22 + 12, zip_bytes::number(50, 4), errc::zip_ambiguous},
      {"another plain offset", good.size() - 22 + 16, zip_bytes::number(34, 4),
       errc::zip_ambiguous},
      {"fewer entries here than in all", record + 24, zip_bytes::number(0, 8), errc::zip_ambiguous},
  };
  for (const row& one : rows) {
    std::string bad = good;
    bad.replace(one.at, one.field.size(), one.field);
    for (const policy how : {policy::tolerant, policy::strict}) {
      const auto read = read_directory(bad, how);
      ASSERT_FALSE(read) << one.what;
      EXPECT_EQ(read.error().code(), one.code) << one.what << ": " << read.error().message();
    }
  }
}

}  // namespace
