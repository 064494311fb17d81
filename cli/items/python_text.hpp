// SPDX-License-Identifier: MIT
// Python's spelling of bytes, read back, and UTF-8 that may hold lone surrogates.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nopy::cli {

/// The bytes that b'...' or b"..." spells, or nothing where the text is no such literal.
[[nodiscard]] std::optional<std::string> bytes_of_repr(std::string_view text);

/// The code point at `text[at]`, lone surrogates in three bytes included; steps behind it. Nothing
/// for what is none.
[[nodiscard]] std::optional<char32_t> code_point_or_surrogate(std::string_view text,
                                                              std::size_t& at);

}  // namespace nopy::cli
