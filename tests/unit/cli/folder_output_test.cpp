// SPDX-License-Identifier: MIT
// Files below a folder: those above it are made, and what was written once is not replaced by another name.
#include "output/folder_output.hpp"

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

const auto nothing = [](const folder_output::sink&) {};

TEST(FolderOutput, MakesTheFoldersItLiesIn) {
  const test::temporary_folder folder;
  folder_output to(folder.file("a/b/c"));
  to.write({"x.npy"}, overwrite::refuse, nothing);
  EXPECT_TRUE(std::filesystem::exists(folder.file("a/b/c/x.npy")));
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
