// SPDX-License-Identifier: MIT
// Brings the items of a slice batch by batch, in the order of the file.
#pragma once

#include "engine/opened_file.hpp"
#include "engine/window.hpp"

namespace nopy::engine {

/// Whether the answer is handed out when the scan has ended, or as soon as it holds some MiB.
enum class handed_out : std::uint8_t { at_end, in_parts };

/// Shows every item once. Sets the job's total. Errors: those of reading; data_truncated never:
/// missing items are shown as such.
[[nodiscard]] task<void> scan(job& of, array_state& from, window part,
                              function_ref<void(const item_run&)> show,
                              handed_out how = handed_out::at_end) noexcept;

/// Where a part of the items, in C order of the slice, goes.
struct gathered {
  memory items{};  ///< `part_bytes` each
  bytes::growing<std::uint8_t>
      missing{};  ///< by item, not 0: the file ends before it; empty where none is
};
/// Brings `part_bytes` of each item from `part_offset` on. Errors: limit, out_of_memory, and those of reading.
[[nodiscard]] task<gathered> gather(job& of, array_state& from, const window& part,
                                    std::uint64_t part_offset, std::uint64_t part_bytes) noexcept;

}  // namespace nopy::engine
