// SPDX-License-Identifier: MIT
// What a new member may be called, and how its data may be aligned: the rules that writers and editors
// share.
#pragma once

#include <nopy/error.hpp>

#include "bytes/growing.hpp"

#include <string_view>

namespace nopy::inline v1::verbs {

/// Errors: zip_name (a NUL, no UTF-8, more than 65 535 bytes).
[[nodiscard]] result<void> check_name(std::string_view name) noexcept;
/// Errors: usage.
[[nodiscard]] result<void> check_alignment(std::uint32_t alignment) noexcept;

/// A key with what a member's name has behind it. Errors: out_of_memory.
[[nodiscard]] result<bytes::growing<char>> joined(std::string_view key,
                                                  std::string_view suffix) noexcept;
[[nodiscard]] inline std::string_view view_of(const bytes::growing<char>& text) noexcept {
  return {text.data(), text.size()};
}

}  // namespace nopy::inline v1::verbs
