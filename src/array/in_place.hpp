// SPDX-License-Identifier: MIT
// Whether the bytes of one dtype are items of another as they lie.
#pragma once

#include <nopy/dtype.hpp>

namespace nopy::inline v1::core {

/// Whether items of `found` can be used as `asked` without changing a byte: the same type; or what
/// the file can not say (opaque bytes of an ml_dtypes coding, long doubles of a kind not told); or
/// a record that has every field of `asked` at its place, and the same size.
[[nodiscard]] bool same_in_place(const dtype& found, const dtype& asked) noexcept;

/// Whether '<V2', '<V1', '<V4' can be meant by the coding of `asked`: how ml_dtypes writes it.
[[nodiscard]] bool written_as_opaque(const dtype& asked) noexcept;

/// Whether `asked` is nothing but bytes, as many as `found` has: '|V3' as std::array<std::byte, 3>.
[[nodiscard]] bool is_plain_bytes(const dtype& found, const dtype& asked) noexcept;

}  // namespace nopy::inline v1::core
