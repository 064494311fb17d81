// SPDX-License-Identifier: MIT
// An open array, written as .npy, raw bytes, CSV or JSON, window by window: memory is bounded
// whatever the array's size.
#pragma once

#include "input/input.hpp"
#include "input/window.hpp"
#include "output/output.hpp"

#include <optional>

namespace nopy::cli {

/// Which items are written, and as what.
struct array_request {
  dtype type;                    ///< of the items written
  nopy::order order = order::c;  ///< .npy and raw
  /// Only the byte order differs from the file's: this one; padding is kept as stored.
  std::optional<endian> swap_to{};
};

/// A selection of an array on its way to an output.
class array_target {
 public:
  array_target(npy_file from, selection chosen, const array_request& as);

  void write_npy(output& to) const;
  void write_raw(output& to) const;
  void write_csv(output& to, char separator, bool header) const;
  void write_json(output& to) const;  ///< without the end of the line

 private:
  /// Calls `each` with consecutive items in the order asked for, and their number: items can have no bytes.
  void for_each_block(const output& to, order in,
                      function_ref<void(std::span<const std::byte>, std::uint64_t)> each) const;

  npy_file from_;
  selection chosen_;
  array_request as_;
};

}  // namespace nopy::cli
