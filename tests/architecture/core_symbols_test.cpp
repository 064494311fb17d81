// SPDX-License-Identifier: MIT
// What the compiled core asks of the outside: every undefined symbol of libnopy_core.a is held
// against core_symbols.txt, where each stands with its reason.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

namespace {

struct symbols {
  std::set<std::string> defined;
  std::map<std::string, std::string>
      shared;  // weak: the linker keeps anyone's; and an object that has it
  std::map<std::string, std::string> undefined;  // and the object that first asks for it
};

symbols symbols_of(const char* archive) {
  symbols all;
  const auto listed = nopy::test::run(std::string(NOPY_NM) + " -AP " + archive);
  EXPECT_EQ(listed.status, 0) << listed.output;
  std::istringstream lines(listed.output);
  for (std::string object, name, type, rest; lines >> object >> name >> type;) {
    std::getline(lines, rest);
    if (type == "W" || type == "V" || type == "u") all.shared.emplace(object + name, object);
    if (type == "U" || type == "w")
      all.undefined.emplace(name, object);
    else
      all.defined.insert(name);
  }
  for (const auto& name : all.defined) all.undefined.erase(name);
  return all;
}

struct allow_list {
  std::set<std::string> names;
  std::vector<std::string> prefixes;

  [[nodiscard]] bool allows(const std::string& name) const {
    if (names.contains(name)) return true;
    for (const auto& prefix : prefixes)
      if (name.starts_with(prefix)) return true;
    return false;
  }
};

allow_list read_allow_list() {
  allow_list list;
  std::ifstream in(NOPY_TESTS_DIR "/architecture/core_symbols.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    const auto end = line.find(' ');
    EXPECT_NE(end, std::string::npos) << "a symbol without a reason: " << line;
    const std::string name = line.substr(0, end);
    if (name.ends_with('*'))
      list.prefixes.push_back(name.substr(0, name.size() - 1));
    else
      list.names.insert(name);
  }
  return list;
}

TEST(CoreSymbols, AreThoseOfTheAllowList) {
  const symbols core = symbols_of(NOPY_CORE_ARCHIVE);
  ASSERT_GT(core.defined.size(), 10u);
  const allow_list list = read_allow_list();
  for (const auto& [name, object] : core.undefined)
    EXPECT_TRUE(list.allows(name)) << object << " asks for " << name;
}

TEST(CoreSymbols, ShowNoExceptionsAndNoRtti) {
  const symbols core = symbols_of(NOPY_CORE_ARCHIVE);
  for (const auto& [name, object] : core.undefined) {
    EXPECT_FALSE(name.starts_with("__cxa_") || name.starts_with("__gxx_personality") ||
                 name.starts_with("_Unwind_") || name.find("__throw_") != std::string::npos)
        << object << " asks for " << name;
  }
  for (const auto& name : core.defined)
    EXPECT_FALSE(name.starts_with("_ZTI") || name.starts_with("_ZTS")) << name << " is RTTI";
}

// The linker may keep their copy of a shared function for everyone: code that ends the program on an older processor.
TEST(CoreSymbols, ShowNothingSharedInFilesForOneInstructionSet) {
  for (const auto& [name, object] : symbols_of(NOPY_CORE_ARCHIVE).shared)
    EXPECT_EQ(object.find("[x86_"), std::string::npos) << name;
}

TEST(CoreSymbols, ShowNoGuardedStatic) {
  for (const auto& name : symbols_of(NOPY_CORE_ARCHIVE).defined)
    EXPECT_FALSE(name.starts_with("_ZGV")) << name << " guards a function's static";
}

}  // namespace
