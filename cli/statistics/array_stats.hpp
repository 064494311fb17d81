// SPDX-License-Identifier: MIT
// The statistics of an array of the command line: as a whole, or along an axis. The same for every number of threads.
#pragma once

#include "input/input.hpp"
#include "statistics/text_summary.hpp"

#include <optional>

namespace nopy::cli {

struct histogram {
  std::vector<double> edges{};
  std::vector<std::uint64_t> counts{};
};

struct part_stats {
  core::number_summary numbers{};
  text_summary texts{};
  std::optional<histogram> bins{};  ///< of the finite numbers, where there are some
};

struct array_stats {
  dtype type{};
  shape of{};  ///< of the part that was asked for
  std::vector<stats_part> parts{};
  std::optional<std::size_t> axis{};
  shape lines{};  ///< with an axis: the extents of the others
  /// One for each part; with an axis, for each line (in C order) and part.
  std::vector<part_stats> all{};
};

struct stats_request {
  std::optional<std::string> as{};
  std::optional<std::size_t> bins{};
  std::optional<std::int64_t> axis{};
  parallel_callback jobs{};
};

/// Verifies a member first. Throws what reading gives, type_mismatch, object_dtype, out_of_range (no such axis), limit
/// (too many lines).
[[nodiscard]] array_stats stats_of(const input& from, const stats_request& asked);

}  // namespace nopy::cli
