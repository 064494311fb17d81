// SPDX-License-Identifier: MIT
// Text items as UTF-8, without the escapes that a terminal needs: what CSV and JSON hold.
#pragma once

#include <nopy/dtype.hpp>

#include <string>

namespace nopy::cli {

/// Whether an item of kind text holds nothing beyond U+10FFFF.
[[nodiscard]] bool holds_code_points(const dtype& type, const std::byte* item) noexcept;

/// The UTF-8 of an item of kind text, without the NULs at its end. Lone surrogates keep their three
/// bytes. Throws out_of_range for what is no code point.
[[nodiscard]] std::string utf8_of_item(const dtype& type, const std::byte* item);

/// The bytes of an item of kind bytes, without the NULs at its end.
[[nodiscard]] std::string_view bytes_of_item(const dtype& type, const std::byte* item) noexcept;

/// A part of a complex number as a type of its own.
[[nodiscard]] dtype part_of_complex(const dtype& type) noexcept;

}  // namespace nopy::cli
