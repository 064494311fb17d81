// SPDX-License-Identifier: MIT
// What an editor refuses: archives that two readers read differently, names that are taken or not
// there, files that changed. The archive stays as it was.
#include <nopy/npz_edit.hpp>

#include "support/archive_contents.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text));
}

std::string two_members() {
  return zip_bytes().stored("a.npy", small_array()).stored("b", "bytes").str();
}

struct refused_row {
  const char* why;
  std::string archive;
  errc code;
  const char* hint;
};

TEST(npz_editor_refusal, of_archives_says_what_to_do) {
  const std::string array = small_array();
  const char* repack = "repack writes a clean archive of what NumPy reads in it";
  const refused_row rows[] = {
      {"two members of one name", zip_bytes().stored("a.npy", array).stored("a.npy", array).str(),
       errc::zip_duplicate, repack},
      {"a member inside another one",
       zip_bytes()
           .stored("a.npy", array)
           .stored("b.npy", array)
           .central([](auto& r) { r.offset = 0; })
           .str(),
       errc::zip_overlap, repack},
      {"a member that nobody can name, behind the archive",
       zip_bytes()
           .stored(std::string("\0.npy", 5), array)
           .central([](auto& r) { r.offset = 0x8000000; })
           .str(),
       errc::zip_corrupt, repack},
      {"a member that nobody can decrypt, inside another one",
       zip_bytes()
           .stored("a.npy", array)
           .stored("b.npy", array)
           .central([](auto& r) { r.offset = 0, r.flags |= 1; })
           .str(),
       errc::zip_overlap, repack},
      {"bytes behind the archive", zip_bytes().stored("a.npy", array).tail("tail").str(),
       errc::zip_corrupt, repack},
      {"bytes in front of the archive", zip_bytes().prefix("head").stored("a.npy", array).str(),
       errc::zip_corrupt, "put in front of it"},
      {"another archive in the comment, which NumPy reads",
       zip_bytes().stored("a.npy", array).comment(zip_bytes().stored("b.npy", array).str()).str(),
       errc::zip_ambiguous, "of what nopy reads in it"},
      {"no directory", two_members().substr(0, 100), errc::zip_no_directory, "cut"},
      {"a single array", array, errc::bad_magic, "load(path)"},
  };
  for (const refused_row& row : rows) {
    const temporary_folder folder;
    const std::string path = folder.write("a.npz", row.archive);
    const auto edit = npz_editor::open(path);
    ASSERT_FALSE(edit.has_value()) << row.why;
    EXPECT_EQ(edit.error().code(), row.code) << row.why;
    EXPECT_NE(edit.error().hint().find(row.hint), std::string_view::npos)
        << row.why << ": " << edit.error().message();
    EXPECT_EQ(temporary_folder::read_text(path), row.archive);
  }
  EXPECT_EQ(npz_editor::open("no such folder/a.npz").error().code(), errc::io);
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", two_members());
  EXPECT_EQ(npz_editor::open(path, {.alignment = 48}).error().code(), errc::usage);
}

TEST(npz_editor_refusal, of_a_request_leaves_the_edit_as_it_was) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", two_members());
  const std::vector<double> values{1, 2};
  npz_editor edit(path);
  EXPECT_EQ(edit.try_remove("c").error().code(), errc::not_found);
  EXPECT_EQ(edit.try_rename("c", "d").error().code(), errc::not_found);
  EXPECT_EQ(edit.try_rename("a", "b").error().code(), errc::zip_duplicate);
  EXPECT_EQ(edit.try_rename("b", "a.npy").error().code(), errc::zip_duplicate);
  EXPECT_EQ(edit.try_rename("a", std::string_view("n\0l", 3)).error().code(), errc::zip_name);
  EXPECT_EQ(edit.try_rename("a", std::string(65535, 'x')).error().code(), errc::zip_name);
  // A reader asked for "b" would find the bytes, not the array.
  EXPECT_EQ(edit.try_put("b", values).error().code(), errc::zip_duplicate);
  EXPECT_EQ(edit.try_put("\xFF", values).error().code(), errc::zip_name);
  // Refused when the others were copied already.
  EXPECT_EQ(edit.try_put("a", values, {.compression = deflated{99}}).error().code(), errc::usage);
  EXPECT_EQ(edit.count(), 2u);
  edit.put_bytes("c", bytes_of_text("c"));
  edit.commit();
  EXPECT_EQ(contents_of(path), (named_bytes{{"a.npy", small_array()}, {"b", "bytes"}, {"c", "c"}}));
  EXPECT_EQ(edit.try_commit().error().code(), errc::usage);
  EXPECT_EQ(edit.try_remove("a").error().code(), errc::usage);
  EXPECT_EQ(folder.entry_count(), 1u);
}

TEST(npz_editor_refusal, of_a_key_that_two_members_could_mean_names_the_key) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", two_members());
  const auto refused = npz_editor::open(path)->try_put("b", std::vector<double>{1});
  EXPECT_EQ(refused.error().message().substr(0, path.size() + 2), path + "!b");
}

TEST(npz_editor_refusal, of_a_file_that_changed_meanwhile_is_changed) {
  const temporary_folder folder;
  const auto changed_by = [&](const std::function<void(const std::string&)>& meanwhile) {
    const std::string path = folder.write("a.npz", two_members());
    npz_editor edit(path);
    edit.remove("b");
    meanwhile(path);
    const std::string before = temporary_folder::read_text(path);
    EXPECT_EQ(edit.try_commit().error().code(), errc::changed);
    EXPECT_EQ(temporary_folder::read_text(path), before);
    EXPECT_EQ(edit.try_commit().error().code(), errc::changed);  // and says so again
  };
  changed_by([&](const std::string& path) {
    folder.write("a.npz", two_members() + "more");
    (void)path;
  });
  changed_by([&](const std::string& path) {
    std::filesystem::rename(folder.write("other", two_members()), path);
  });
  changed_by([&](const std::string& path) { std::filesystem::remove(path); });
  EXPECT_EQ(folder.entry_count(), 0u);
}

TEST(npz_editor_refusal, of_a_second_editor_lasts_as_long_as_the_first) {
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", two_members());
  {
    const npz_editor first(path);
    EXPECT_EQ(npz_editor::open(path).error().code(), errc::io);
  }
  EXPECT_TRUE(npz_editor::open(path).has_value());
}

TEST(npz_editor_refusal, of_a_member_that_can_not_be_copied_names_it_and_lets_it_be_removed) {
  const std::string old = zip_bytes()
                              .stored("gone.npy", small_array())
                              .stored("bad.npy", small_array())
                              .local([](auto& r) { r.name = "dab.npy"; })
                              .str();
  const temporary_folder folder;
  const std::string path = folder.write("a.npz", old);
  {
    npz_editor edit(path);
    edit.remove("gone");
    const auto refused = edit.try_commit();
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code(), errc::zip_mismatch);
    EXPECT_NE(refused.error().message().find("bad.npy"), std::string::npos);
    EXPECT_EQ(temporary_folder::read_text(path), old);
  }
  edit_npz(path, [](npz_editor& edit) { edit.remove("bad"); });
  EXPECT_EQ(contents_of(path), (named_bytes{{"gone.npy", small_array()}}));
}

}  // namespace
}  // namespace nopy::test
