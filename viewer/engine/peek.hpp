// SPDX-License-Identifier: MIT
// Reads what stands in front of members' data, local header and array header, for many members with few reads.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

/// Fills the slots of members; what can not be read has its own `wrong`. Members that were read before cost nothing.
/// Errors: of the request only (out_of_memory).
[[nodiscard]] task<void> peek_members(job& of, file_share file,
                                      std::span<const std::uint32_t> members) noexcept;

/// Like `peek_members`, and answers with the list `peek` of protocol.md says.
[[nodiscard]] task<void> answer_peek(job& of, file_share file,
                                     bytes::growing<std::uint32_t> members) noexcept;

}  // namespace nopy::engine
