// SPDX-License-Identifier: MIT
// Every kind of error has its page docs/errors/<id>.md, and every page a kind.
#include "architecture/source_tree.hpp"
#include "bytes/error_table.hpp"

#include <gtest/gtest.h>

#include <set>

namespace {

const std::filesystem::path pages = NOPY_ROOT "/docs/errors";

TEST(ErrorPages, ThereIsOneForEachKind) {
  if (!std::filesystem::exists(pages)) GTEST_SKIP() << "docs/errors is not written yet";
  for (const auto& row : nopy::kind_table)
    EXPECT_TRUE(std::filesystem::exists(pages / (std::string(row.id) + ".md"))) << row.id;
}

TEST(ErrorPages, EachIsOfAKindThatExistsAndNamesItFirst) {
  if (!std::filesystem::exists(pages)) GTEST_SKIP() << "docs/errors is not written yet";
  std::set<std::string> kinds{"README", "index"};
  for (const auto& row : nopy::kind_table) kinds.emplace(row.id);
  for (const auto& page : nopy::test::files_under({"docs/errors"})) {
    const std::string stem = std::filesystem::path(page.path).stem().string();
    EXPECT_TRUE(kinds.contains(stem)) << page.path;
    ASSERT_FALSE(page.lines.empty()) << page.path;
    if (stem != "README" && stem != "index") {
      EXPECT_NE(page.lines[0].find(stem), std::string::npos) << page.path;
    }
  }
}

}  // namespace
