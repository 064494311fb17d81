// SPDX-License-Identifier: MIT
// A slice as a .npy file of its own.
#pragma once

#include "engine/opened_file.hpp"
#include "engine/window.hpp"

namespace nopy::engine {

/// Answers, part by part, with a .npy file of the slice: in the array's order, or in C order where
/// an axis runs backwards. Errors: object_dtype, data_truncated, limit (backwards, and larger than
/// 128 MiB), those of reading.
[[nodiscard]] task<void> export_slice(job& of, file_share file, std::uint32_t member,
                                      window part) noexcept;

}  // namespace nopy::engine
