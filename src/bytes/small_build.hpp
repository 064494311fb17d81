// SPDX-License-Identifier: MIT
// Whether this build is to be small rather than to have everything at hand: the viewer's engine
// travels with the page. Tables that do not compress are then made where they are first used, and
// sorting is by heap, whose code is a fifth of introsort's.
#pragma once

#include <algorithm>

#if !defined(NOPY_SMALL_BUILD)
#define NOPY_SMALL_BUILD 0
#endif

namespace nopy::bytes {

/// Sorts in O(n log n) whatever the input.
template <class Item, class Less>
void sort(Item* first, Item* last, Less less) noexcept {
#if NOPY_SMALL_BUILD
  std::make_heap(first, last, less);
  std::sort_heap(first, last, less);
#else
  std::sort(first, last, less);
#endif
}
template <class Item>
void sort(Item* first, Item* last) noexcept {
  sort(first, last, [](const Item& a, const Item& b) { return a < b; });
}

}  // namespace nopy::bytes
