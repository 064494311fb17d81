// SPDX-License-Identifier: MIT
// The colours are those of the viewer: both are held to one table.
#include "pictures/color_maps.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace nopy::cli {
namespace {

TEST(ColorMaps, AreThoseOfTheViewer) {
  std::ifstream table(NOPY_TESTS_DIR "/vectors/color_maps.txt");
  std::size_t maps = 0;
  for (std::string line; std::getline(table, line); ++maps) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    const auto map = find_color_map(name);
    ASSERT_TRUE(map) << name;
    for (const rgb& color : colors_of(*map)) {
      std::string expected;
      words >> expected;
      EXPECT_EQ(fmt::format("{:02x}{:02x}{:02x}", color.red, color.green, color.blue), expected)
          << name;
    }
  }
  EXPECT_EQ(maps, std::size(color_map_names));
}

TEST(ColorMaps, AreFoundByNameAlone) {
  for (const std::string_view name : color_map_names) {
    const auto map = find_color_map(name);
    ASSERT_TRUE(map) << name;
    EXPECT_EQ(name_of(*map), name);
  }
  EXPECT_FALSE(find_color_map("jet"));
  EXPECT_FALSE(find_color_map(""));
}

}  // namespace
}  // namespace nopy::cli
