// SPDX-License-Identifier: MIT
// Replacing a file on Windows: whole or not at all, and nothing left behind.
#include "os/atomic_file.hpp"
#include "os/file.hpp"
#include "os/writing.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cerrno>

namespace nopy::test {
namespace {

using os::atomic_file;

result<void> written(const std::string& path, std::string_view text, existing existing,
                     durability durability = durability::none) {
  auto made = atomic_file::create(path, existing, durability);
  if (!made) return made.error();
  os::write_part parts[] = {std::as_bytes(std::span(text))};
  if (auto wrote = os::write_all(made->descriptor(), parts); !wrote) return wrote;
  return made->commit();
}

TEST(windows_replacement, gives_a_whole_file_its_name) {
  for (const durability durability : {durability::none, durability::data, durability::full}) {
    temporary_folder folder;
    const std::string path = folder.file("a.npy");
    ASSERT_TRUE(written(path, "new", existing::refuse, durability).has_value());
    ASSERT_TRUE(written(path, "newer", existing::replace, durability).has_value());
    EXPECT_EQ(folder.read_text(path), "newer");
    EXPECT_EQ(folder.names(), std::vector<std::string>{"a.npy"});
  }
}

TEST(windows_replacement, takes_names_that_are_not_ascii) {
  temporary_folder folder;
  ASSERT_TRUE(written(folder.path().string() + "/\xc3\x84\xe6\x97\xa5.npy", "new", existing::refuse)
                  .has_value());
  EXPECT_TRUE(std::filesystem::exists(folder.path() / L"\u00c4\u65e5.npy"));
}

TEST(windows_replacement, leaves_nothing_where_nothing_was_committed) {
  temporary_folder folder;
  const std::string path = folder.write("a.npy", "old");
  {
    const auto made = atomic_file::create(path, existing::replace, durability::none);
    ASSERT_TRUE(made.has_value());
    EXPECT_EQ(folder.entry_count(), 2u);
  }
  EXPECT_EQ(folder.read_text(path), "old");
  EXPECT_EQ(folder.entry_count(), 1u);
}

TEST(windows_replacement, readers_of_the_old_file_keep_it) {
  temporary_folder folder;
  const std::string path = folder.write("a.npy", "old");
  const auto reader = os::file::open(path.c_str());
  const auto replaced = written(path, "new", existing::replace);
  ASSERT_TRUE(replaced.has_value()) << replaced.error().message();
  std::string text(3, '\0');
  ASSERT_TRUE(reader->read_at(0, std::as_writable_bytes(std::span(text))).has_value());
  EXPECT_EQ(text, "old");
  EXPECT_EQ(folder.read_text(path), "new");
}

TEST(windows_replacement, says_why_it_can_not_be) {
  temporary_folder folder;
  const std::string path = folder.write("a.npy", "old");
  EXPECT_EQ(written(path, "new", existing::refuse).error().code(), errc::exists);
  EXPECT_EQ(written(folder.path().string(), "new", existing::replace).error().code(),
            errc::not_regular);
  EXPECT_EQ(written(folder.path().string() + "\\", "new", existing::replace).error().code(),
            errc::usage);
  const auto no_folder = written(folder.file("none/a.npy"), "new", existing::refuse);
  EXPECT_EQ(no_folder.error().system_code(), ENOENT);
  std::filesystem::permissions(path, std::filesystem::perms::owner_read);
  EXPECT_EQ(written(path, "new", existing::replace).error().system_code(), EACCES);
  EXPECT_EQ(folder.read_text(path), "old");
  EXPECT_EQ(folder.entry_count(), 1u);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

TEST(windows_replacement, a_name_that_was_taken_meanwhile_stays) {
  temporary_folder folder;
  const std::string path = folder.file("a.npy");
  auto made = atomic_file::create(path, existing::refuse, durability::none);
  ASSERT_TRUE(made.has_value());
  folder.write("a.npy", "theirs");
  EXPECT_EQ(made->commit().error().code(), errc::exists);
  EXPECT_EQ(folder.read_text(path), "theirs");
}

TEST(windows_replacement, a_file_without_a_name_goes_with_its_owner) {
  temporary_folder folder;
  {
    auto made = atomic_file::create(folder.file("a.npy"), existing::refuse, durability::none);
    ASSERT_TRUE(made.has_value());
    ASSERT_TRUE(made->drop_name().has_value());
    os::write_part parts[] = {std::as_bytes(std::span("x", 1))};
    EXPECT_TRUE(os::write_all(made->descriptor(), parts).has_value());
  }
  EXPECT_EQ(folder.entry_count(), 0u);
}

}  // namespace
}  // namespace nopy::test
