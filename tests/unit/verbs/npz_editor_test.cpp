// SPDX-License-Identifier: MIT
// What an edit does: members come, go and change their names, the others stay what they are.
#include <nopy/npz_edit.hpp>

#include "support/archive_contents.hpp"
#include "support/sample_archives.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <random>

namespace nopy::test {
namespace {

std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text));
}

struct edited_archive {
  temporary_folder folder{};
  std::string path = folder.write("a.npz", zip_bytes()
                                               .stored("a.npy", small_array())
                                               .deflated("b.npy", array_of(patterned(5000)))
                                               .stored("notes.txt", "some text")
                                               .str());
};

TEST(npz_editor, puts_a_new_member_last) {
  const edited_archive at;
  auto expected = contents_of(at.path);
  edit_npz(at.path, [](npz_editor& edit) { edit.put_bytes("new.bin", bytes_of_text("12345")); });
  expected.emplace_back("new.bin", "12345");
  EXPECT_EQ(contents_of(at.path), expected);
  EXPECT_EQ(at.folder.entry_count(), 1u);
}

TEST(npz_editor, puts_an_array_in_the_place_of_the_old_one) {
  const edited_archive at;
  const std::vector<double> values{1.5, 2.5};
  edit_npz(at.path, [&](npz_editor& edit) {
    edit.put("a", values);
    EXPECT_EQ(edit.count(), 3u);
  });
  const npz_reader now(at.path);
  EXPECT_EQ(now.at(0).name(), "a");
  const auto mapped = now["a"].map<double, 1>();  // aligned
  EXPECT_EQ(mapped(1), 2.5);
}

TEST(npz_editor, removes_and_renames_by_the_names_numpy_knows) {
  const edited_archive at;
  const auto before = contents_of(at.path);
  edit_npz(at.path, [](npz_editor& edit) {
    edit.remove("a").rename("b", "a").rename("notes.txt", "more.txt");
    EXPECT_FALSE(edit.contains("b"));
    EXPECT_TRUE(edit.contains("a"));
    EXPECT_TRUE(edit.contains("a.npy"));
  });
  EXPECT_EQ(contents_of(at.path),
            (named_bytes{{"a.npy", before[1].second}, {"more.txt", before[2].second}}));
}

TEST(npz_editor, writes_again_what_a_later_request_takes_back) {
  const edited_archive at;
  const auto before = contents_of(at.path);
  edit_npz(at.path, [](npz_editor& edit) {
    edit.put_bytes("x", bytes_of_text("first")).put_bytes("y", bytes_of_text("second"));
    edit.put_bytes("x", bytes_of_text("third"))
        .remove("a")
        .remove("notes.txt")
        .rename("y", "größe");
  });
  EXPECT_EQ(contents_of(at.path), (named_bytes{before[1], {"x", "third"}, {"größe", "second"}}));
  EXPECT_EQ(at.folder.entry_count(), 1u);
  const std::string now = temporary_folder::read_text(at.path);
  EXPECT_EQ(now.find("first"), std::string::npos);
  EXPECT_EQ(now.find("some text"), std::string::npos);
}

TEST(npz_editor, that_edits_nothing_writes_nothing) {
  const edited_archive at;
  const auto stamp = std::filesystem::last_write_time(at.path);
  const std::string before = temporary_folder::read_text(at.path);
  edit_npz(at.path, [](npz_editor& edit) { edit.rename("a", "a"); });
  { npz_editor edit(at.path); }
  {
    npz_editor dropped(at.path);
    dropped.put_bytes("x", bytes_of_text("y")).remove("a");
  }
  EXPECT_EQ(temporary_folder::read_text(at.path), before);
  EXPECT_EQ(std::filesystem::last_write_time(at.path), stamp);
  EXPECT_EQ(at.folder.entry_count(), 1u);
}

TEST(npz_editor, leaves_whoever_has_the_old_archive_with_it) {
  const edited_archive at;
  const npz_reader before(at.path);
  const auto mapped = before["a"].map();
  const std::string bytes = text_of(mapped.view().bytes());
  edit_npz(at.path, [](npz_editor& edit) { edit.remove("a").remove("b"); });
  EXPECT_EQ(text_of(mapped.view().bytes()), bytes);
  EXPECT_EQ(npz_reader(at.path).size(), 1u);
}

TEST(npz_editor, empties_an_archive_and_fills_it_again) {
  const edited_archive at;
  edit_npz(at.path, [](npz_editor& edit) { edit.remove("a").remove("b").remove("notes.txt"); });
  EXPECT_EQ(temporary_folder::read_text(at.path).size(), 22u);
  edit_npz(at.path, [](npz_editor& edit) { edit.put_bytes("x", bytes_of_text("y")); });
  EXPECT_EQ(contents_of(at.path), (named_bytes{{"x", "y"}}));
}

TEST(npz_editor, tells_how_far_it_is_and_stops_on_request) {
  const edited_archive at;
  std::uint64_t last = 0;
  edit_npz(at.path, [](npz_editor& edit) { edit.put_bytes("x", bytes_of_text("y")); },
           {.progress = [&](const progress& now) {
             EXPECT_GE(now.done_bytes, last);
             last = now.done_bytes;
             return true;
           }});
  EXPECT_GT(last, 0u);
  auto edit = npz_editor::open(at.path, {.progress = [](const progress&) { return false; }});
  ASSERT_TRUE(edit.has_value());
  EXPECT_EQ(edit->try_put_bytes("z", bytes_of_text("z")).error().code(), errc::cancelled);
  EXPECT_EQ(edit->try_commit().error().code(), errc::cancelled);
  EXPECT_EQ(at.folder.entry_count(), 1u);
}

/// One random edit, of the archive and of what it should hold.
void edit_at_random(npz_editor& edit, named_bytes& model, std::mt19937& random) {
  const auto any_name = [&] { return "m" + std::to_string(random() % 12); };
  const std::string name = any_name();
  const auto at = [&](const std::string& wanted) {
    return std::find_if(model.begin(), model.end(),
                        [&](const auto& one) { return one.first == wanted; });
  };
  switch (random() % 3) {
    case 0: {
      const std::string text(random() % 3000, static_cast<char>('a' + random() % 26));
      const int level = random() % 2 == 0 ? 0 : 6;
      ASSERT_TRUE(edit.try_put_bytes(name, bytes_of_text(text), {.compression = deflated{level}})
                      .has_value());
      if (at(name) == model.end())
        model.emplace_back(name, text);
      else
        at(name)->second = text;
      break;
    }
    case 1: {
      const auto removed = edit.try_remove(name);
      ASSERT_EQ(removed.has_value(), at(name) != model.end());
      if (removed) model.erase(at(name));
      break;
    }
    default: {
      const std::string to = any_name();
      const auto renamed = edit.try_rename(name, to);
      const bool can = at(name) != model.end() && (to == name || at(to) == model.end());
      ASSERT_EQ(renamed.has_value(), can) << name << " -> " << to;
      if (can) at(name)->first = to;
    }
  }
}

TEST(npz_editor, does_what_a_list_of_names_and_bytes_does) {
  std::mt19937 random(20261130);
  for (int archive = 0; archive < 40; ++archive) {
    const temporary_folder folder;
    const std::string path = folder.file("a.npz");
    write_npz(path, [](npz_writer&) {});
    named_bytes model;
    for (int commit = 0; commit < 8; ++commit) {
      npz_editor edit(path);
      for (unsigned n = random() % 8; n > 0; --n) edit_at_random(edit, model, random);
      EXPECT_EQ(edit.count(), model.size());
      edit.commit();
      ASSERT_EQ(contents_of(path), model) << "archive " << archive << ", commit " << commit;
    }
    EXPECT_EQ(folder.entry_count(), 1u);
  }
}

}  // namespace
}  // namespace nopy::test
