// SPDX-License-Identifier: MIT
// Includes point down only: every #include of the library is held against the list of allowed
// edges between floors.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <set>

namespace {

using nopy::test::files_under;
using nopy::test::included;

struct floor_row {
  std::string_view name;
  std::set<std::string_view> may_include;
};

// From the cellar up. The os floor knows bytes alone; only the verbs know everything.
const floor_row floors[] = {
    {"bytes", {"bytes"}},
    {"deflate", {"bytes", "deflate"}},
    {"zip", {"bytes", "deflate", "zip"}},
    {"dtype", {"bytes", "dtype"}},
    {"npy", {"bytes", "dtype", "npy"}},
    {"kernels", {"kernels"}},
    {"array", {"bytes", "dtype", "npy", "kernels", "array"}},
    {"text", {"bytes", "dtype", "npy", "kernels", "array", "text"}},
    {"object", {"bytes", "dtype", "npy", "kernels", "array", "text", "object"}},
    {"os", {"bytes", "os"}},
    {"codec", {"bytes", "deflate", "codec"}},
    {"verbs",
     {"bytes", "deflate", "zip", "dtype", "npy", "kernels", "array", "text", "object", "os",
      "codec", "verbs"}},
    {"c",
     {"bytes", "deflate", "zip", "dtype", "npy", "kernels", "array", "text", "object", "os",
      "codec", "verbs", "c"}},
    // An adapter: it knows the public headers only.
    {"http", {"http"}},
};

const floor_row* floor_of(std::string_view path) {
  for (const floor_row& row : floors)
    if (path.starts_with("src/" + std::string(row.name) + "/")) return &row;
  return nullptr;
}

TEST(Includes, PointDownOnlyFromFloorToFloor) {
  std::size_t edges = 0;
  for (const auto& file : files_under({"src"})) {
    if (!file.is_source()) continue;
    const floor_row* floor = floor_of(file.path);
    ASSERT_NE(floor, nullptr) << file.path << " stands on no floor of the house";
    for (const std::string& line : file.lines) {
      const std::string target = included(line);
      if (!target.starts_with('"')) continue;
      const std::string to = target.substr(1, target.find('/') - 1);
      EXPECT_TRUE(floor->may_include.contains(to))
          << file.path << " includes " << target << ": " << floor->name << " may not know " << to;
      ++edges;
    }
  }
  EXPECT_GT(edges, 5u);
}

TEST(Includes, OfTheLibraryAreWrittenFromTheSourceFolder) {
  for (const auto& file : files_under({"src"}))
    for (const std::string& line : file.lines) {
      const std::string target = included(line);
      if (!target.starts_with('"')) continue;
      const std::string inner = "src/" + target.substr(1, target.size() - 2);
      EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(NOPY_ROOT) / inner))
          << file.path << " includes " << target << ", which is not \"floor/file.hpp\"";
    }
}

TEST(Includes, OfKernelsAreLightAndInstructionSetsOnly) {
  const std::set<std::string> instruction_sets{"<immintrin.h>", "<arm_neon.h>", "<wasm_simd128.h>"};
  const std::set<std::string> light{"<array>",       "<bit>",  "<concepts>",    "<limits>",
                                    "<type_traits>", "<span>", "<string_view>", "<utility>"};
  for (const auto& file : files_under({"src/kernels"}))
    for (const std::string& line : file.lines) {
      const std::string target = included(line);
      if (target.empty() || target.starts_with('"')) continue;
      const bool c_header = target.starts_with("<c") && target.find('.') == std::string::npos;
      EXPECT_TRUE(c_header || instruction_sets.contains(target) || light.contains(target))
          << file.path << " includes " << target << ": kernels know no dtype and no error";
    }
}

}  // namespace
