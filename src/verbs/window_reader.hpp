// SPDX-License-Identifier: MIT
// Reads a window of an array into memory: few large reads, each item touched while it is in the
// cache, never more than 8 MiB beside the destination. Three ways, chosen by the window's loops:
//
//   runs   the items lie side by side in file and memory: read straight into place, conversions
//          follow in steps of 256 KiB
//   long   the same for every innermost run, where runs are long
//   tiles  else: a tile of the window is brought to a scratch block by few reads, gaps along with
//          it where they are small, and its items are moved (and converted) from there
#pragma once

#include "verbs/item_transform.hpp"
#include "verbs/meter.hpp"
#include "verbs/opened_source.hpp"
#include "verbs/window.hpp"

namespace nopy::inline v1::verbs {

/// What does not change from tile to tile.
struct window_request {
  const opened_source& from;
  const header& of;
  std::uint64_t data_offset;  ///< of the first item of the array, in the source
  const item_transform& items;
  bool drop_behind = false;  ///< give cached pages back as soon as they were copied
};

/// Reads `part` to `into`, whose memory the caller has checked. `parallel` may be empty. Errors,
/// without subject: what reading gives, out_of_range (a value that does not fit), out_of_memory,
/// cancelled; of several, the first in file order when not parallel.
[[nodiscard]] result<void> read_window(const window_request& request, const window& part,
                                       std::byte* into, const progress_callback& progress,
                                       const parallel_callback& parallel) noexcept;

}  // namespace nopy::inline v1::verbs
