// SPDX-License-Identifier: MIT
// A file that gets its name when it is whole: what is replaced, what is kept, what is refused.
#include "os/atomic_file.hpp"

#include "support/faulty_syscalls.hpp"
#include "support/temporary_folder.hpp"

#include "os/writing.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <optional>

namespace nopy::test {
namespace {

result<void> put(const std::string& path, const std::string& text,
                 existing when_there = existing::replace, durability until = durability::none) {
  auto made = os::atomic_file::create(path, when_there, until);
  if (!made) return made.error();
  if (auto written = os::write_all_at(made->descriptor(), std::as_bytes(std::span(text)), 0);
      !written)
    return written;
  return made->commit();
}

mode_t mode_of(const std::string& path) {
  struct stat found {};
  EXPECT_EQ(::stat(path.c_str(), &found), 0);
  return found.st_mode & 07777;
}

using names = std::vector<std::string>;

TEST(atomic_file, has_no_name_before_it_is_committed_and_leaves_nothing_without) {
  temporary_folder folder;
  {
    auto made = os::atomic_file::create(folder.file("a.npy"), existing::replace, durability::none);
    ASSERT_TRUE(made.has_value());
    ASSERT_EQ(folder.names().size(), 1u);
    EXPECT_EQ(folder.names()[0].rfind(".a.npy.nopy-", 0), 0u) << folder.names()[0];
  }
  EXPECT_EQ(folder.names(), names{});
}

TEST(atomic_file, belongs_to_the_process_that_made_it) {
  temporary_folder folder;
  auto made = os::atomic_file::create(folder.file("a"), existing::replace, durability::none);
  ASSERT_TRUE(made.has_value());
  std::optional<os::atomic_file> moved(std::in_place, *std::move(made));
  const pid_t child = ::fork();
  if (child == 0) {
    moved.reset();
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_TRUE(moved->commit().has_value());
  EXPECT_EQ(folder.names(), names{"a"});
}

TEST(atomic_file, replaces_a_file_under_the_eyes_of_who_has_it_open) {
  temporary_folder folder;
  const std::string path = folder.file("a");
  for (const auto durability : {durability::none, durability::data, durability::full}) {
    folder.write("a", "old");
    const int reader = ::open(path.c_str(), O_RDONLY);
    ASSERT_TRUE(put(path, "new!", existing::replace, durability).has_value());
    char kept[8] = "";
    EXPECT_EQ(::pread(reader, kept, sizeof kept, 0), 3);
    EXPECT_STREQ(kept, "old");
    ::close(reader);
    EXPECT_EQ(temporary_folder::read_text(path), "new!");
    EXPECT_EQ(folder.names(), names{"a"});
  }
}

TEST(atomic_file, a_relative_path_stays_in_its_folder) {
  temporary_folder folder;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  EXPECT_TRUE(put("here", "x", existing::replace, durability::full).has_value());
  std::filesystem::current_path(before);
  EXPECT_EQ(folder.names(), names{"here"});
}

TEST(atomic_file, gives_a_new_file_the_mode_of_the_umask_and_keeps_that_of_a_replaced_one) {
  temporary_folder folder;
  const mode_t before = ::umask(027);
  EXPECT_TRUE(put(folder.file("new"), "x").has_value());
  EXPECT_EQ(mode_of(folder.file("new")), 0640u);
  for (const mode_t mode : {0600u, 0666u, 0644u, 0700u}) {
    ASSERT_EQ(::chmod((folder.file("new")).c_str(), mode), 0);
    EXPECT_TRUE(put(folder.file("new"), "y").has_value());
    EXPECT_EQ(mode_of(folder.file("new")), mode);
  }
  ::umask(before);
}

TEST(atomic_file, keeps_the_owner_where_it_may_give_files_away) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  temporary_folder folder;
  const std::string path = folder.file("a");
  folder.write("a", "old");
  ASSERT_EQ(::chown(path.c_str(), 1234, 2345), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  ASSERT_TRUE(put(path, "new").has_value());
  struct stat found {};
  ASSERT_EQ(::stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_uid, 1234u);
  EXPECT_EQ(found.st_gid, 2345u);
  EXPECT_EQ(mode_of(path), 0640u);
}

TEST(atomic_file, a_group_that_can_not_be_kept_gets_no_more_than_everyone) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs a file of another owner";
  temporary_folder folder;
  const std::string path = folder.file("a");
  folder.write("a", "old");
  ASSERT_EQ(::chown(path.c_str(), 1234, 2345), 0);
  ASSERT_EQ(::chmod(path.c_str(), 0664), 0);
  const auto real = os::syscalls();
  os::syscalls().fchown = [](int, uid_t, gid_t) { return -1; };
  EXPECT_TRUE(put(path, "new").has_value());
  os::syscalls() = real;
  EXPECT_EQ(mode_of(path), 0644u);
}

TEST(atomic_file, replaces_what_a_symbolic_link_points_to_not_the_link) {
  temporary_folder folder;
  std::filesystem::create_directory(folder.file("sub"));
  folder.write("sub/real", "old");
  std::filesystem::create_symlink("real", folder.file("sub/second"));
  std::filesystem::create_symlink("sub/second", folder.file("first"));
  std::filesystem::create_symlink(folder.file("sub/fresh"), folder.file("dangling"));
  ASSERT_TRUE(put(folder.file("first"), "new").has_value());
  EXPECT_EQ(temporary_folder::read_text(folder.file("sub/real")), "new");
  ASSERT_TRUE(put(folder.file("dangling"), "made").has_value());
  EXPECT_EQ(temporary_folder::read_text(folder.file("sub/fresh")), "made");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("first")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("dangling")));
  EXPECT_EQ(folder.names(), (names{"dangling", "first", "sub"}));
}

TEST(atomic_file, other_hard_links_keep_the_old_contents) {
  temporary_folder folder;
  folder.write("a", "old");
  std::filesystem::create_hard_link(folder.file("a"), folder.file("b"));
  ASSERT_TRUE(put(folder.file("a"), "new").has_value());
  EXPECT_EQ(temporary_folder::read_text(folder.file("b")), "old");
}

TEST(atomic_file, a_name_of_255_bytes_has_a_sibling_too) {
  temporary_folder folder;
  std::string name;
  while (name.size() + 2 <= 255) name += "\xC3\xA4";  // the sibling's is cut between code points
  name += 'x';
  ASSERT_TRUE(put(folder.file(name), "x").has_value());
  EXPECT_EQ(folder.names(), names{name});
}

TEST(atomic_file, refuses_what_is_there_when_told_to) {
  temporary_folder folder;
  folder.write("a", "old");
  std::filesystem::create_symlink("nowhere", folder.file("dangling"));
  for (const char* name : {"a", "dangling"}) {
    const auto refused = put(folder.file(name), "new", existing::refuse);
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code(), errc::exists);
  }
  EXPECT_EQ(temporary_folder::read_text(folder.file("a")), "old");
  EXPECT_EQ(folder.names(), (names{"a", "dangling"}));
}

// Someone takes the name after the first look; with and without renameat2.
TEST(atomic_file, refuses_a_name_that_was_taken_meanwhile) {
  for (const int answer : {0, EINVAL, ENOSYS}) {
    temporary_folder folder;
    const auto real = os::syscalls();
    if (answer == EINVAL)
      os::syscalls().rename_new = [](const char*, const char*) { return errno = EINVAL, -1; };
    if (answer == ENOSYS)
      os::syscalls().rename_new = [](const char*, const char*) { return errno = ENOSYS, -1; };
    {
      auto first = os::atomic_file::create(folder.file("a"), existing::refuse, durability::none);
      auto second = os::atomic_file::create(folder.file("a"), existing::refuse, durability::none);
      ASSERT_TRUE(first.has_value() && second.has_value());
      EXPECT_TRUE(first->commit().has_value());
      const auto refused = second->commit();
      ASSERT_FALSE(refused.has_value());
      EXPECT_EQ(refused.error().code(), errc::exists);
    }
    EXPECT_EQ(folder.names(), names{"a"});
    os::syscalls() = real;
  }
}

TEST(atomic_file, refuses_what_is_no_regular_file) {
  temporary_folder folder;
  std::filesystem::create_directory(folder.file("folder"));
  ASSERT_EQ(::mkfifo((folder.file("fifo")).c_str(), 0600), 0);
  std::filesystem::create_symlink("fifo", folder.file("link"));
  // Who may replace /dev/null takes another device: this test must be able to fail without harm.
  names left{"fifo", "folder", "link"};
  std::vector<std::string> paths{folder.file("folder"), folder.file("fifo"), folder.file("link")};
  if (::geteuid() != 0)
    paths.emplace_back("/dev/null");
  else if (::mknod(folder.file("null").c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0) {
    left.emplace_back("null");
    paths.push_back(folder.file("null"));
  }
  for (const std::string& path : paths) {
    const auto refused = put(path, "new");
    ASSERT_FALSE(refused.has_value()) << path;
    EXPECT_EQ(refused.error().code(), errc::not_regular) << path;
  }
  EXPECT_EQ(folder.names(), left);
}

TEST(atomic_file, refuses_paths_that_name_no_file) {
  temporary_folder folder;
  EXPECT_EQ(put("", "x").error().code(), errc::usage);
  EXPECT_EQ(put(folder.file("a/"), "x").error().code(), errc::usage);
  EXPECT_EQ(put(folder.file(std::string("a\0b", 3)), "x").error().code(), errc::usage);
  const auto nowhere = put(folder.file("missing/a"), "x");
  EXPECT_EQ(nowhere.error().code(), errc::io);
  EXPECT_EQ(nowhere.error().system_code(), ENOENT);
  std::filesystem::create_symlink("loop", folder.file("loop"));
  EXPECT_EQ(put(folder.file("loop"), "x").error().system_code(), ELOOP);
  EXPECT_EQ(folder.names(), names{"loop"});
}

TEST(atomic_file, refuses_a_write_protected_file) {
  temporary_folder folder;
  folder.write("a", "old");
  const auto real = os::syscalls();
  os::syscalls().writable = [](const char*) { return errno = EACCES, -1; };  // root may write
  const auto refused = put(folder.file("a"), "new");
  os::syscalls() = real;
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().system_code(), EACCES);
  EXPECT_EQ(temporary_folder::read_text(folder.file("a")), "old");
  EXPECT_EQ(folder.names(), names{"a"});
}

TEST(atomic_file, refuses_a_write_protected_folder) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write to every folder";
  temporary_folder folder;
  folder.write("a", "old");
  ASSERT_EQ(::chmod(folder.path().c_str(), 0500), 0);
  EXPECT_EQ(put(folder.file("a"), "new").error().system_code(), EACCES);
  EXPECT_EQ(put(folder.file("b"), "new").error().system_code(), EACCES);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0700), 0);
}

TEST(atomic_file, tries_another_name_where_its_sibling_is_taken) {
  temporary_folder folder;
  static int taken;
  taken = 3;
  const auto real = os::syscalls();
  static int (*open_file)(const char*, int, mode_t);
  open_file = real.open;
  os::syscalls().open = [](const char* path, int flags, mode_t mode) {
    return taken-- > 0 ? (errno = EEXIST, -1) : open_file(path, flags, mode);
  };
  EXPECT_TRUE(put(folder.file("a"), "x").has_value());
  taken = 1000;
  EXPECT_EQ(put(folder.file("b"), "x").error().system_code(), EEXIST);
  os::syscalls() = real;
  EXPECT_EQ(folder.names(), names{"a"});
}

}  // namespace
}  // namespace nopy::test
