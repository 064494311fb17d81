// SPDX-License-Identifier: MIT
// The text of a value, read back into an item: the other direction of nopy::write_value. Every text
// that nopy writes gives the same bytes again (NaNs lose their payload).
#pragma once

#include <nopy/dtype.hpp>

#include <string_view>

namespace nopy::cli {

/// Writes the item that `text` says to `into`, which holds `type.item_bytes()`. An empty text is
/// NaN, NaT, or no characters. Errors: usage, where the text is no such value; out_of_range, where
/// it does not fit the type.
[[nodiscard]] result<void> parse_item(const dtype& type, std::string_view text, std::byte* into);

/// Reverses the bytes of every number in `count` items that is not in byte order `target`; padding
/// stays.
void swap_items(const dtype& type, endian target, std::byte* items, std::uint64_t count);

}  // namespace nopy::cli
