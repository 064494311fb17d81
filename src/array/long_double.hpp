// SPDX-License-Identifier: MIT
// Which long double a file holds: '<f16' does not say. Told from the values, so it is a guess.
// Source: docs/format.md, "Which long double".
#pragma once

#include <nopy/dtype.hpp>

namespace nopy::inline v1::core {

/// Whether `type` is, or holds, a long double whose coding is not told (`coding::extended`).
[[nodiscard]] bool has_untold_long_double(const dtype& type) noexcept;

/// The coding of the long doubles of `type` (floating or complex, coding `extended`), guessed from
/// `items`, any whole number of items of the array. Looks at the first 1024 that are not all zero.
/// Never `extended`. `'<f12'` is x87; `'>f16'` is quad, but for x87 that a little-endian machine turned around.
/// Exported, for the tool shows what the library would guess.
[[nodiscard]] NOPY_API coding guess_long_double(const dtype& type,
                                                std::span<const std::byte> items) noexcept;

}  // namespace nopy::inline v1::core
