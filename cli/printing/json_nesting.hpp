// SPDX-License-Identifier: MIT
// The nested lists of an array in JSON, written while the items stream by in C order.
#pragma once

#include "printing/json_writer.hpp"

#include <nopy/shape.hpp>

namespace nopy::cli {

class json_nesting {
 public:
  json_nesting(json_writer& out, const shape& of);
  /// Writes the brackets before the next item. Call `close` behind each item.
  void open();
  void close();
  /// For an array without items: its empty lists. Throws usage where they are too many.
  void write_empty();

 private:
  void empty_lists(std::size_t axis);

  json_writer& out_;
  shape shape_;
  std::vector<std::uint64_t> below_{};  // items in one list, per axis
  std::uint64_t position_ = 0;
};

}  // namespace nopy::cli
