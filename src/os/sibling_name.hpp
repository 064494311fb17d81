// SPDX-License-Identifier: MIT
// The name of the file that is written before it takes the name of another: ".NAME.nopy-XXXXXXXXXX" in
// the same folder.
#pragma once

#include "bytes/growing.hpp"

#include <string_view>

namespace nopy::os {

using path_text = bytes::growing<char>;  // ends in NUL

/// A path's text without its NUL.
[[nodiscard]] inline std::string_view view_of(const path_text& text) noexcept {
  return {text.data(), text.size() - 1};
}

/// Adds text without a NUL; false where memory ran out.
[[nodiscard]] inline bool put(path_text& to, std::string_view text) noexcept {
  return to.append(std::span<const char>(text));
}

/// The folder part of a path, with what separates it from the name.
[[nodiscard]] std::string_view folder_of(std::string_view path) noexcept;

/// Writes a name beside `path` that no call in any process is likely to have made before; only the
/// system, asked for a new file, knows. False where memory ran out.
[[nodiscard]] bool name_sibling(path_text& into, std::string_view path, unsigned attempt) noexcept;

inline constexpr unsigned most_attempts = 64;  // of finding a name that is free

/// A number of this process, for `name_sibling`.
[[nodiscard]] std::uint64_t process_number() noexcept;

}  // namespace nopy::os
