// SPDX-License-Identifier: MIT
// A relative link of a page leads to a file that is there, and behind `#` to a heading that a code
// host and mkdocs name alike.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <set>

namespace {

using nopy::test::source_file;

std::vector<source_file> pages() {
  std::vector<source_file> all =
      nopy::test::files_under({"docs", "attacks", "tests/cases/reports", "viewer/engine"});
  for (const char* name : {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}) {
    source_file file{name, {}};
    std::ifstream in(std::filesystem::path(NOPY_ROOT) / name);
    for (std::string line; std::getline(in, line);) file.lines.push_back(line);
    all.push_back(std::move(file));
  }
  std::erase_if(all, [](const source_file& file) { return !file.path.ends_with(".md"); });
  return all;
}

/// What a heading is called in a link: small letters, digits, and one hyphen where there are blanks.
std::string anchor_of(std::string_view heading) {
  std::string made;
  for (const char c : heading) {
    const bool kept =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || (c & 0x80) != 0;
    if (kept) made += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (c == ' ') made += '-';
  }
  return made;
}

std::set<std::string> anchors_of(const source_file& page) {
  std::set<std::string> all;
  bool fenced = false;
  for (const std::string& line : page.lines) {
    if (line.starts_with("```")) fenced = !fenced;
    const auto text = line.find_first_not_of('#');
    if (fenced || text == 0 || text == std::string::npos || line[text] != ' ') continue;
    all.insert(anchor_of(std::string_view(line).substr(text + 1)));
  }
  return all;
}

/// A line with the code in it left out.
std::string without_code(std::string_view line) {
  std::string rest;
  bool code = false;
  for (const char c : line) {
    if (c == '`') code = !code;
    if (!code || c == '`') rest += c;
  }
  return rest;
}

/// The targets of `[...](target)` outside of code.
std::vector<std::string> links_of(const source_file& page) {
  std::vector<std::string> all;
  bool fenced = false;
  for (const std::string& whole : page.lines) {
    if (whole.starts_with("```")) fenced = !fenced;
    if (fenced || whole.starts_with("    ")) continue;
    const std::string line = without_code(whole);
    for (auto at = line.find("]("); at != std::string::npos; at = line.find("](", at + 2))
      all.push_back(line.substr(at + 2, line.find_first_of(") ", at + 2) - at - 2));
  }
  std::erase_if(all, [](const std::string& link) { return link.find(':') != std::string::npos; });
  return all;
}

TEST(Links, OfPagesLeadToFilesAndHeadingsThatAreThere) {
  std::map<std::string, std::set<std::string>> anchors;
  const auto all = pages();
  for (const auto& page : all) anchors[page.path] = anchors_of(page);
  std::size_t count = 0;
  for (const auto& page : all) {
    for (const std::string& link : links_of(page)) {
      ++count;
      const auto hash = std::min(link.find('#'), link.size());
      const auto here = std::filesystem::path(page.path);
      const std::string to =
          hash == 0
              ? page.path
              : (here.parent_path() / link.substr(0, hash)).lexically_normal().generic_string();
      EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(NOPY_ROOT) / to))
          << page.path << ": " << link;
      if (hash == link.size() || !anchors.contains(to)) continue;
      EXPECT_TRUE(anchors[to].contains(link.substr(hash + 1))) << page.path << ": " << link;
      EXPECT_EQ(link.find("--", hash), std::string::npos)
          << page.path << ": " << link << " has another name in mkdocs";
    }
  }
  EXPECT_GT(count, 200u);
}

TEST(Links, ReachEveryPageOfTheDocumentation) {
  std::set<std::string> reached;
  const auto all = pages();
  for (const auto& page : all)
    for (const std::string& link : links_of(page))
      reached.insert(
          (std::filesystem::path(page.path).parent_path() / link.substr(0, link.find('#')))
              .lexically_normal()
              .generic_string());
  for (const auto& page : all) {
    if (!page.path.starts_with("docs/")) continue;
    EXPECT_TRUE(reached.contains(page.path)) << "no page links to " << page.path;
  }
}

}  // namespace
