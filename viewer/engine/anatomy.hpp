// SPDX-License-Identifier: MIT
// The bytes of a header, and of an archive's records, as spans with their meaning.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

/// Answers as `anatomy` of protocol.md says: the header of an array byte by byte, damaged ones too.
/// Errors: those of reading.
[[nodiscard]] task<void> show_anatomy(job& of, file_share file, std::uint32_t member) noexcept;

}  // namespace nopy::engine
