// SPDX-License-Identifier: MIT
// The Python objects of an object array, as data: nothing is ever run.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

/// Decodes the pickle of an object array, once. Errors: those of decode_objects; limit.
[[nodiscard]] task<void> read_objects(job& of, array_state& from) noexcept;

/// Answers as `objects` of protocol.md says.
[[nodiscard]] task<void> show_objects(job& of, file_share file, std::uint32_t member) noexcept;

}  // namespace nopy::engine
