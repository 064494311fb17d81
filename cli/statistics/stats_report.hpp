// SPDX-License-Identifier: MIT
// Statistics for people, and as JSON.
#pragma once

#include "printing/json_writer.hpp"
#include "statistics/array_stats.hpp"

#include <string>

namespace nopy::cli {

/// The cells of a result; empty where it has no such thing.
struct stats_cells {
  std::string name{}, count{}, nan{}, inf{}, zeros{}, least{}, least_at{}, most{}, most_at{},
      mean{}, deviation{}, sum{}, lengths{};
};

/// A row for each result of an array called `name`.
[[nodiscard]] std::vector<stats_cells> cells_of(const std::string& name, const array_stats& of);
/// "label  value" lines of one result.
[[nodiscard]] std::string facts_of(const stats_cells& of);
/// A table of several.
[[nodiscard]] std::string stats_table(const std::vector<stats_cells>& rows);
/// The bins of a part as bars, the widest `width` characters.
[[nodiscard]] std::string bars_of(const histogram& of, std::size_t width);

/// The keys and values of an array's results, inside an object.
void write_json_stats(json_writer& out, const array_stats& of);

}  // namespace nopy::cli
