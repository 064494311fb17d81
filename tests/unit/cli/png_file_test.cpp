// SPDX-License-Identifier: MIT
// PNG files hold the rows they were given, and nothing is left of one that is not whole.
#include "pictures/png_file.hpp"

#include "support/temporary_folder.hpp"

#include <nopy/error.hpp>

#include <gtest/gtest.h>

#include <fstream>

#ifdef NOPY_TEST_HAS_PNG
#include <png.h>
#endif

namespace nopy::cli {
namespace {

#ifdef NOPY_TEST_HAS_PNG
struct read_back {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels{};
};

read_back read_png(const std::string& path, png_color color) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << image.message;
  image.format = color == png_color::gray   ? PNG_FORMAT_GRAY
                 : color == png_color::rgba ? PNG_FORMAT_RGBA
                                            : PNG_FORMAT_RGB;
  read_back made{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  EXPECT_NE(png_image_finish_read(&image, nullptr, made.pixels.data(), 0, nullptr), 0);
  return made;
}

TEST(PngFile, HoldsTheRowsItWasGiven) {
  if (!has_png()) GTEST_SKIP() << "this build writes no PNG files";
  const test::temporary_folder folder;
  for (const png_color color : {png_color::gray, png_color::rgb, png_color::rgba}) {
    const std::string path = folder.file("a.png");
    const std::size_t row_bytes = 300 * static_cast<std::size_t>(color);
    std::vector<std::uint8_t> all;
    for (std::size_t i = 0; i < row_bytes * 7; ++i)
      all.push_back(static_cast<std::uint8_t>(i * 37 % 251));
    output to = output::open(path, overwrite::allow).value();
    {
      png_file file(to, {300, 7, color});
      for (std::size_t y = 0; y < 7; ++y)
        file.row(std::span(all).subspan(y * row_bytes, row_bytes));
      file.finish();
    }
    to.close();
    const read_back found = read_png(path, color);
    EXPECT_EQ(found.width, 300u);
    EXPECT_EQ(found.height, 7u);
    EXPECT_TRUE(found.pixels == all);
  }
}
#endif

TEST(PngFile, LeavesNothingWhereItWasNotFinished) {
  if (!has_png()) GTEST_SKIP() << "this build writes no PNG files";
  const test::temporary_folder folder;
  const std::string path = folder.file("b.png");
  {
    output to = output::open(path, overwrite::refuse).value();
    png_file file(to, {10, 10, png_color::gray});
    file.row(std::vector<std::uint8_t>(10));
  }
  EXPECT_FALSE(std::ifstream(path).good());
}

}  // namespace
}  // namespace nopy::cli
