// SPDX-License-Identifier: MIT
// Files below a folder: those above it are made, and what was written once is not replaced by another name.
#include "output/folder_output.hpp"

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

namespace nopy::cli {
namespace {

const auto nothing = [](const folder_output::sink&) {};

TEST(FolderOutput, MakesTheFoldersItLiesIn) {
  const test::temporary_folder folder;
  folder_output to(folder.file("a/b/c"));
  to.write({"x.npy"}, overwrite::refuse, nothing);
  EXPECT_TRUE(std::filesystem::exists(folder.file("a/b/c/x.npy")));
}

TEST(FolderOutput, WritesDeeperThanFilesMayBeOpen) {
  const test::temporary_folder folder;
  std::vector<std::string> parts(100, "d");
  parts.push_back("x.npy");
  rlimit usual{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &usual), 0);
  const rlimit few{64, usual.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  EXPECT_NO_THROW(folder_output(folder.file(".")).write(parts, overwrite::refuse, nothing));
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &usual), 0);
  std::string path = "d";
  for (std::size_t i = 1; i < parts.size(); ++i) path += "/" + parts[i];
  EXPECT_TRUE(std::filesystem::exists(folder.file(path)));
}

TEST(FolderOutput, NeverReplacesWhatItWrote) {
  const test::temporary_folder folder;
  folder_output to(folder.file("out"));
  to.write({"a"}, overwrite::allow, nothing);
  // As on a file system that takes two names for one.
  std::filesystem::create_hard_link(folder.file("out/a"), folder.file("out/other"));
  for (const overwrite existing : {overwrite::allow, overwrite::refuse}) {
    try {
      to.write({"other"}, existing, nothing);
      ADD_FAILURE() << "it was replaced";
    } catch (const exception& refused) {
      EXPECT_EQ(refused.error().code(), errc::unsafe_name);
    }
  }
  EXPECT_EQ(std::filesystem::hard_link_count(folder.file("out/a")), 2u);
}

TEST(FolderOutput, ReplacesWhatWasThereBeforeWhenTold) {
  const test::temporary_folder folder;
  folder.write("a", "old");
  folder_output to(folder.file("."));
  EXPECT_THROW(to.write({"a"}, overwrite::refuse, nothing), exception);
  to.write({"a"}, overwrite::allow, nothing);
  EXPECT_EQ(std::filesystem::file_size(folder.file("a")), 0u);
}

}  // namespace
}  // namespace nopy::cli
