// SPDX-License-Identifier: MIT
// The bytes of a member, streamed in order and verified: memory is bounded whatever its size.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/npz.hpp>

#include <optional>

namespace nopy::cli {

/// Calls `each` with the member's uncompressed bytes, block after block, then holds the whole against
/// its sizes and its checksum: what `each` was given counts only where this returns no error.
/// Errors: the zip kinds, changed, io; named by the archive's descriptor.
[[nodiscard]] result<void> stream_member(const member& of,
                                         function_ref<void(std::span<const std::byte>)> each);

/// Reads the whole member and holds it against its sizes and its checksum, and its table of chunks
/// against it; `advance` hears how many bytes went by. `jobs` read the chunks, where there are some.
/// Returns the note about a table that is stale. Errors: like `stream_member`.
[[nodiscard]] result<std::optional<finding>> verify_member(
    const member& of, function_ref<void(std::uint64_t bytes)> advance,
    const parallel_callback& jobs = {});

}  // namespace nopy::cli
