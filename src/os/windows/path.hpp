// SPDX-License-Identifier: MIT
// Paths as Windows has them: UTF-16. Those of the library are UTF-8, whatever the code page of the process.
#pragma once

#include <nopy/error.hpp>

#include "os/sibling_name.hpp"

namespace nopy::os {

/// A path for the calls that end in W.
class wide_path {
 public:
  /// Long paths get the prefix that lifts the limit of 260 characters. Errors: io (EILSEQ), where the
  /// text is not UTF-8; out_of_memory.
  [[nodiscard]] static result<wide_path> of(const char* path) noexcept;
  [[nodiscard]] const wchar_t* c_str() const noexcept { return text_.data(); }

 private:
  [[nodiscard]] result<void> lift_limit() noexcept;
  bytes::growing<wchar_t> text_{};  // ends in NUL
};

/// UTF-16 as UTF-8; empty where memory ran out. Lone surrogates become U+FFFD.
[[nodiscard]] path_text narrowed(const wchar_t* text) noexcept;

}  // namespace nopy::os
