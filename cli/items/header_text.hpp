// SPDX-License-Identifier: MIT
// A header for people: its facts, and its bytes one by one.
#pragma once

#include "input/listing.hpp"

#include <string>
#include <vector>

namespace nopy::cli {

/// The words of a type; of a record that would not fit a column, how many fields it has.
[[nodiscard]] std::string brief_words(const dtype& type);

/// A block of "label  value" lines.
[[nodiscard]] std::string header_facts(const listed_array& of);

/// Like `header_facts`, of a member that is no array.
[[nodiscard]] std::string member_facts(const listed_member& of);

/// "label  value", as the facts have it, and the findings below one label.
[[nodiscard]] std::string fact(std::string_view label, std::string_view value);
[[nodiscard]] std::string finding_facts(const std::vector<finding>& all);

/// The bytes before the data: magic, version, length and text.
[[nodiscard]] std::string header_bytes(const input& from, const listed_array& of);

/// Offset, hexadecimal, text and meaning of the bytes before the data.
[[nodiscard]] std::string header_bytes_text(const input& from, const listed_array& of);

}  // namespace nopy::cli
