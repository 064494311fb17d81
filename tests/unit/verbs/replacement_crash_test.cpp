// SPDX-License-Identifier: MIT
// The process is killed or the power goes at any moment of every verb that replaces a file: the
// file is the old one or the new one, whatever of the writes had reached the disk.
#include <nopy/append.hpp>
#include <nopy/create.hpp>
#include <nopy/npz_edit.hpp>
#include <nopy/npz_write.hpp>
#include <nopy/save.hpp>

#include "support/counted.hpp"
#include "support/replacement_crashes.hpp"
#include "support/sample_archives.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

const std::string& old_archive() {
  static const std::string text = zip_bytes()
                                      .stored("kept.npy", array_of(patterned(8'000)))
                                      .stored("old.npy", small_array())
                                      .deflated("small.npy", small_array())
                                      .stored("moved.npy", array_of(patterned(9'000)))
                                      .str();
  return text;
}

using write_until = std::function<result<void>(const std::string& path, durability until)>;

struct crash_row {
  const char* what;
  std::optional<std::string> before;
  write_until write;
};

result<void> edit(const std::string& path, durability until, bool again) {
  static const std::vector<double> large(5'000, 4.5);
  auto editor = npz_editor::open(path, {.durability = until});
  if (!editor) return editor.error();
  if (auto done = editor->try_rename("small", "tiny"); !done) return done;
  if (auto done = editor->try_put("old", large); !done) return done;
  if (again)
    if (auto done = editor->try_remove("kept"); !done) return done;
  return editor->try_commit();
}

result<void> write_archive(const std::string& path, durability until) {
  static const std::vector<double> values(3'000, 4);
  auto out = npz_writer::open(path, {.durability = until});
  if (!out) return out.error();
  for (const char* key : {"a", "b", "c"})
    if (auto added = out->try_add(key, values); !added) return added;
  return out->try_close();
}

result<void> write_rows(const std::string& path, durability until) {
  auto writer = npy_writer<double, 2>::open(path, {3}, {.durability = until});
  if (!writer) return writer.error();
  static const std::vector<double> many(90'000, 2);
  if (auto written = writer->try_write(std::span<const double>(many)); !written) return written;
  return writer->try_close();
}

std::vector<crash_row> rows() {
  const auto save = [](const std::string& path, durability until) {
    static const std::vector<double> values(20'000, 1.5);
    return try_save(path, values, {.durability = until});
  };
  const auto repack = [](const std::string& path, durability until) {
    return try_repack_npz(path, path, {.compression = stored, .durability = until});
  };
  const auto repack_other = [](const std::string& path, durability until) {
    const temporary_folder other;
    return try_repack_npz(other.write("from", old_archive()), path, {.durability = until});
  };
  const auto salvage = [](const std::string& path, durability until) -> result<void> {
    const temporary_folder other;
    const std::string cut = old_archive().substr(0, old_archive().size() - 40);
    const auto done = try_salvage_npz(other.write("from", cut), path, {.durability = until});
    return done ? result<void>() : result<void>(done.error());
  };
  const std::string old_text = "the old file";
  return {
      {"save", std::nullopt, save},
      {"save over", old_text, save},
      {"rows", std::nullopt, write_rows},
      {"rows over", old_text, write_rows},
      {"an archive", std::nullopt, write_archive},
      {"an archive over", old_text, write_archive},
      {"an edit", old_archive(), [](auto& path, auto until) { return edit(path, until, false); }},
      {"an edit, all again", old_archive(),
       [](auto& path, auto until) { return edit(path, until, true); }},
      {"repack in place", old_archive(), repack},
      {"repack", std::nullopt, repack_other},
      {"salvage", std::nullopt, salvage},
  };
}

/// A source that is only read, and stands beside the file, is no part of the disk's states.
TEST(replacement_crash, leaves_the_old_file_or_the_new_one) {
  std::size_t states = 0;
  for (const crash_row& row : rows())
    for (const durability until : {durability::none, durability::data, durability::full}) {
      const temporary_folder folder;
      const std::string path = folder.file("a");
      if (row.before) folder.write("a", *row.before);
      ASSERT_TRUE(row.write(path, durability::none).has_value()) << row.what;
      states +=
          try_every_crash({.what = row.what,
                           .before = row.before,
                           .after = temporary_folder::read_text(path),
                           .write = [&](const std::string& to) { return row.write(to, until); }},
                          until, samples(80, 25));
    }
  say_count(states, "states of the disk");
  EXPECT_GT(states, 10'000u);
}

/// Like save, but not synchronised: all its calls before the rename are in force after a kill.
TEST(replacement_crash, of_create_by_a_kill_leaves_the_old_file_or_the_new_one) {
  std::size_t states = 0;
  for (const std::optional<std::string>& before :
       {std::optional<std::string>(), std::optional<std::string>("the old file")}) {
    const auto create = [](const std::string& path) {
      return try_create(path, dtype_of<float>(), {300, 4}, {.existing = existing::replace});
    };
    const temporary_folder folder;
    ASSERT_TRUE(create(folder.file("a")).has_value());
    states += try_every_crash({.what = "create",
                               .before = before,
                               .after = temporary_folder::read_text(folder.file("a")),
                               .write = create},
                              durability::none, 0);
  }
  EXPECT_GT(states, 5u);
}

}  // namespace
}  // namespace nopy::test
