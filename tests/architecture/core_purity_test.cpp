// SPDX-License-Identifier: MIT
// The core (every floor but os and verbs) does no I/O, starts nothing, waits for nothing, stops
// nothing, and has no state: what would break that is looked for by name.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace {

using nopy::test::code_of;
using nopy::test::files_under;
using nopy::test::included;

std::vector<nopy::test::source_file> core_files() {
  return files_under({"src/bytes", "src/deflate", "src/zip", "src/dtype", "src/npy", "src/array",
                      "src/kernels", "src/text", "src/object"});
}

TEST(Core, IncludesOnlyHeadersWithoutSideEffects) {
  const std::set<std::string> allowed{
      "<algorithm>",       "<array>",    "<bit>",         "<bitset>",
      "<cfloat>",          "<charconv>", "<climits>",     "<cmath>",
      "<compare>",         "<concepts>", "<cstddef>",     "<cstdint>",
      "<cstring>",         "<iterator>", "<limits>",      "<new>",
      "<numeric>",         "<optional>", "<span>",        "<string>",
      "<tuple>",           "<utility>",  "<string_view>", "<type_traits>",
      "<immintrin.h>",     "<vector>",   "<iterator>",    "<ranges>",
      "<initializer_list>"};
  for (const auto& file : core_files())
    for (const std::string& line : file.lines) {
      const std::string target = included(line);
      if (target.empty() || target.starts_with('"') || target.starts_with("<nopy/")) continue;
      EXPECT_TRUE(allowed.contains(target)) << file.path << " includes " << target;
    }
}

struct forbidden_row {
  const char* pattern;
  const char* why;
};
const forbidden_row forbidden[] = {
    {R"(\b(std::)?(f?printf|puts|fopen|fread|fwrite)\s*\()", "prints or reads: no I/O in the core"},
    {R"(\bstd::(cout|cerr|clog|locale|filesystem|thread|mutex|atomic|chrono)\b)",
     "state, time or I/O"},
    {R"(\b(abort|exit|terminate|getenv|setlocale|system)\s*\()", "no call into the process"},
    {R"(\bassert\s*\()", "input is validated, not asserted; static_assert is fine"},
    {R"(\b(throw|try|catch|dynamic_cast|typeid)\b)", "the core has no exceptions and no RTTI"},
    {R"(\bstd::(vector|string)(<.*>)?\s+[a-z_]+\s*[;({=])",
     "grows by throwing: use bytes::growing"},
    {R"(^\s+static (?!const(expr|init|eval)?\b|_?inline\b)[a-z_:<>0-9 ]+[a-z_]+( =|\{|;))",
     "a mutable or guarded function static"},
    {R"(\bthread_local\b)", "no state"},
};

TEST(Core, UsesNothingThatPrintsThrowsStopsOrRemembers) {
  for (const auto& row : forbidden) {
    const std::regex pattern(row.pattern);
    for (const auto& file : core_files()) {
      if (!file.is_source()) continue;
      for (std::size_t i = 0; i < file.lines.size(); ++i) {
        const std::string code = code_of(file.lines[i]);
        EXPECT_FALSE(std::regex_search(code, pattern))
            << file.path << ":" << i + 1 << ": " << row.why << "\n  " << file.lines[i];
      }
    }
  }
}

TEST(Core, RulesFindWhatTheyAreFor) {
  const char* bad[] = {"  printf(\"x\");",   "  std::cout << 1;",  "  abort();",
                       "  assert(n > 0);",   "  throw 1;",         "  std::vector<int> list;",
                       "  static int seen;", "thread_local int x;"};
  const char* good[] = {"  static constexpr int n = 1;", "  // we never throw",
                        "static_assert(true);", "  text.put(\"printf(\");",
                        "  static dtype type() noexcept {"};
  const auto found = [](const char* line) {
    for (const auto& row : forbidden)
      if (std::regex_search(code_of(line), std::regex(row.pattern))) return true;
    return false;
  };
  for (const char* line : bad) EXPECT_TRUE(found(line)) << line;
  for (const char* line : good) EXPECT_FALSE(found(line)) << line;
}

}  // namespace
