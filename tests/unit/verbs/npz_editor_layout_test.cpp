// SPDX-License-Identifier: MIT
// The bytes of an edited archive: what is kept keeps its compressed bytes, its metadata and the
// alignment of its data, wherever it moves; nothing is left between the members.
#include <nopy/npz_edit.hpp>

#include "support/archive_contents.hpp"
#include "support/read_directory.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

namespace nopy::test {
namespace {

std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string edited(const std::string& archive, const std::function<void(npz_editor&)>& body) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", archive);
  edit_npz(path, body);
  return temporary_folder::read_text(path);
}

TEST(npz_editor_layout, keeps_what_stands_before_the_first_change_where_it_stands) {
  const std::string old = zip_bytes()
                              .stored("a.npy", small_array())
                              .stored("b.npy", array_of(patterned(900)))
                              .gap("a hole, left by another tool")
                              .str();
  const auto records = *read_directory(old, policy::strict);
  const std::string now =
      edited(old, [](npz_editor& edit) { edit.put_bytes("c", bytes_of_text("c")); });
  const auto untouched = static_cast<std::size_t>(records.end().directory_offset);
  EXPECT_EQ(now.substr(0, untouched), old.substr(0, untouched));
}

TEST(npz_editor_layout, keeps_compressed_bytes_as_they_are) {
  const std::string odd = zip_bytes::number(0xFF00, 2);  // no DEFLATE stream at all
  const std::string old = zip_bytes()
                              .stored("gone.npy", small_array())
                              .add("odd", 8, odd, "what")
                              .add("unknown method", 97, "12345", "123456789")
                              .str();
  const std::string now = edited(old, [](npz_editor& edit) { edit.remove("gone"); });
  EXPECT_NE(now.find("odd" + odd), std::string::npos);
  EXPECT_NE(now.find("unknown method12345"), std::string::npos);
  EXPECT_EQ(now.find("gone"), std::string::npos);
}

TEST(npz_editor_layout, keeps_times_attributes_fields_and_comments) {
  const std::string times = zip_bytes::extra(0x5455, std::string("\x01\0\0\0\x20", 5));
  const std::string old = zip_bytes()
                              .stored("gone.npy", small_array())
                              .stored("kept.npy", small_array())
                              .both([&](auto& r) { r.extra = times; })
                              .central([](auto& r) {
                                r.made_by = 0x0A17;
                                r.attributes = 0x81A40020;
                              })
                              .comment("the archive's comment")
                              .str();
  const std::string now =
      edited(old, [](npz_editor& edit) { edit.remove("gone").rename("kept", "longer name"); });
  const auto records = *read_directory(now, policy::strict);
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records.at(0).made_by, 0x0A17);
  EXPECT_EQ(records.at(0).external_attributes, 0x81A40020u);
  EXPECT_EQ(text_of(records.at(0).extra), times);
  EXPECT_EQ(now.substr(30 + 15, times.size()), times);
  EXPECT_TRUE(now.ends_with("the archive's comment"));
}

TEST(npz_editor_layout, keeps_descriptors_of_every_spelling) {
  for (const bool signature : {true, false})
    for (const bool wide : {true, false}) {
      const std::string old = zip_bytes()
                                  .stored("gone.npy", small_array())
                                  .deflated("kept.npy", small_array())
                                  .descriptor(signature, wide)
                                  .stored("more.npy", small_array())
                                  .str();
      const std::string now = edited(old, [](npz_editor& edit) { edit.remove("gone"); });
      const temporary_folder folder;
      const std::string path = folder.write("a.npz", now);
      EXPECT_EQ(contents_of(path),
                (named_bytes{{"kept.npy", small_array()}, {"more.npy", small_array()}}));
      const auto records = *read_directory(now, policy::strict);
      EXPECT_EQ(records.at(1).header_offset, 30 + 8 + records.at(0).compressed_bytes +
                                                 (signature ? 8u : 4u) + (wide ? 16u : 8u));
    }
}

TEST(npz_editor_layout, keeps_the_alignment_of_stored_members) {
  for (const std::uint32_t alignment : {64u, 4096u}) {
    const temporary_folder folder;
    const std::string path = folder.file("a.npz");
    const std::vector<float> values(1000, 2);
    write_npz(path,
              [&](npz_writer& out) {
                for (const char* key : {"x", "some name", "deflated", "y", "z"})
                  out.add(
                      key, values,
                      {.compression = std::string_view(key) == "deflated" ? deflated{6} : stored});
              },
              {.alignment = alignment});
    edit_npz(path, [](npz_editor& edit) {
      edit.remove("x")
          .rename("y", "another, much longer name")
          .put_bytes("odd", bytes_of_text("o"));
    });
    edit_npz(path, [](npz_editor& edit) { edit.remove("some name"); });
    const npz_reader now(path);
    ASSERT_EQ(now.size(), 4u);
    for (const char* key : {"another, much longer name", "z"})
      EXPECT_EQ(*now[key].try_data_offset() % alignment, 0u) << key << " at " << alignment;
    EXPECT_EQ(contents_of(path).size(), 4u);
  }
}

TEST(npz_editor_layout, aligns_nothing_that_was_not_aligned) {
  const std::string kept = small_array();
  const std::string old = zip_bytes().stored("gone.npy", kept).stored("kept.npy", kept).str();
  const std::string now = edited(old, [](npz_editor& edit) { edit.remove("gone"); });
  EXPECT_EQ(now, zip_bytes().stored("kept.npy", kept).str());
}

TEST(npz_editor_layout, closes_gaps_only_when_it_is_told_to) {
  const std::string array = small_array();
  const std::string old =
      zip_bytes().stored("a.npy", array).stored("b.npy", array).gap(std::string(5000, 'g')).str();
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", old);
  compact_npz(path);
  EXPECT_EQ(temporary_folder::read_text(path),
            zip_bytes().stored("a.npy", array).stored("b.npy", array).str());
  compact_npz(path);
  EXPECT_EQ(contents_of(path), (named_bytes{{"a.npy", array}, {"b.npy", array}}));
}

TEST(npz_editor_layout, begins_like_an_archive_though_the_old_directory_says_a_byte_too_much) {
  const std::string old = zip_bytes()
                              .stored("a.npy", small_array())
                              .central([](auto& r) { r.offset = 1, r.compressed_bytes -= 1; })
                              .str();
  const std::string replaced =
      edited(old, [](npz_editor& edit) { edit.put_bytes("a.npy", bytes_of_text("new")); });
  EXPECT_EQ(contents_of(source::memory(std::as_bytes(std::span(replaced)))),
            (named_bytes{{"a.npy", "new"}}));
  const std::string emptied = edited(old, [](npz_editor& edit) { edit.remove("a.npy"); });
  EXPECT_EQ(npz_reader(source::memory(std::as_bytes(std::span(emptied)))).size(), 0u);
}

TEST(npz_editor_layout, keeps_a_member_that_is_encrypted_or_lies_about_its_size) {
  const std::string old = zip_bytes()
                              .stored("gone.npy", small_array())
                              .stored("secret", "0123456789")
                              .both([](auto& r) { r.flags |= 1; })
                              .str();
  const std::string now = edited(old, [](npz_editor& edit) { edit.remove("gone"); });
  EXPECT_EQ(read_directory(now, policy::strict)->checked(0).error().code(), errc::zip_encrypted);
  EXPECT_NE(now.find("0123456789"), std::string::npos);
}

TEST(npz_editor_layout, moves_members_over_the_limit_of_4_gib) {
  if (std::getenv("NOPY_LONG") == nullptr)
    GTEST_SKIP() << "writes 8 GiB; NOPY_LONG=1 (./dev test --long) runs it";
  const temporary_folder folder;
  const std::string path = folder.file("a.npz");
  {
    npz_writer out(path);
    out.add_bytes("first", bytes_of_text("first"));
    out.begin("rows", dtype_of<std::uint8_t>(), {1 << 20});
    const std::vector<std::byte> zeros(std::size_t{1} << 20);
    for (int i = 0; i < 4100; ++i) out.rows(zeros);
    out.close();
  }
  edit_npz(path, [](npz_editor& edit) {
    edit.rename("first", "a longer name, so that all of it moves")
        .put_bytes("far", bytes_of_text("far"));
  });
  const npz_reader now(path);
  EXPECT_EQ(text_of(now["far"].bytes().bytes()), "far");
  EXPECT_EQ(*now["rows"].try_data_offset() % 64, 0u);
  edit_npz(path, [](npz_editor& edit) { edit.remove("rows").rename("far", "near"); });
  EXPECT_EQ(contents_of(path),
            (named_bytes{{"a longer name, so that all of it moves", "first"}, {"near", "far"}}));
}

}  // namespace
}  // namespace nopy::test
