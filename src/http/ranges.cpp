// SPDX-License-Identifier: MIT
#include "http/ranges.hpp"

#include <algorithm>

namespace nopy::inline v1::http {

std::vector<byte_range> merged(std::span<const byte_range> ranges, std::uint64_t total,
                               std::uint64_t gap) {
  std::vector<byte_range> sorted;
  for (byte_range one : ranges) {
    if (one.offset >= total) continue;
    one.count = std::min(one.count, total - one.offset);
    if (one.count != 0) sorted.push_back(one);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const byte_range& a, const byte_range& b) { return a.offset < b.offset; });
  std::vector<byte_range> made;
  for (const byte_range& one : sorted) {
    if (!made.empty()) {
      byte_range& last = made.back();
      const std::uint64_t end = last.offset + last.count;
      if (one.offset <= end || one.offset - end <= gap) {
        last.count = std::max(end, one.offset + one.count) - last.offset;
        continue;
      }
    }
    made.push_back(one);
  }
  return made;
}

std::vector<byte_range> in_pieces(byte_range of, std::uint64_t piece, std::uint64_t most) {
  const std::uint64_t count =
      std::clamp<std::uint64_t>(of.count / std::max<std::uint64_t>(piece, 1), 1, most);
  std::vector<byte_range> made;
  const std::uint64_t each = of.count / count;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t first = i * each;
    made.push_back({of.offset + first, i + 1 == count ? of.count - first : each});
  }
  return made;
}

}  // namespace nopy::inline v1::http
