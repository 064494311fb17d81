// SPDX-License-Identifier: MIT
// Statistics along an axis: one result for each line of items, that is for each index of the other axes.
#pragma once

#include "input/window.hpp"
#include "statistics/array_stats.hpp"

namespace nopy::cli {

/// Fills `lines` and `all`. `axis` is one of the array's, those a slice dropped included; `items` come in C order.
/// Throws type_mismatch for strings, limit, and what reading gives.
void summarise_lines(array_stats& into, std::size_t axis,
                     const std::vector<core::number_scan>& scans, const selected_items& items,
                     const parallel_callback& jobs);

}  // namespace nopy::cli
