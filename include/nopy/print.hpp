// SPDX-License-Identifier: MIT
// The text of values: one rule for the library, the tool and the viewer (docs/text.md). Exact: the
// fewest digits that read back as the same value in the element's own type.
#pragma once

#include <nopy/any.hpp>

namespace nopy {
inline namespace v1 {

/// Writes the text of one item to `out` (or only counts, where null); returns its bytes (UTF-8).
/// `item` holds `type.item_bytes()` bytes in the byte order that the type says. No allocation, no
/// errors; of an object it writes "<object>".
NOPY_API std::size_t write_value(const dtype& type, const std::byte* item, char* out) noexcept;

/// The text of one item: "0.1", "(1+2j)", "2026-11-29", "b'ab'", "(1, 2.5)".
[[nodiscard]] inline std::string value_text(const dtype& type, const std::byte* item) {
  std::string text(write_value(type, item, nullptr), '\0');
  write_value(type, item, text.data());
  return text;
}

/// How an array is printed.
struct print_options {
  bool numpy = false;  ///< as NumPy's print(a): precision 8, its per-array choice of notation
  std::uint64_t threshold = 1000;  ///< arrays of more items are shown with an ellipsis
  std::uint64_t edge_items = 3;    ///< items at each end of an axis that stay
  std::size_t line_width = 75;
};

/// The array as text in brackets, records as tuples, with an ellipsis beyond the threshold. Throws
/// `usage` where the view's bytes do not fit its shape, and out_of_memory. Cost: that of the items
/// shown.
[[nodiscard]] NOPY_API std::string print(const any_view& what, const print_options& options = {});

}  // namespace v1
}  // namespace nopy
