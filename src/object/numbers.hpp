// SPDX-License-Identifier: MIT
// Numbers in pickles: integers of any length, and the decimal floats of protocol 0.
#pragma once

#include "bytes/growing.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace nopy::object {

/// Integers of more bytes than this are written in hexadecimal: decimal costs the square of the
/// length. Python draws its own line at 4300 digits, which is 1786 bytes.
inline constexpr std::size_t most_decimal_bytes = 1785;

/// Writes a little-endian two's complement integer as text. False where memory ran out.
[[nodiscard]] bool write_integer(std::span<const std::byte> bytes,
                                 bytes::growing<char>& out) noexcept;

/// The digits, with a minus sign, of a decimal integer as Python writes it, without the suffix L of
/// Python 2; nothing for what is none.
[[nodiscard]] std::optional<std::string_view> canonical_integer(std::string_view text) noexcept;

/// The float of a decimal text as Python's repr writes it, or of inf and nan. Correctly rounded for
/// at most 19 digits; nothing for what is no float.
[[nodiscard]] std::optional<double> parse_float(std::string_view text) noexcept;

}  // namespace nopy::object
