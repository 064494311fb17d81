// SPDX-License-Identifier: MIT
// The path of what was opened, kept so that every later error can say which file it is about.
#pragma once

#include <nopy/source.hpp>

#include "bytes/growing.hpp"

namespace nopy::inline v1::verbs {

class kept_path {
 public:
  /// Errors: out_of_memory.
  [[nodiscard]] static result<kept_path> of(path_ref path) noexcept {
    kept_path made;
    if (!made.text_.append(std::span<const char>(path.view()))) return error(errc::out_of_memory);
    return made;
  }

  /// Passes on an answer; an error says which file.
  [[nodiscard]] result<void> named(result<void> given) const noexcept {
    if (given) return given;
    return given.error().about({text_.data(), text_.size()});
  }

 private:
  bytes::growing<char> text_{};
};

}  // namespace nopy::inline v1::verbs
