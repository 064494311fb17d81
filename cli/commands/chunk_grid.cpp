// SPDX-License-Identifier: MIT
#include "commands/chunk_grid.hpp"

#include <algorithm>
#include <numeric>

namespace nopy::cli {
namespace {

// Smaller chunks cost a reader more in requests than they save.
constexpr std::uint64_t least_chunk_bytes = 64 << 10;

/// The largest divisor of `extent` of which `unit` bytes each stay within what is aimed at; nothing
/// where that makes small chunks of what is large.
std::optional<std::uint64_t> even_cut(std::uint64_t extent, std::uint64_t unit) {
  if (extent <= most_chunk_bytes / unit) return extent;
  const std::uint64_t most = std::max<std::uint64_t>(most_chunk_bytes / unit, 1);
  const std::uint64_t least = std::max<std::uint64_t>(least_chunk_bytes / unit, 1);
  for (std::uint64_t one = most; one >= least; --one)
    if (extent % one == 0) return one;
  return std::nullopt;
}

}  // namespace

std::vector<std::size_t> slowest_first(std::size_t rank, order order) {
  std::vector<std::size_t> axes(rank);
  std::iota(axes.begin(), axes.end(), std::size_t{0});
  if (order == order::fortran) std::reverse(axes.begin(), axes.end());
  return axes;
}

std::optional<chunk_grid> plan_chunks(const std::vector<shape>& files, order order,
                                      std::uint64_t item_bytes, std::optional<std::size_t> joined) {
  const shape& first = files.front();
  chunk_grid made;
  for (std::size_t i = 0; i < first.rank(); ++i)
    made.extents.push_back(std::max<std::uint64_t>(first[i], 1));
  bool differ = false;
  std::uint64_t shared = 0;  // the greatest extent that divides all of them
  for (const shape& one : files) {
    if (!joined) break;
    shared = std::gcd(shared, one[*joined]);
    differ |= one[*joined] != first[*joined];
  }
  if (joined) made.extents[*joined] = std::max<std::uint64_t>(shared, 1);
  std::uint64_t unit = item_bytes;  // the header said that no product overflows
  for (const std::uint64_t extent : made.extents) unit *= extent;
  for (const std::size_t axis : slowest_first(first.rank(), order)) {
    if (unit == 0) break;
    std::uint64_t& extent = made.extents[axis];
    unit /= extent;
    const bool is_joined = joined == axis;
    if (extent == 1 && !(is_joined && differ)) continue;
    if (is_joined) differ = false;  // its cut fits all of them
    const auto cut = even_cut(extent, unit);
    made.uneven = !cut;
    if (cut) extent = *cut;
    if (extent != 1) break;
  }
  if (differ) return std::nullopt;
  made.bytes = item_bytes;
  for (const std::uint64_t extent : made.extents) made.bytes *= extent;
  return made;
}

}  // namespace nopy::cli
