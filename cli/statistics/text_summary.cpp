// SPDX-License-Identifier: MIT
#include "statistics/text_summary.hpp"

#include "bytes/endian.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::cli {
namespace {

/// -1, 0 or 1: NULs at the end count for nothing, since both are padded with them.
int compare_items(const dtype& type, const std::byte* a, const std::byte* b) {
  const auto bytes = static_cast<std::size_t>(type.item_bytes());
  if (type.kind() == kind::bytes) {
    const int made = bytes == 0 ? 0 : std::memcmp(a, b, bytes);
    return made < 0 ? -1 : made > 0 ? 1 : 0;
  }
  for (std::size_t at = 0; at < bytes; at += 4) {
    const auto left = bytes::load<std::uint32_t>(a + at, type.endian());
    const auto right = bytes::load<std::uint32_t>(b + at, type.endian());
    if (left != right) return left < right ? -1 : 1;
  }
  return 0;
}

std::uint64_t length_of(const dtype& type, const std::byte* item) {
  const std::size_t unit = type.kind() == kind::text ? 4 : 1;
  std::size_t used = static_cast<std::size_t>(type.item_bytes());
  while (used != 0 && item[used - 1] == std::byte{0}) --used;
  return (used + unit - 1) / unit;
}

void offer(std::optional<text_extreme>& best, const dtype& type, const std::byte* item,
           std::uint64_t position, int wanted) {
  const int order = best ? compare_items(type, item, best->item.data()) : wanted;
  if (order != wanted && (order != 0 || position >= best->position)) return;
  best = text_extreme{{item, item + type.item_bytes()}, position};
}

}  // namespace

void text_summary::add(const stats_part& part, const std::byte* items, std::uint64_t item_count,
                       std::uint64_t first, const core::item_order& order) {
  const core::number_place& place = part.place;
  for (std::uint64_t i = 0; i < item_count; ++i) {
    const std::uint64_t position = order.c_position(first + i) * place.units;
    for (std::uint64_t unit = 0; unit < place.units; ++unit) {
      const std::byte* item =
          items + i * place.item_bytes + place.offset + unit * place.unit_stride;
      const std::uint64_t length = length_of(place.type, item);
      shortest = count == 0 ? length : std::min(shortest, length);
      longest = std::max(longest, length);
      ++count;
      empty += length == 0 ? 1 : 0;
      offer(least, place.type, item, position + unit, -1);
      offer(most, place.type, item, position + unit, 1);
    }
  }
}

void text_summary::join(const stats_part& part, const text_summary& later) {
  if (later.count == 0) return;
  shortest = count == 0 ? later.shortest : std::min(shortest, later.shortest);
  longest = std::max(longest, later.longest);
  count += later.count;
  empty += later.empty;
  offer(least, part.place.type, later.least->item.data(), later.least->position, -1);
  offer(most, part.place.type, later.most->item.data(), later.most->position, 1);
}

}  // namespace nopy::cli
