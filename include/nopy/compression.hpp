// SPDX-License-Identifier: MIT
// How the bytes of a member of an archive are stored.
#pragma once

#include <nopy/version.hpp>

#include <cstdint>

namespace nopy::inline v1 {

/// The numbers of ZIP. Other numbers may stand in an archive too; such members can not be read.
enum class compression : std::uint16_t { stored, deflated = 8, bzip2 = 12, lzma = 14, zstd = 93 };

/// Whether this build reads such members: stored and deflated ones always, the others where their
/// library (libbz2, liblzma, libzstd) was found.
[[nodiscard]] NOPY_API bool can_read(compression method) noexcept;
/// Whether it writes them: stored and deflated ones always, zstd ones with libzstd; bzip2 and LZMA
/// never.
[[nodiscard]] NOPY_API bool can_write(compression method) noexcept;

}  // namespace nopy::inline v1
