// SPDX-License-Identifier: MIT
// Stands in for png_file.cpp in a build without libpng.
#include "pictures/png_file.hpp"
#include "printing/report.hpp"

namespace nopy::cli {

struct png_file::writer {};

png_file::png_file(output&, const png_size&) {
  refuse("this nopy writes no PNG files", "a build without libpng",
         "build it where libpng-dev is installed; --plot draws in the terminal");
}
png_file::~png_file() = default;
void png_file::row(std::span<const std::uint8_t>) {}
void png_file::finish() {}

bool has_png() noexcept { return false; }

}  // namespace nopy::cli
