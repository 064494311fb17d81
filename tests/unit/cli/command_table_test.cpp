// SPDX-License-Identifier: MIT
// What the table of commands promises holds everywhere it is shown: each option is tried in a
// tests/cli/*.test, and is in the completions of every shell and in the manual.
#include "command/command_table.hpp"
#include "command/man_page.hpp"
#include "commands/completion.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace nopy::cli {
namespace {

/// The words of every call "nopy COMMAND ..." in the tests, by command; each word between blanks.
std::map<std::string, std::string> tried_calls() {
  std::map<std::string, std::string> calls;
  for (const auto& entry : std::filesystem::directory_iterator(NOPY_TESTS_DIR "/cli")) {
    if (entry.path().extension() != ".test") continue;
    std::ifstream lines(entry.path());
    for (std::string line; std::getline(lines, line);) {
      if (!line.starts_with("$ ")) continue;
      std::istringstream words(line.substr(2));
      std::string of;
      for (std::string word; words >> word;) {
        if (word == "nopy" || word.ends_with("(nopy")) {
          words >> of;
        } else if (word == "|" || word == "&&" || word == ";") {
          of.clear();
        } else if (!of.empty()) {
          calls[of] += " " + word.substr(0, word.find_first_of("=;)")) + " ";
        }
      }
      if (!of.empty()) calls[of] += " ";
    }
  }
  return calls;
}

std::vector<std::string> names_of(const option_row& row) {
  std::vector<std::string> names;
  std::istringstream words{std::string(row.names)};
  for (std::string name; std::getline(words, name, ',');) names.push_back(name);
  return names;
}

TEST(CommandTable, EveryOptionIsTriedByATestOfTheTool) {
  const auto calls = tried_calls();
  for (const command* one : commands()) {
    const auto found = calls.find(std::string(one->name));
    ASSERT_TRUE(found != calls.end()) << "no tests/cli/*.test runs nopy " << one->name;
    for (const option_row& row : one->options) {
      bool tried = false;
      for (const std::string& name : names_of(row))
        tried |= found->second.find(" " + name + " ") != std::string::npos;
      EXPECT_TRUE(tried) << "no tests/cli/*.test runs nopy " << one->name << " with " << row.names;
    }
  }
}

TEST(CommandTable, OneOptionIsSpelledAlikeInEveryCommand) {
  std::map<std::string, const option_row*> first;
  for (const command* one : commands())
    for (const option_row& row : one->options) {
      const std::string name(long_name(row.names));
      const auto [known, added] = first.emplace(name, &row);
      if (added || name == "--bytes") continue;  // one that shows them, and one that takes them
      EXPECT_EQ(known->second->names, row.names) << one->name;
      EXPECT_EQ(known->second->value, row.value) << one->name << " " << name;
    }
}

TEST(CommandTable, HelpFitsATerminalAndExplainsEverything) {
  for (const command* one : commands()) {
    EXPECT_FALSE(one->summary.empty() || one->examples.empty()) << one->name;
    EXPECT_LE(one->summary.size(), 72u) << one->name;
    for (const option_row& row : one->options) {
      EXPECT_FALSE(row.help.empty()) << one->name << " " << row.names;
      EXPECT_LE(row.help.size(), 80u) << one->name << " " << row.names;
      // The words a completion offers are those that the help names.
      std::istringstream choices{std::string(row.choices)};
      for (std::string word; choices >> word;)
        EXPECT_TRUE((std::string(row.value) + " " + std::string(row.help)).find(word) !=
                    std::string::npos)
            << one->name << " " << row.names << ": " << word;
    }
  }
}

TEST(Completions, HoldEveryCommandAndOption) {
  const std::string bash = bash_completion(), zsh = zsh_completion(), fish = fish_completion();
  for (const command* one : commands()) {
    const std::string name(one->name);
    const std::size_t in_bash = bash.find("\n    " + name + ")\n");
    const std::size_t in_zsh = zsh.find("\n    " + name + ")\n");
    ASSERT_NE(in_bash, std::string::npos) << name;
    ASSERT_NE(in_zsh, std::string::npos) << name;
    const std::string bash_part = bash.substr(in_bash, bash.find(";;", in_bash) - in_bash);
    const std::string zsh_part = zsh.substr(in_zsh, zsh.find(";;", in_zsh) - in_zsh);
    EXPECT_NE(fish.find("-a " + name + " -d"), std::string::npos) << name;
    for (const option_row& row : one->options) {
      const std::string option(long_name(row.names));
      EXPECT_NE(bash_part.find(option + " "), std::string::npos) << name << option;
      EXPECT_NE(zsh_part.find(option), std::string::npos) << name << option;
      EXPECT_NE(fish.find("from " + name + "'"), std::string::npos) << name;
      EXPECT_NE(fish.find(" -l " + option.substr(2) + " "), std::string::npos) << name << option;
    }
  }
}

/// A page as its reader sees it, without roff's spelling.
std::string plain(std::string page) {
  for (const auto& [from, to] : {std::pair{"\\-", "-"}, {"\\fB", ""}, {"\\fR", ""}, {"\\fI", ""}})
    for (std::size_t at; (at = page.find(from)) != std::string::npos;)
      page.replace(at, std::string_view(from).size(), to);
  return page;
}

TEST(Manual, HasAPageOfEveryCommandWithEveryOption) {
  const std::string overview = plain(man_overview());
  for (const command* one : commands()) {
    EXPECT_NE(overview.find(std::string("nopy-").append(one->name)), std::string::npos);
    const std::string page = plain(man_page(*one));
    for (const option_row& row : one->options)
      for (const std::string& name : names_of(row))
        EXPECT_NE(page.find(name), std::string::npos) << one->name << " " << name;
  }
}

TEST(Manual, IsAsciiWithoutLinesThatAreRequestsByAccident) {
  for (const command* one : commands())
    for (const std::string& page : {man_page(*one), man_overview()}) {
      for (const char c : page) EXPECT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << one->name;
      std::istringstream lines(page);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_FALSE(line.starts_with('\'')) << line;
        const bool request = line.starts_with(".TH ") || line.starts_with(".SH ") ||
                             line.starts_with(".B") || line == ".TP" || line == ".nf" ||
                             line == ".fi" || line == ".nh" || line == ".ad l";
        EXPECT_TRUE(!line.starts_with('.') || request) << line;
      }
    }
}

}  // namespace
}  // namespace nopy::cli
