// SPDX-License-Identifier: MIT
// What is saved of a damaged archive: exactly the members that are whole, and a word about each other
// one.
#include <nopy/npz_edit.hpp>

#include "support/archive_contents.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <random>

namespace nopy::test {
namespace {

struct salvaged {
  result<salvage_report> report = error(errc::usage);
  named_bytes members{};
};

salvaged salvage(const std::string& archive) {
  const temporary_folder folder;
  const std::string from = folder.write("from.npz", archive), to = folder.file("to.npz");
  salvaged out{try_salvage_npz(from, to)};
  EXPECT_EQ(temporary_folder::read_text(from), archive);
  EXPECT_EQ(folder.entry_count(), out.report ? 2u : 1u);
  if (out.report) out.members = contents_of(to);
  return out;
}

/// Five members of every kind that a writer leaves: sizes in front, or behind in a descriptor.
zip_bytes every_kind() {
  zip_bytes made;
  made.stored("a.npy", small_array())
      .deflated("b.npy", array_of(patterned(100'000)))
      .deflated("c.npy", array_of(patterned(3000)))
      .descriptor()
      .stored("d.npy", array_of(patterned(90'000)))
      .descriptor(true, true)
      .stored("e.txt", "PK\x07\x08 is no end, nor is PK\x03\x04");
  return made;
}

named_bytes every_content() {
  return {{"a.npy", small_array()},
          {"b.npy", array_of(patterned(100'000))},
          {"c.npy", array_of(patterned(3000))},
          {"d.npy", array_of(patterned(90'000))},
          {"e.txt", "PK\x07\x08 is no end, nor is PK\x03\x04"}};
}

TEST(npz_salvage, of_a_whole_archive_loses_nothing) {
  const salvaged out = salvage(every_kind());
  ASSERT_TRUE(out.report.has_value());
  EXPECT_EQ(out.report->saved, 5u);
  EXPECT_TRUE(out.report->lost.empty());
  EXPECT_FALSE(out.report->directory_lost);
  EXPECT_EQ(out.members, every_content());
}

TEST(npz_salvage, of_an_archive_without_directory_finds_members_of_every_kind) {
  const std::string whole = every_kind();
  const std::string cut = whole.substr(0, whole.rfind("PK\x05\x06"));
  const salvaged out = salvage(cut);
  ASSERT_TRUE(out.report.has_value()) << out.report.error().message();
  EXPECT_TRUE(out.report->directory_lost);
  EXPECT_EQ(out.members, every_content());
  std::uint64_t bytes = 0;
  for (const auto& one : every_content()) bytes += one.second.size();
  EXPECT_EQ(out.report->saved_bytes, bytes);
}

TEST(npz_salvage, of_a_cut_archive_saves_what_lies_before_the_cut) {
  const std::string whole = every_kind();
  const named_bytes all = every_content();
  std::mt19937 random(20261130);
  for (int n = 0; n < 120; ++n) {
    const std::size_t length = 4 + random() % (whole.size() - 4);
    const salvaged out = salvage(whole.substr(0, length));
    if (!out.report) {
      EXPECT_EQ(out.report.error().code(), errc::zip_no_directory) << length;
      EXPECT_LT(length, 400u);
      continue;
    }
    const std::size_t saved = out.members.size();
    ASSERT_LE(saved, all.size());
    EXPECT_EQ(out.members,
              named_bytes(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(saved)));
    EXPECT_EQ(out.report->saved, saved);
    // The member that the cut went through is told, by its name where that is there.
    if (saved < 5 && !out.report->lost.empty()) {
      EXPECT_EQ(out.report->lost.begin()->code(), errc::data_truncated)
          << length << out.report->lost.begin()->message();
    }
  }
}

TEST(npz_salvage, of_one_bad_member_saves_the_others_and_names_it) {
  const std::string whole = every_kind();
  for (const std::size_t index : {0u, 1u, 2u, 3u, 4u}) {
    std::string bad = whole;
    bad[every_kind().data_offset(index) + 12] ^= 0x10;
    const salvaged out = salvage(bad);
    ASSERT_TRUE(out.report.has_value());
    named_bytes others = every_content();
    const std::string name = others[index].first;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(index));
    EXPECT_EQ(out.members, others);
    ASSERT_EQ(out.report->lost.size(), 1u);
    const finding& lost = *out.report->lost.begin();
    EXPECT_NE(lost.message().find("from.npz!" + name), std::string::npos) << lost.message();
  }
}

TEST(npz_salvage, without_a_directory_names_a_bad_member_too) {
  std::string bad = every_kind();
  bad[every_kind().data_offset(3) + 200] ^= 0x10;
  const salvaged out = salvage(bad.substr(0, bad.rfind("PK\x05\x06")));
  ASSERT_TRUE(out.report.has_value());
  named_bytes others = every_content();
  others.erase(others.begin() + 3);
  EXPECT_EQ(out.members, others);
  ASSERT_EQ(out.report->lost.size(), 1u);
  EXPECT_NE(out.report->lost.begin()->message().find("from.npz!d.npy"), std::string::npos);
}

TEST(npz_salvage, goes_by_the_local_header_where_the_directory_is_wrong) {
  const std::string archive = zip_bytes()
                                  .stored("a.npy", small_array())
                                  .central([](auto& r) { r.crc32 ^= 1; })
                                  .deflated("b.npy", small_array())
                                  .central([](auto& r) { r.uncompressed_bytes += 1; })
                                  .str();
  const salvaged out = salvage(archive);
  ASSERT_TRUE(out.report.has_value());
  EXPECT_EQ(out.members, (named_bytes{{"a.npy", small_array()}, {"b.npy", small_array()}}));
  EXPECT_TRUE(out.report->lost.empty());
}

TEST(npz_salvage, saves_the_later_of_two_members_of_one_name) {
  const salvaged out =
      salvage(zip_bytes().stored("a", "first").stored("a", "second").stored("b", "b").str());
  ASSERT_TRUE(out.report.has_value());
  EXPECT_EQ(out.members, (named_bytes{{"a", "second"}, {"b", "b"}}));
  ASSERT_EQ(out.report->lost.size(), 1u);
  EXPECT_EQ(out.report->lost.begin()->code(), errc::zip_duplicate);
}

TEST(npz_salvage, of_nothing_whole_writes_nothing) {
  EXPECT_EQ(salvage(zip_bytes().stored("a", "text").break_crc().str()).report.error().code(),
            errc::zip_no_directory);
  EXPECT_EQ(salvage("PK\x03\x04 and so on").report.error().code(), errc::zip_no_directory);
  EXPECT_EQ(salvage(small_array()).report.error().code(), errc::bad_magic);
  const temporary_folder folder;
  EXPECT_EQ(try_salvage_npz(folder.file("none"), folder.file("to")).error().code(), errc::io);
  folder.write("to", "there already");
  const std::string from = folder.write("from", every_kind().str());
  EXPECT_EQ(try_salvage_npz(from, folder.file("to")).error().code(), errc::exists);
  EXPECT_EQ(
      try_salvage_npz(from, folder.file("new"), {.progress = [](const progress&) { return false; }})
          .error()
          .code(),
      errc::cancelled);
  EXPECT_EQ(folder.entry_count(), 2u);
}

TEST(npz_salvage, of_headers_that_all_reach_over_each_other_ends_soon) {
  // Every header is the start of a stored member whose end is nowhere: reading on for each of them
  // would cost the square of the bytes.
  const std::string header = zip_bytes().stored("x", "").descriptor().str().substr(0, 31);
  std::string hostile;
  for (int i = 0; i < 40'000; ++i) hostile += header;
  const temporary_folder folder;
  const std::string from = folder.write("from.npz", hostile);
  const auto done = try_salvage_npz(from, folder.file("to.npz"));
  EXPECT_EQ(done.error().code(), errc::zip_no_directory);
}

}  // namespace
}  // namespace nopy::test
