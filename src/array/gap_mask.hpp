// SPDX-License-Identifier: MIT
// Which bytes of an item mean something. C++ values are written with zeros in all others: what
// memory held between the members of a struct, or behind the ten bytes of an x87 long double, is
// nobody's to read.
#pragma once

#include <nopy/dtype.hpp>

#include "bytes/growing.hpp"

namespace nopy::inline v1::core {

class gap_mask {
 public:
  gap_mask() noexcept = default;
  /// Empty where every byte of the type means something. Errors: out_of_memory.
  [[nodiscard]] static result<gap_mask> of(const dtype& type) noexcept;

  [[nodiscard]] bool empty() const noexcept { return tile_.empty(); }
  /// Zeroes the gaps of whole items. Cost: one pass, vectorised; nothing where the mask is empty.
  void apply(std::span<std::byte> items) const noexcept;

 private:
  bytes::growing<std::byte> tile_{};  // the mask of an item, repeated: long runs, whatever its size
};

}  // namespace nopy::inline v1::core
