// SPDX-License-Identifier: MIT
// Reads the header of an array whose bytes are known, from what was read already and from the file.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

/// Sets `head` and `present_bytes`, or `wrong`. `first` are the first bytes of the stream,
/// maybe none. Which long double it holds is told from the first values. Errors: of the
/// request only (out_of_memory).
[[nodiscard]] task<void> read_header(job& of, array_state& into, policy policy,
                                     std::span<const std::byte> first) noexcept;

}  // namespace nopy::engine
