// SPDX-License-Identifier: MIT
// Looks what a file is, and reads its header or its directory.
#pragma once

#include "engine/opened_file.hpp"

namespace nopy::engine {

/// Fills `file` and answers with what `open` of protocol.md says. A file that is damaged or
/// something else is an answer, too. Errors: of the request only (out_of_memory).
[[nodiscard]] task<void> open_file(job& of, file_share file) noexcept;

}  // namespace nopy::engine
