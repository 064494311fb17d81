// SPDX-License-Identifier: MIT
// Extra fields that nopy does not know, or knows of other tools: tables of chunks (0x706E), SOZip's
// field and its hidden member, alignments that are no longer true. None of them is believed; the
// value is that of a plain reading.
#include <nopy/npz.hpp>

#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::npz_reader;
using nopy::policy;
using nopy::test::array_of;
using nopy::test::bytes_of;
using nopy::test::patterned;
using nopy::test::zip_bytes;

constexpr unsigned chunk_table_field = 0x706E;
constexpr unsigned sozip_field = 0x564B;
constexpr unsigned alignment_field = 0xD935;

void expect_value(const std::string& archive, const std::vector<std::uint32_t>& values,
                  const char* what) {
  for (const policy how : {policy::tolerant, policy::strict}) {
    const auto reader = npz_reader::open(nopy::source::memory(bytes_of(archive)), {.policy = how});
    ASSERT_TRUE(reader) << what << reader.error().message();
    const auto loaded = (*reader)["a"].try_load<std::uint32_t, 1>();
    ASSERT_TRUE(loaded) << what << loaded.error().message();
    EXPECT_TRUE(std::equal(values.begin(), values.end(), loaded->begin())) << what;
    const auto part = nopy::npy_file((*reader)["a"]).try_region<std::uint32_t, 1>({700}, {50});
    ASSERT_TRUE(part) << what;
    EXPECT_TRUE(std::equal(part->begin(), part->end(), values.begin() + 700)) << what;
  }
}

/// A table of chunks that says whatever it says: version, size of a chunk, sums and sizes.
std::string chunk_table(std::uint64_t compressed, std::uint64_t uncompressed, unsigned chunks) {
  std::string body("\x01\x12\0\0", 4);
  body += zip_bytes::number(0, 4) + zip_bytes::number(compressed, 8) +
          zip_bytes::number(uncompressed, 8) + zip_bytes::number(chunks, 4);
  for (unsigned i = 0; i < chunks; ++i) body += zip_bytes::number(i * 99, 8);
  return zip_bytes::extra(chunk_table_field, body + zip_bytes::number(0, 4));
}

TEST(ForeignFields, AreNotBelieved) {
  const auto values = patterned(30'000);
  const std::string text = array_of(values);
  struct row {
    const char* what;
    std::string field;
  };
  const row rows[] = {
      {"a table of chunks of another member", chunk_table(5, 6, 3)},
      {"a table that says more chunks than it has", chunk_table(5, 6, 3).substr(0, 30)},
      {"a table of the longest kind", chunk_table(1, 1, 2000)},
      {"no table at all", zip_bytes::extra(chunk_table_field, "")},
      {"SOZip", zip_bytes::extra(sozip_field, std::string(28, '\x7F'))},
      {"an alignment that is none", zip_bytes::extra(alignment_field, std::string("\x03\0", 2))},
  };
  for (const row& each : rows) {
    const bool whole = each.field.size() < 4 ||
                       each.field.size() == 4u + static_cast<unsigned char>(each.field[2]) +
                                                256u * static_cast<unsigned char>(each.field[3]);
    if (!whole) continue;
    for (const bool stored : {false, true}) {
      zip_bytes archive;
      stored ? archive.stored("a.npy", text) : archive.deflated("a.npy", text);
      const auto add = [&](zip_bytes::record& r) { r.extra += each.field; };
      expect_value(archive.central(add), values, each.what);
      expect_value(archive.local(add), values, each.what);
    }
  }
}

TEST(ForeignFields, OfSozipWithItsHiddenMember) {
  const auto values = patterned(30'000);
  // The index is a stored member between the data and the next member that the directory does not list.
  const std::string hidden =
      zip_bytes().stored(".a.npy.sozip.idx", std::string(32 + 8 * 4, '\x01')).str();
  const std::string index = hidden.substr(0, hidden.find("PK\x01\x02"));
  const std::string archive = zip_bytes()
                                  .deflated("a.npy", array_of(values))
                                  .central([](zip_bytes::record& r) {
                                    r.extra +=
                                        zip_bytes::extra(sozip_field, std::string(28, '\x01'));
                                  })
                                  .behind(index)
                                  .deflated("b.npy", array_of(values));
  expect_value(archive, values, "a hidden member");
  EXPECT_EQ(npz_reader(nopy::source::memory(bytes_of(archive))).size(), 2u);
}

}  // namespace
