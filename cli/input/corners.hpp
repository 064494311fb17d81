// SPDX-License-Identifier: MIT
// The corners of an array: of each long axis the first and last few indices and one that stands for
// those between, so that a printer that leaves out the middle needs nothing else.
#pragma once

#include "input/window.hpp"

namespace nopy::cli {

class corner_plan {
 public:
  /// Axes of more than 2 * edge extents are cut to 2 * edge + 1.
  corner_plan(const shape& of, std::uint64_t edge);

  [[nodiscard]] const shape& reduced() const noexcept { return reduced_; }
  /// The items of the corners in C order. Throws what reading gives, and too_large.
  [[nodiscard]] std::vector<std::byte> read(const selected_items& items) const;

 private:
  struct piece {
    std::uint64_t from, to, count;  // indices `from` on of the array stand at `to` on of the result
  };
  void place(std::span<const std::byte> block, const shape& start, const shape& extents,
             std::uint64_t item_bytes, std::span<std::byte> into) const;

  shape reduced_;
  std::vector<std::vector<piece>> axes_{};
};

}  // namespace nopy::cli
