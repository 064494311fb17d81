// SPDX-License-Identifier: MIT
// Reads what a slice selects, window by window, so that any array fits in a few MiB: each window is
// contiguous in the order it is read for.
#pragma once

#include "input/slice.hpp"

#include <nopy/file.hpp>

namespace nopy::cli {

/// Calls `each` with the windows of an array of these extents, in `order`, each of at most
/// `block_bytes` (or one item); nothing for an empty array.
void for_each_window(const shape& extents, order order, std::uint64_t item_bytes,
                     std::uint64_t block_bytes, function_ref<void(const region&)> each);

/// Items that a slice selects of an open array, converted to a type.
class selected_items {
 public:
  selected_items(npy_file from, selection chosen, dtype as, order in);

  [[nodiscard]] const dtype& type() const noexcept { return request_.type; }
  [[nodiscard]] const selection& chosen() const noexcept { return chosen_; }
  [[nodiscard]] std::uint64_t item_bytes() const noexcept { return request_.type.item_bytes(); }
  [[nodiscard]] order in_order() const noexcept { return request_.order; }
  /// Bytes of a good window: larger where reading must gather.
  [[nodiscard]] std::uint64_t block_bytes() const noexcept;

  /// Reads a window, in coordinates of the selection's extents. Errors: those of
  /// npy_file::try_read_as.
  [[nodiscard]] result<void> try_read(const region& window, std::span<std::byte> into) const;
  /// Like `try_read`; throws.
  void read(const region& window, std::span<std::byte> into) const;
  /// Reads everything window by window. Throws what reading gives, and what `each` throws.
  void for_each_block(function_ref<void(const region&, std::span<const std::byte>)> each) const;

 private:
  npy_file from_;
  selection chosen_;
  load_request request_;
};

/// Turns the order of items along `axis` around. `bytes` holds items of `item_bytes` in `order`.
void reverse_axis(std::span<std::byte> bytes, const shape& extents, order order,
                  std::uint64_t item_bytes, std::size_t axis);

}  // namespace nopy::cli
