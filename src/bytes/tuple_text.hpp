// SPDX-License-Identifier: MIT
// Extents as a Python tuple: in headers as in messages.
#pragma once

#include "bytes/text_sink.hpp"

#include <span>

namespace nopy::bytes {

/// "()", "(3,)", "(2, 3)"; of more than `most_shown` extents the first, then "...".
inline text_sink& put_tuple(text_sink& sink, std::span<const std::uint64_t> extents,
                            std::size_t most_shown = SIZE_MAX) noexcept {
  sink.put('(');
  for (std::size_t axis = 0; axis < extents.size() && axis < most_shown; ++axis)
    sink.put(axis == 0 ? "" : ", ").decimal(extents[axis]);
  if (extents.size() > most_shown) sink.put(", ...");
  return sink.put(extents.size() == 1 ? ",)" : ")");
}

}  // namespace nopy::bytes
