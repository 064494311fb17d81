// SPDX-License-Identifier: MIT
// Includes point down only: every #include of the library is held against the list of allowed
// edges between floors.
#include "architecture/source_tree.hpp"

#include <gtest/gtest.h>

#include <set>
#include <span>

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

// The rooms of the tool, the same way. What stands in cli/ itself may know all of them.
const floor_row rooms[] = {
    {"system", {"system"}},
    {"printing", {"system", "printing"}},
    {"command", {"system", "printing", "command"}},
    {"input", {"system", "printing", "command", "input"}},
    {"items", {"printing", "input", "items"}},
    {"output", {"system", "printing", "command", "input", "output"}},
    {"csv", {"printing", "input", "items", "output", "csv"}},
    {"pictures", {"system", "printing", "command", "input", "output", "pictures"}},
    {"archives", {"system", "printing", "command", "input", "items", "output", "archives"}},
    {"statistics", {"printing", "input", "items", "statistics"}},
    {"view", {"system", "printing", "command", "input", "output", "view"}},
    {"commands",
     {"system", "printing", "command", "input", "items", "output", "csv", "pictures", "archives",
      "statistics", "view", "commands"}},
};

const floor_row* row_of(std::span<const floor_row> rows, std::string_view name) {
  for (const floor_row& row : rows)
    if (row.name == name) return &row;
  return nullptr;
}

/// The folder of `path` below `root`, which ends with '/'.
std::string_view folder_below(std::string_view root, std::string_view path) {
  const std::string_view inner = path.substr(root.size());
  return inner.substr(0, inner.find('/'));
}

TEST(Includes, PointDownOnlyFromFloorToFloor) {
  std::size_t edges = 0;
  for (const auto& file : files_under({"src"})) {
    if (!file.is_source()) continue;
    const floor_row* floor = row_of(floors, folder_below("src/", file.path));
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

TEST(Includes, OfTheToolGoOneWayFromRoomToRoom) {
  std::size_t edges = 0;
  for (const auto& file : files_under({"cli"})) {
    const floor_row* room = row_of(rooms, folder_below("cli/", file.path));
    if (!file.is_source() || file.path.find('/') == file.path.rfind('/')) continue;
    ASSERT_NE(room, nullptr) << file.path << " stands in no room of the tool";
    for (const std::string& line : file.lines) {
      const std::string target = included(line);
      if (!target.starts_with('"')) continue;
      const std::string to = target.substr(1, target.find('/') - 1);
      if (row_of(rooms, to) == nullptr) continue;  // a floor of the library
      EXPECT_TRUE(room->may_include.contains(to))
          << file.path << " includes " << target << ": " << room->name << " may not know " << to;
      ++edges;
    }
  }
  EXPECT_GT(edges, 100u);
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
