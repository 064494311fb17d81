// SPDX-License-Identifier: MIT
// The columns that an array has as CSV: one per number of an item, nested fields as "p.q", items of
// subarrays as "m[0,1]", and the unit of a timedelta in the head, as in "took [s]".
#pragma once

#include <nopy/dtype.hpp>

#include <string>
#include <vector>

namespace nopy::cli {

struct csv_column {
  std::string head;
  dtype type;
  std::uint64_t offset = 0;  ///< bytes from the start of the item
};

/// The columns of one item; a type without fields has one, without a name. Throws usage for types
/// that CSV can not hold, and too_large beyond 16384 columns.
[[nodiscard]] std::vector<csv_column> columns_of(const dtype& type);

/// Whether the heads say something: records, and timedeltas, whose unit stands there.
[[nodiscard]] bool worth_a_header(const std::vector<csv_column>& columns) noexcept;

}  // namespace nopy::cli
