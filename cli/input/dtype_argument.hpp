// SPDX-License-Identifier: MIT
// Types as arguments, and what the file's own type leaves open.
#pragma once

#include "input/input.hpp"

namespace nopy::cli {

/// "float32", "<f4", "[('x', '<f4')]". Throws usage.
[[nodiscard]] dtype parse_dtype(std::string_view text);

/// `of`, its bits read as the type that `text` names: any type of the same size, or x87, quad,
/// double-double for a long double. Throws usage.
[[nodiscard]] dtype reinterpreted(const dtype& of, std::string_view text);

/// The type of the file's items; of a long double, which kind it is as told from the values.
[[nodiscard]] dtype told_type(const npy_file& file);

/// "little" or "big". Throws usage.
[[nodiscard]] endian parse_endian(std::string_view text);
/// "C" or "F". Throws usage.
[[nodiscard]] order parse_order(std::string_view text);
/// A name of nopy::casting. Throws usage.
[[nodiscard]] casting parse_casting(std::string_view text);
/// A decimal number. Throws usage, naming `option`.
[[nodiscard]] std::uint64_t parse_count(std::string_view option, std::string_view text);
/// A number from 1 to `most` behind an option, which takes `what`: "a level". Throws usage.
[[nodiscard]] std::uint64_t parse_within(std::string_view option, std::string_view text,
                                         std::string_view what, std::uint64_t most);
/// A non-negative float. Throws usage, naming `option`.
[[nodiscard]] double parse_tolerance(std::string_view option, const std::string& text);

}  // namespace nopy::cli
