// SPDX-License-Identifier: MIT
// How a window is cut into tiles that fit a scratch block. Pure arithmetic.
//
// A tile is a box of the window. Its innermost axes are brought by one read, from their first item
// to their last, gaps included; the axes outside of them by one read each, side by side in the
// scratch block. Where memory order is not file order, the tile first takes some items along the
// axis that is innermost in memory, so that whole cache lines are written, and grows from the
// file's innermost axis outwards with what room is left.
#pragma once

#include "verbs/window.hpp"

namespace nopy::inline v1::verbs {

/// The room a tile may take.
struct tile_limits {
  std::uint64_t scratch_bytes = 0;  ///< of one tile as it was read
  std::uint64_t most_items = UINT64_MAX;
  std::uint64_t gap_bytes = 0;  ///< gaps up to this long are read along
  bool in_file_order = false;  ///< one tile begins where the one before ends, whatever memory wants
};

/// The most items of a tile along each axis, and how they lie in the scratch block.
struct tile_layout {
  std::uint64_t extents[max_rank];
  std::ptrdiff_t strides[max_rank];  ///< bytes, in the scratch block
  std::size_t read_axis = 0;         ///< this axis and those inside it come with one read
  std::uint64_t scratch_bytes = 0;   ///< of the largest tile
  std::uint64_t items = 1;           ///< of the largest tile
};

/// `part` has items and at least one axis.
[[nodiscard]] tile_layout lay_tiles(const window& part, std::uint64_t item_bytes,
                                    const tile_limits& limits) noexcept;

}  // namespace nopy::inline v1::verbs
