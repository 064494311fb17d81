// SPDX-License-Identifier: MIT
// An archive as another one: the same members, aligned, stored or compressed; CRCs are checked on the
// way, and a bad member leaves nothing.
#include <nopy/npz_edit.hpp>

#include "support/archive_contents.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::vector<std::uint32_t> large =
    patterned(700'000);  // more than one piece of the compressor

std::string mixed_archive() {
  return zip_bytes()
      .stored("a.npy", small_array())
      .deflated("b.npy", array_of(large))
      .stored("notes.txt", "some text")
      .descriptor()
      .stored("empty", "")
      .deflated("empty deflated", "")
      .stored("cut.npy", small_array().substr(0, 100))
      .str();
}

named_bytes mixed_contents() {
  return {{"a.npy", small_array()},   {"b.npy", array_of(large)},
          {"notes.txt", "some text"}, {"empty", ""},
          {"empty deflated", ""},     {"cut.npy", small_array().substr(0, 100)}};
}

TEST(npz_repack, gives_the_same_members_in_every_form) {
  const temporary_folder folder;
  const std::string from = folder.write("from.npz", mixed_archive());
  std::vector<std::optional<packing>> forms{std::nullopt, stored, deflated{1}, deflated{9}};
  if (can_write(compression::zstd) && can_read(compression::zstd)) forms.emplace_back(zstd{});
  for (const auto& how : forms)
    for (const profile whose : {profile::aligned, profile::numpy, profile::numpy_classic}) {
      const std::string to = folder.file("to.npz");
      repack_npz(from, to, {.compression = how, .profile = whose});
      EXPECT_EQ(contents_of(to), mixed_contents());
    }
  EXPECT_EQ(folder.entry_count(), 2u);
}

TEST(npz_repack, makes_stored_members_map_as_their_type) {
  for (const std::uint32_t alignment : {64u, 4096u}) {
    const temporary_folder folder;
    const std::string path = folder.write("a.npz", mixed_archive());
    repack_npz(path, path, {.compression = stored, .alignment = alignment});
    const npz_reader now(path);
    for (const char* key : {"a", "b"})
      EXPECT_EQ(*now[key].try_data_offset() % alignment, 0u) << key;
    EXPECT_EQ(folder.entry_count(), 1u);
  }
}

TEST(npz_repack, is_what_the_writer_writes) {
  const temporary_folder folder;
  const std::vector<double> values{1, 2, 3};
  save_npz(folder.file("numpy.npz"), {{"x", values}, {"y", large}}, {.profile = profile::numpy});
  save_npz(folder.file("aligned.npz"), {{"x", values}, {"y", large}});
  repack_npz(folder.file("numpy.npz"), folder.file("to.npz"));
  EXPECT_EQ(temporary_folder::read_text(folder.file("to.npz")),
            temporary_folder::read_text(folder.file("aligned.npz")));
  repack_npz(folder.file("aligned.npz"), folder.file("to.npz"), {.profile = profile::numpy});
  EXPECT_EQ(temporary_folder::read_text(folder.file("to.npz")),
            temporary_folder::read_text(folder.file("numpy.npz")));
}

TEST(npz_repack, copies_compressed_bytes_where_nothing_else_is_asked_for) {
  const std::string stream = small_deflate::of(small_array());
  const temporary_folder folder;
  const std::string from =
      folder.write("a.npz", zip_bytes().deflated("x.npy", small_array()).str());
  repack_npz(from, folder.file("b.npz"));
  EXPECT_NE(temporary_folder::read_text(folder.file("b.npz")).find("x.npy" + stream),
            std::string::npos);
}

TEST(npz_repack, of_several_members_of_one_name_takes_the_last_and_says_so) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", zip_bytes()
                                                     .stored("x.npy", small_array())
                                                     .stored("x.npy", "the last")
                                                     .tail("bytes behind the archive")
                                                     .str());
  std::string told;
  repack_npz(path, path, {.on_finding = [&](const finding& one) { told += one.message(); }});
  EXPECT_EQ(contents_of(path), (named_bytes{{"x.npy", "the last"}}));
  EXPECT_NE(told.find("left out: a later member has this name"), std::string::npos) << told;
}

TEST(npz_repack, of_a_bad_member_writes_nothing) {
  for (const bool deflate : {false, true})
    for (const auto& compression : {std::optional<packing>(), std::optional<packing>(stored),
                                    std::optional<packing>(deflated{6})}) {
      const temporary_folder folder;
      zip_bytes bad;
      bad.stored("good.npy", small_array());
      deflate ? bad.deflated("bad.npy", array_of(large)) : bad.stored("bad.npy", array_of(large));
      const std::string from = folder.write("a.npz", bad.break_crc().str());
      const auto done = try_repack_npz(from, folder.file("b.npz"), {.compression = compression});
      ASSERT_FALSE(done.has_value());
      EXPECT_EQ(done.error().code(), errc::zip_crc);
      EXPECT_NE(done.error().message().find("bad.npy"), std::string::npos);
      EXPECT_EQ(folder.entry_count(), 1u);
    }
}

TEST(npz_repack, takes_every_source_and_refuses_what_the_verbs_refuse) {
  const temporary_folder folder;
  const std::string to = folder.file("to.npz"), text = mixed_archive();
  repack_npz(source::memory(std::as_bytes(std::span(text))), to);
  EXPECT_EQ(contents_of(to), mixed_contents());
  const auto refused = [&](const repack_options& options) {
    return try_repack_npz(source::memory(std::as_bytes(std::span(text))), to, options)
        .error()
        .code();
  };
  EXPECT_EQ(refused({.existing = existing::refuse}), errc::exists);
  EXPECT_EQ(refused({.alignment = 3}), errc::usage);
  EXPECT_EQ(refused({.compression = deflated{77}}), errc::usage);
  EXPECT_EQ(refused({.limits = {.members = 2}}), errc::limit);
  EXPECT_EQ(refused({.progress = [](const progress&) { return false; }}), errc::cancelled);
  EXPECT_EQ(contents_of(to), mixed_contents());
  EXPECT_EQ(folder.entry_count(), 1u);
}

}  // namespace
}  // namespace nopy::test
