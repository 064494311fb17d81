// SPDX-License-Identifier: MIT
// A header for people: its facts, and its bytes one by one.
#pragma once

#include "listing.hpp"

#include <string>

namespace nopy::cli {

/// A block of "label  value" lines.
[[nodiscard]] std::string header_facts(const listed_array& of);

/// Offset, hexadecimal, text and meaning of the bytes before the data.
[[nodiscard]] std::string header_bytes_text(const input& from, const listed_array& of);

}  // namespace nopy::cli
