// SPDX-License-Identifier: MIT
// Every rule of docs/format.md names a test that is there.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

namespace {

/// "Suite.Name" of every test.
std::set<std::string> all_tests() {
  std::set<std::string> all;
  for (const auto& file : nopy::test::files_under({"tests/unit", "tests/format", "tests/cases"})) {
    if (!file.path.ends_with("_test.cpp")) continue;
    for (const std::string& line : file.lines) {
      const auto open = line.starts_with("TEST") ? line.find('(') : std::string::npos;
      const auto comma = line.find(", ", open), close = line.find(')', open);
      if (open == std::string::npos || comma > close || close == std::string::npos) continue;
      all.insert(line.substr(open + 1, comma - open - 1) + "." +
                 line.substr(comma + 2, close - comma - 2));
    }
  }
  return all;
}

/// The words in backticks that are named like tests; of a list item those in the brackets at its end.
std::vector<std::string> tests_in(std::string_view text) {
  std::vector<std::string> all;
  if (text.rfind("[`") != std::string_view::npos) text.remove_prefix(text.rfind("[`"));
  for (std::size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at + 1)) {
    const std::size_t end = text.find('`', at + 1);
    if (end == std::string_view::npos) break;
    const std::string_view word = text.substr(at + 1, end - at - 1);
    const bool named = std::all_of(word.begin(), word.end(), [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
    });
    if (named && word.find('.') != std::string_view::npos && word.front() != '.')
      all.emplace_back(word);
    at = end;
  }
  return all;
}

struct rule {
  std::string name;
  std::string text;
};

/// List items that begin with a name in bold, and the rows of the table of checks.
std::vector<rule> rules() {
  std::vector<rule> all;
  const auto files = nopy::test::files_under({"docs"});
  const auto page = std::find_if(files.begin(), files.end(),
                                 [](const auto& file) { return file.path == "docs/format.md"; });
  if (page == files.end()) return all;
  bool inside = false, checks = false;
  for (const std::string& line : page->lines) {
    if (line.starts_with("- **")) all.push_back({line.substr(4, line.find("**", 4) - 4), ""});
    inside = line.starts_with("- **") || (inside && line.starts_with("  "));
    if (inside) all.back().text += line + "\n";
    if (line.starts_with("| check |")) checks = true;
    if (!line.starts_with('|')) checks = false;
    if (checks && line.find("---") == std::string::npos && !line.starts_with("| check |"))
      all.push_back({line, line});
  }
  return all;
}

TEST(FormatRules, NameTestsThatAreThere) {
  const std::set<std::string> tests = all_tests();
  ASSERT_GT(tests.size(), 300u);
  const std::vector<rule> found = rules();
  EXPECT_GE(found.size(), 60u);
  for (const rule& each : found) {
    const std::vector<std::string> named = tests_in(each.text);
    EXPECT_FALSE(named.empty()) << each.name << " names no test";
    for (const std::string& test : named)
      EXPECT_TRUE(tests.contains(test)) << each.name << ": there is no test " << test;
  }
}

TEST(FormatRules, HaveANameOfTheirOwn) {
  std::set<std::string> names;
  for (const rule& each : rules()) EXPECT_TRUE(names.insert(each.name).second) << each.name;
}

}  // namespace
