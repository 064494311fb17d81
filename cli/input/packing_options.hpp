// SPDX-License-Identifier: MIT
// How members of archives are written, as the commands that write them are told: --store, --deflate [LEVEL],
// --zstd [LEVEL], --align BYTES, --profile NAME.
#pragma once

#include "command/command.hpp"

#include <nopy/npz_write.hpp>

namespace nopy::cli {

/// What --store, --deflate [LEVEL] or --zstd [LEVEL] says; nothing where none of them is given. Throws usage.
[[nodiscard]] std::optional<packing> told_packing(const request& asked);
/// The same, or stored.
[[nodiscard]] packing packing_of(const request& asked);
/// --align N, 64 where it is not given. Throws usage.
[[nodiscard]] std::uint32_t alignment_of(const request& asked);
/// --profile NAME. Throws usage.
[[nodiscard]] profile profile_of(const request& asked);

}  // namespace nopy::cli
