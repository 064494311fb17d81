// SPDX-License-Identifier: MIT
// The local header against the directory.
#include "zip/local_check.hpp"

#include "support/npy_bytes.hpp"
#include "support/read_directory.hpp"
#include "support/zip_bytes.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::policy;
using nopy::test::bytes_of;
using nopy::test::zip_bytes;
using record = zip_bytes::record;

struct checked {
  nopy::result<nopy::zip::data_start> start;
  nopy::finding_list findings;
};

checked check(const std::string& archive, policy how) {
  const auto read = nopy::test::read_directory(archive, how);
  EXPECT_TRUE(read) << read.error().message();
  const auto entry = read->checked(0);
  EXPECT_TRUE(entry) << entry.error().message();
  nopy::finding_list findings;
  const auto local = bytes_of(archive).subspan(static_cast<std::size_t>(entry->header_offset));
  auto start = nopy::zip::check_local(*read, *entry, local, how, findings);
  return {std::move(start), std::move(findings)};
}

zip_bytes one() { return zip_bytes().stored("a.npy", "some bytes"); }

TEST(LocalHeader, SaysWhereTheDataBegins) {
  const std::string archive =
      one().local([](record& r) { r.extra = zip_bytes::extra(0x5455, "12345"); });
  const checked found = check(archive, policy::strict);
  ASSERT_TRUE(found.start) << found.start.error().message();
  EXPECT_EQ(found.start->offset, 30u + 5 + 9);
  EXPECT_EQ(found.start->wanted, 0u);
}

TEST(LocalHeader, IsAskedForInFullWhereItIsCut) {
  const std::string archive = one();
  const auto read = nopy::test::read_directory(archive);
  const auto entry = read->checked(0);
  nopy::finding_list findings;
  const auto some = [&](std::size_t count) {
    return nopy::zip::check_local(*read, *entry, bytes_of(archive).first(count), policy::strict,
                                  findings)
        ->wanted;
  };
  EXPECT_EQ(some(10), 30u);
  EXPECT_EQ(some(30), 35u);
  EXPECT_EQ(some(35), 0u);
}

struct row {
  const char* what;
  zip_bytes archive;
  errc code;
};

TEST(LocalHeader, ThatNamesAnotherMemberIsRefused) {
  const row rows[] = {
      {"another signature", one().local([](record& r) { r.signature = 1; }), errc::zip_corrupt},
      {"another name", one().local([](record& r) { r.name = "z.npy"; }), errc::zip_mismatch},
      {"another case", one().local([](record& r) { r.name = "A.npy"; }), errc::zip_mismatch},
      {"a longer name", one().local([](record& r) { r.name = "a.npyx"; }), errc::zip_mismatch},
      {"encrypted here only", one().local([](record& r) { r.flags |= 1; }), errc::zip_encrypted},
      {"an extra field that moves the data into the directory",
       one().both([](record& r) { r.compressed_bytes = r.uncompressed_bytes = 30; }),
       errc::zip_overlap},
  };
  for (const row& one : rows)
    for (const policy how : {policy::tolerant, policy::strict}) {
      std::string archive = one.archive;
      if (one.code == errc::zip_overlap) {
        // The directory's sizes fit; the local extra field claims 100 bytes of data as its own.
        archive = zip_bytes().stored("a.npy", std::string(120, 'x'));
        archive.replace(28, 2, zip_bytes::number(100, 2));
      }
      const checked found = check(archive, how);
      ASSERT_FALSE(found.start) << one.what;
      EXPECT_EQ(found.start.error().code(), one.code) << one.what;
    }
}

TEST(LocalHeader, ThatDiffersOtherwiseIsToldAndStrictlyRefused) {
  const std::string path =
      zip_bytes::number(1, 1) + zip_bytes::number(nopy::test::slow_crc32("a.npy"), 4) + "evil.npy";
  const row rows[] = {
      {"method", one().local([](record& r) { r.method = 8; }), errc::zip_mismatch},
      {"flags", one().local([](record& r) { r.flags |= 0x800; }), errc::zip_mismatch},
      {"CRC", one().local([](record& r) { r.crc32 ^= 1; }), errc::zip_mismatch},
      {"size", one().local([](record& r) { r.uncompressed_bytes = 1; }), errc::zip_mismatch},
      {"compressed size", one().local([](record& r) { r.compressed_bytes = 1; }),
       errc::zip_mismatch},
      {"a saturated size without its field",
       one().local([](record& r) { r.compressed_bytes = 0xFFFFFFFF; }), errc::zip_mismatch},
      {"a saturated size whose field is short", one().local([](record& r) {
         r.uncompressed_bytes = 0xFFFFFFFF;
         r.extra = zip_bytes::extra(0x5455, "time") + zip_bytes::extra(1, "12345678");
       }),
       errc::zip_mismatch},
      {"another size in the ZIP64 field", one().local([](record& r) {
         r.uncompressed_bytes = 0xFFFFFFFF;
         r.extra = zip_bytes::extra(1, zip_bytes::number(11, 8) + zip_bytes::number(10, 8));
       }),
       errc::zip_mismatch},
      {"a Unicode Path of another name",
       one().central([&](record& r) { r.extra = zip_bytes::extra(0x7075, path); }),
       errc::zip_ambiguous},
  };
  for (const row& one : rows) {
    const checked found = check(one.archive, policy::tolerant);
    ASSERT_TRUE(found.start) << one.what << ": " << found.start.error().message();
    ASSERT_EQ(found.findings.size(), 1u) << one.what;
    EXPECT_EQ(found.findings.begin()->code(), one.code) << one.what;
    const checked strict = check(one.archive, policy::strict);
    ASSERT_FALSE(strict.start) << one.what;
    EXPECT_EQ(strict.start.error().code(), one.code) << one.what;
  }
}

TEST(LocalHeader, OfSavezWithSaturatedSizesAgrees) {
  const std::string sizes = zip_bytes::number(10, 8) + zip_bytes::number(10, 8);
  const checked found = check(one().local([&](record& r) {
    r.compressed_bytes = r.uncompressed_bytes = 0xFFFFFFFF;
    r.extra = zip_bytes::extra(1, sizes);
  }),
                              policy::strict);
  ASSERT_TRUE(found.start) << found.start.error().message();
  EXPECT_EQ(found.start->offset, 30u + 5 + 20);
}

TEST(LocalHeader, AgreesWithAUnicodePathThatSpellsTheName) {
  const std::string raw = "caf\x82";  // code page 437
  const auto with = [&](std::string_view path) {
    const std::string field = zip_bytes::number(1, 1) +
                              zip_bytes::number(nopy::test::slow_crc32(raw), 4) + std::string(path);
    return check(zip_bytes().stored(raw, "1").central(
                     [&](record& r) { r.extra = zip_bytes::extra(0x7075, field); }),
                 policy::strict);
  };
  EXPECT_TRUE(with("caf\u00E9").start);
  for (const char* other : {"caf\u00E8", "caf\u00E9s", "caf"})
    EXPECT_FALSE(with(other).start) << other;
}

TEST(Descriptor, OfOtherSizesIsNone) {
  for (const bool wide : {true, false})
    for (const std::size_t at :
         {std::size_t{8}, std::size_t{wide ? 16u : 12u}}) {  // behind signature and CRC
      std::string archive = one().descriptor(true, wide);
      const auto read = nopy::test::read_directory(archive, policy::strict);
      const auto entry = read->checked(0);
      archive[45 + at] ^= 1;
      EXPECT_EQ(nopy::zip::descriptor_bytes(*entry, bytes_of(archive).subspan(45)), 0u) << at;
    }
}

TEST(Descriptor, IsReadInItsFourSpellings) {
  for (const bool signature : {true, false})
    for (const bool wide : {true, false}) {
      const std::string archive = one().descriptor(signature, wide);
      const auto read = nopy::test::read_directory(archive, policy::strict);
      const auto entry = read->checked(0);
      EXPECT_EQ(nopy::zip::descriptor_limit(*entry), 24u);
      const auto behind = bytes_of(archive).subspan(45).first(wide ? 20 : 12);
      const auto longer = bytes_of(archive).subspan(45).first(24);
      EXPECT_EQ(nopy::zip::descriptor_bytes(*entry, longer),
                (signature ? 8u : 4u) + (wide ? 16u : 8u));
      EXPECT_TRUE(nopy::zip::check_descriptor(*entry, 45, signature ? longer : behind))
          << signature << wide;
      std::string broken = archive;
      broken[45 + (signature ? 4 : 0)] ^= 1;
      EXPECT_EQ(nopy::zip::check_descriptor(*entry, 45, bytes_of(broken).subspan(45).first(24))
                    .error()
                    .code(),
                errc::zip_mismatch);
    }
}

}  // namespace
