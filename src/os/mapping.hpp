// SPDX-License-Identifier: MIT
// A byte range of a file as memory. Owns the rounding to pages; the last owner of the memory unmaps
// it, and the descriptor is not needed any more.
#pragma once

#include <nopy/memory.hpp>

#include "os/file.hpp"

namespace nopy::os {

/// What writes to a mapping do. `shared` needs a file opened with `file_access::read_write`.
enum class mapping_access : std::uint8_t { read, private_copy, shared };

/// Maps `count` bytes from `offset` on; nothing is read until it is touched. No bytes give an empty
/// block. The range must lie within the file: behind its end, a touch ends the program (SIGBUS).
/// Errors: io, out_of_memory. Cost: one system call.
[[nodiscard]] result<memory> map_range(const file& from, std::uint64_t offset, std::uint64_t count,
                                       mapping_access access) noexcept;

/// Writes the changed pages that hold `range`, a part of a shared mapping, and waits. Errors: io.
[[nodiscard]] result<void> synchronise(std::span<std::byte> range) noexcept;

}  // namespace nopy::os
