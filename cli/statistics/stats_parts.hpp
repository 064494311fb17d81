// SPDX-License-Identifier: MIT
// The parts of an item that have statistics of their own: a number, each half of a complex one,
// each field of a record, a string.
#pragma once

#include "array/number_scan.hpp"

#include <string>
#include <vector>

namespace nopy::cli {

struct stats_part {
  std::string name{};  ///< "" for the item itself; "x", "pos.y", "real"
  core::number_place place{};
  shape inner{};  ///< the extents of a subarray
  [[nodiscard]] bool is_text() const noexcept {
    return place.type.kind() == kind::text || place.type.kind() == kind::bytes;
  }
};

/// The parts of a type, in the order of the item; what has no statistics, such as opaque bytes, is left out.
/// Throws type_mismatch where nothing is left, object_dtype, too_large beyond 16384 parts.
[[nodiscard]] std::vector<stats_part> stats_parts_of(const dtype& type);

}  // namespace nopy::cli
