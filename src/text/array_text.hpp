// SPDX-License-Identifier: MIT
// An array as text in brackets, piece by piece: for a string, a terminal or a page alike.
#pragma once

#include <nopy/print.hpp>

#include <string_view>

namespace nopy::texts {

/// Where text goes; `put` is called for each piece in turn.
struct text_output {
  void* owner = nullptr;
  void (*put)(void* owner, std::string_view piece) = nullptr;
};

/// Writes `what` as `nopy::print` does. Holds one word at a time in memory. Errors: usage (bytes that do
/// not fit the shape), out_of_memory.
[[nodiscard]] result<void> put_array(const text_output& output, const any_view& what,
                                     const print_options& options) noexcept;

}  // namespace nopy::texts
