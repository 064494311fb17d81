// SPDX-License-Identifier: MIT
// What holds for every file: a licence line, a length one can read, a name of this field, nothing
// left for later.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace {

std::vector<nopy::test::source_file> project_files() {
  return nopy::test::files_under({"include", "src", "cli", "tests", "bench", "examples", "fuzz",
                                  "cmake", "bindings", "viewer/server"});
}

TEST(Tree, EverySourceBeginsWithTheLicenceLine) {
  for (const auto& file : project_files()) {
    if (!file.is_source()) continue;
    ASSERT_FALSE(file.lines.empty()) << file.path;
    EXPECT_EQ(file.lines[0], "// SPDX-License-Identifier: MIT") << file.path;
  }
}

TEST(Tree, NoSourceIsLongerThan500Lines) {
  for (const auto& file : project_files())
    if (file.is_source() && file.path.find("_table.") == std::string::npos) {
      EXPECT_LE(file.lines.size(), 500u) << file.path;
    }
}

// Code is clang-format's, at 100 columns, but for tables it is told to leave; it leaves comments, too.
TEST(Tree, NoLineIsWiderThan120Columns) {
  for (const auto& file : project_files()) {
    if (!file.is_source()) continue;
    bool formatted = true;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto& line = file.lines[i];
      if (line.find("clang-format o") != std::string::npos)
        formatted = line.find("clang-format on") != std::string::npos;
      if (!formatted) continue;
      const auto columns = std::count_if(line.begin(), line.end(),
                                         [](char c) { return (c & 0xC0) != 0x80; });  // of UTF-8
      EXPECT_LE(columns, 120) << file.path << ":" << i + 1;
    }
  }
}

TEST(Tree, NoNameSaysNothing) {
  const std::set<std::string> nothing{"util",    "utils",    "common",  "misc",  "helper",
                                      "helpers", "internal", "manager", "stuff", "impl"};
  for (const auto& file : project_files()) {
    const std::filesystem::path path = file.path;
    for (const auto& part : path) EXPECT_FALSE(nothing.contains(part.stem().string())) << file.path;
  }
}

TEST(Tree, NothingIsLeftForLater) {
  const std::string marks[] = {std::string("TO") + "DO", std::string("FIX") + "ME",
                               std::string("XX") + "X:", std::string("HA") + "CK"};
  for (const auto& file : project_files()) {
    if (!file.is_source() && !file.path.ends_with(".py") && !file.path.ends_with(".txt")) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      for (const auto& mark : marks)
        EXPECT_EQ(file.lines[i].find(mark), std::string::npos)
            << file.path << ":" << i + 1 << ": " << file.lines[i];
  }
}

TEST(Tree, NoLineHasTabsOrEndsInBlanks) {
  for (const auto& file : project_files()) {
    if (!file.is_source()) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const auto& line = file.lines[i];
      EXPECT_EQ(line.find('\t'), std::string::npos) << file.path << ":" << i + 1;
      EXPECT_FALSE(line.ends_with(' ') || line.ends_with('\r')) << file.path << ":" << i + 1;
    }
  }
}

}  // namespace
