// SPDX-License-Identifier: MIT
// What the strings of an array are like: how long, how many empty, the first and the last in the
// order of their code points or bytes.
#pragma once

#include "statistics/stats_parts.hpp"

#include <optional>

namespace nopy::cli {

struct text_extreme {
  std::vector<std::byte> item{};
  std::uint64_t position = 0;  ///< in C order, counted as numbers are
};

struct text_summary {
  std::uint64_t count = 0, empty = 0;
  std::uint64_t shortest = 0, longest = 0;  ///< code points, or bytes
  std::optional<text_extreme> least{}, most{};

  /// Adds `count` items that follow one another in memory; `first` is the position of the first.
  void add(const stats_part& part, const std::byte* items, std::uint64_t count, std::uint64_t first,
           const core::item_order& order);
  /// Adds what is known of other items.
  void join(const stats_part& part, const text_summary& later);
};

}  // namespace nopy::cli
