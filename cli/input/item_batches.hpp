// SPDX-License-Identifier: MIT
// The items of an array, or of a part of it, as large pieces that follow one another: where they
// lie in a mapping, or read into a buffer. Pieces begin at multiples of a chunk, so that what is
// known of the chunks does not depend on where the items came from.
#pragma once

#include "input/window.hpp"

#include "array/number_scan.hpp"

namespace nopy::cli {

class item_batches {
 public:
  /// `from` stays open; `mapped` may hold its elements, all of them. `items` say what is taken, in which order.
  item_batches(const selected_items& items, std::optional<any_array> mapped);

  /// The places in C order of the items in the order they come.
  [[nodiscard]] const core::item_order& order() const noexcept { return order_; }
  [[nodiscard]] std::uint64_t chunk_items() const noexcept { return chunk_items_; }

  /// Calls `look` with items and the position of the first. Throws what reading gives, and what `look` throws.
  void for_each(function_ref<void(std::span<const std::byte>, std::uint64_t first)> look) const;

 private:
  const selected_items& items_;
  std::optional<any_array> mapped_;
  core::item_order order_;
  std::uint64_t chunk_items_;
};

}  // namespace nopy::cli
