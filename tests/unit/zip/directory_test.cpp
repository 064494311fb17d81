// SPDX-License-Identifier: MIT
// The directory is the authority: what it can not say is refused, for the archive or for the member alone.
#include "support/read_directory.hpp"
#include "support/zip_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::policy;
using nopy::test::read_directory;
using nopy::test::zip_bytes;
using record = zip_bytes::record;

zip_bytes two() { return zip_bytes().stored("a.npy", "first").deflated("b.npy", "the second one"); }

TEST(Directory, StepsOverTheCommentsOfMembers) {
  std::string archive = two();
  const std::size_t end = archive.size() - 22, last = end - 46 - 5;
  archive.replace(last + 32, 2, zip_bytes::number(3, 2));  // the last record's comment
  archive.replace(end + 12, 4, zip_bytes::number(2 * (46 + 5) + 3, 4));
  archive.insert(end, "com");
  const auto read = read_directory(archive);
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_EQ(read->size(), 2u);
  EXPECT_EQ(read->record_bytes(1).size(), 46u + 5 + 3);
}

TEST(Directory, SaysWhatItsRecordsSay) {
  const auto read = read_directory(two());
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_EQ(read->size(), 2u);
  const auto b = read->checked(1);
  ASSERT_TRUE(b) << b.error().message();
  EXPECT_EQ(b->name, "b.npy");
  EXPECT_EQ(b->method, 8);
  EXPECT_EQ(b->uncompressed_bytes, 14u);
  EXPECT_EQ(b->crc32, nopy::test::slow_crc32("the second one"));
  EXPECT_EQ(b->header_offset, 30u + 5 + 5);
  EXPECT_TRUE(read->findings().empty());
}

TEST(Directory, ResolvesZip64) {
  const auto read = read_directory(two().zip64().end_64(), policy::strict);
  ASSERT_TRUE(read) << read.error().message();
  const auto b = read->checked(1);
  ASSERT_TRUE(b) << b.error().message();
  EXPECT_EQ(b->uncompressed_bytes, 14u);
  EXPECT_EQ(b->header_offset, 40u);
}

TEST(Directory, OfAnEmptyArchiveIsEmpty) {
  const auto read = read_directory(zip_bytes());
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->size(), 0u);
}

struct bad_member {
  const char* what;
  zip_bytes archive;
  errc code;
};

TEST(Directory, RefusesOnlyTheMemberThatIsWrong) {
  const std::string sizes = zip_bytes::number(14, 8) + zip_bytes::number(14, 8);
  const auto wrong = [](const zip_bytes::change& how) { return two().central(how); };
  const bad_member rows[] = {
      {"a NUL in its name", two().both([](record& r) { r.name = std::string("b\0.npy", 6); }),
       errc::zip_name},
      {"no UTF-8 under the flag",
       two().both([](record& r) { r.flags |= 0x800, r.name = "\xFF.npy"; }), errc::zip_name},
      {"encrypted", wrong([](record& r) { r.flags |= 1; }), errc::zip_encrypted},
      {"strongly encrypted", wrong([](record& r) { r.flags |= 0x40; }), errc::zip_encrypted},
      {"an offset behind the archive", wrong([](record& r) { r.offset = 0x7FFFFFFF; }),
       errc::zip_corrupt},
      {"a size behind the archive", wrong([](record& r) { r.compressed_bytes = 0x7FFFFFFF; }),
       errc::zip_corrupt},
      {"a size one byte into the directory", wrong([](record& r) { ++r.compressed_bytes; }),
       errc::zip_overlap},
      {"stored with two sizes",
       zip_bytes(two()).stored("c", "xyz").central([](record& r) { r.uncompressed_bytes = 2; }),
       errc::zip_size},
      {"more than DEFLATE can reach", wrong([](record& r) { r.uncompressed_bytes = 1u << 20; }),
       errc::zip_size},
      {"a saturated size without its field",
       wrong([](record& r) { r.uncompressed_bytes = 0xFFFFFFFF; }), errc::zip_corrupt},
      {"a size that wraps", wrong([](record& r) {
         r.compressed_bytes = r.uncompressed_bytes = 0xFFFFFFFF;
         r.extra = zip_bytes::extra(1, zip_bytes::number(14, 8) + zip_bytes::number(UINT64_MAX, 8));
       }),
       errc::zip_corrupt},
      {"an offset that wraps", wrong([](record& r) {
         r.offset = 0xFFFFFFFF;
         r.extra = zip_bytes::extra(1, zip_bytes::number(UINT64_MAX - 40, 8));
       }),
       errc::zip_corrupt},
      {"a short ZIP64 field", wrong([](record& r) {
         r.uncompressed_bytes = 0xFFFFFFFF;
         r.extra = zip_bytes::extra(1, "1234567");
       }),
       errc::zip_corrupt},
      {"two ZIP64 fields", wrong([&](record& r) {
         r.uncompressed_bytes = r.compressed_bytes = 0xFFFFFFFF;
         r.extra = zip_bytes::extra(1, sizes) + zip_bytes::extra(1, sizes);
       }),
       errc::zip_corrupt},
      {"a field longer than its area",
       wrong([](record& r) { r.extra = std::string("UT\x90\x01x", 5); }), errc::zip_corrupt},
  };
  for (const bad_member& row : rows) {
    const auto read = read_directory(row.archive);
    ASSERT_TRUE(read) << row.what << ": " << read.error().message();
    const std::size_t last = read->size() - 1;
    const auto bad = read->checked(last);
    ASSERT_FALSE(bad) << row.what;
    EXPECT_EQ(bad.error().code(), row.code) << row.what << ": " << bad.error().message();
    EXPECT_EQ(bad.error().offset(), read->at(last).record_offset) << row.what;
    EXPECT_TRUE(read->checked(0)) << row.what << " hides the good one";
  }
}

struct bad_archive {
  const char* what;
  std::string bytes;
  errc code;
};

TEST(Directory, RefusesAnArchiveThatCanNotBe) {
  const std::string good = two();
  const std::size_t end = good.size() - 22;
  const auto patched = [&](std::size_t at, std::uint64_t value, unsigned count) {
    std::string made = good;
    return made.replace(end + at, count, zip_bytes::number(value, count));
  };
  const bad_archive rows[] = {
      {"a count too low", patched(8, 0x00010001, 4), errc::zip_corrupt},
      {"a count too high", patched(8, 0x00030003, 4), errc::zip_corrupt},
      {"a count no directory holds", patched(8, 0xFFFEFFFE, 4), errc::zip_corrupt},
      {"an offset too high", patched(16, 0xFFFFFF, 4), errc::zip_corrupt},
      {"a size too high", patched(12, 0x7FFFFFFF, 4), errc::zip_corrupt},
      {"a wrong record signature", two().central([](record& r) { r.signature = 1; }),
       errc::zip_corrupt},
      {"cut in the end record", good.substr(0, good.size() - 1), errc::zip_no_directory},
      {"cut in half", good.substr(0, good.size() / 2), errc::zip_no_directory},
  };
  for (const bad_archive& row : rows)
    for (const policy how : {policy::tolerant, policy::strict}) {
      const auto read = read_directory(row.bytes, how);
      ASSERT_FALSE(read) << row.what;
      EXPECT_EQ(read.error().code(), row.code) << row.what << ": " << read.error().message();
    }
}

TEST(Directory, OverTheLimitIsRefusedBeforeItIsRead) {
  const auto read = read_directory(two(), policy::tolerant, {.members = 1});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code(), errc::limit);
}

TEST(Directory, RefusesAMemberInsideAnother) {
  std::string inner = zip_bytes().stored("b.npy", "inside");
  inner.resize(30 + 5 + 6);  // its local header and data
  const auto read = read_directory(
      zip_bytes().stored("a.npy", inner).stored("b.npy", "inside").central([](record& r) {
        r.offset = 35;
      }));
  ASSERT_TRUE(read) << read.error().message();
  for (const std::size_t i : {0u, 1u}) {
    const auto one = read->checked(i);
    ASSERT_FALSE(one) << i;
    EXPECT_EQ(one.error().code(), errc::zip_overlap) << i;
  }
}

TEST(Directory, InAnotherOrderThanItsMembersReadsTheSame) {
  const auto read = read_directory(two().stored("c.npy", "third").order({2, 0, 1}), policy::strict);
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_TRUE(read->checked(0));
  EXPECT_EQ(read->checked(0)->name, "c.npy");
  EXPECT_EQ(read->boundary_behind(*read->checked(1)), read->at(2).header_offset);
}

TEST(Directory, WithAPrefixIsAFindingOrAnError) {
  // Offsets count the prefix; it begins like an empty archive, else it would be no archive at all.
  const auto made = two().prefix("PK\x05\x06 and something");
  const auto read = read_directory(made);
  ASSERT_TRUE(read) << read.error().message();
  ASSERT_EQ(read->findings().size(), 1u);
  EXPECT_EQ(read->findings().begin()->code(), errc::zip_ambiguous);
  const auto strict = read_directory(made, policy::strict);
  ASSERT_FALSE(strict);
  EXPECT_EQ(strict.error().code(), errc::zip_ambiguous);
}

}  // namespace
