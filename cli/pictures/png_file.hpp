// SPDX-License-Identifier: MIT
// Writes a PNG row by row to an output, by libpng where it was found. Memory: a few rows.
#pragma once

#include "output/output.hpp"

#include <cstdint>
#include <memory>

namespace nopy::cli {

/// Bytes of a pixel: shades, red green blue, and with an opacity behind.
enum class png_color : std::uint8_t { gray = 1, rgb = 3, rgba = 4 };

struct png_size {
  std::uint32_t width, height;
  png_color color;
};

class png_file {
 public:
  /// Throws usage where this build has no libpng, and what writing gives.
  png_file(output& to, const png_size& size);
  png_file(const png_file&) = delete;
  png_file& operator=(const png_file&) = delete;
  ~png_file();

  /// The next row: width times the bytes of a pixel. Throws io, out_of_memory.
  void row(std::span<const std::uint8_t> pixels);
  /// Behind the last row. Throws io, out_of_memory.
  void finish();

 private:
  struct writer;
  std::unique_ptr<writer> writer_;
};

/// Whether this build writes PNG files.
[[nodiscard]] bool has_png() noexcept;

}  // namespace nopy::cli
