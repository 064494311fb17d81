// SPDX-License-Identifier: MIT
#include "input/item_batches.hpp"

#include <algorithm>

namespace nopy::cli {
namespace {

// Chunks of a piece: so many are looked at side by side.
constexpr std::uint64_t mapped_chunks = 256, read_chunks = 16;

}  // namespace

item_batches::item_batches(const selected_items& items, std::optional<any_array> mapped)
    : items_(items),
      mapped_(std::move(mapped)),
      order_{items.chosen().extents(), items.in_order()},
      chunk_items_(core::chunk_items(items.item_bytes())) {}

void item_batches::for_each(
    function_ref<void(std::span<const std::byte>, std::uint64_t first)> look) const {
  const auto item_bytes = static_cast<std::size_t>(items_.item_bytes());
  if (item_bytes == 0 || order_.extents.count() == 0) return;
  if (mapped_) {
    const auto all = mapped_->view().bytes();
    const std::size_t piece = static_cast<std::size_t>(chunk_items_ * mapped_chunks) * item_bytes;
    for (std::size_t at = 0; at < all.size(); at += piece)
      look(all.subspan(at, std::min(piece, all.size() - at)), at / item_bytes);
    return;
  }
  const std::size_t piece = static_cast<std::size_t>(chunk_items_ * read_chunks) * item_bytes;
  std::vector<std::byte> buffer;
  buffer.reserve(piece);
  std::uint64_t first = 0;
  const auto hand_on = [&] {
    if (buffer.empty()) return;
    look(buffer, first);
    first += buffer.size() / item_bytes;
    buffer.clear();
  };
  items_.for_each_block([&](const region&, std::span<const std::byte> block) {
    while (!block.empty()) {
      const std::size_t some = std::min(block.size(), piece - buffer.size());
      buffer.insert(buffer.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(some));
      block = block.subspan(some);
      if (buffer.size() == piece) hand_on();
    }
  });
  hand_on();
}

}  // namespace nopy::cli
