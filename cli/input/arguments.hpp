// SPDX-License-Identifier: MIT
// How a source is spelled on the command line: FILE, FILE.npz:MEMBER, 'FILE.npy[0:5,:,-1]', or - for
// stdin. Owns the rule that an argument that names an existing file is that file, whatever
// characters its name holds.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/error.hpp>
#include <nopy/shape.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace nopy::cli {

struct source_argument {
  std::string path;
  std::optional<std::string> member;
  std::optional<std::string> slice;  ///< without its brackets
  friend bool operator==(const source_argument&, const source_argument&) = default;
};

/// Splits an argument. `exists` says whether a path names something.
[[nodiscard]] source_argument parse_source(std::string_view text,
                                           function_ref<bool(const std::string&)> exists);
/// Like the other, asking the file system.
[[nodiscard]] source_argument parse_source(std::string_view text);

/// "3,4", "(3, 4)", "3x4", "()" or "7". Errors: usage.
[[nodiscard]] result<shape> parse_shape(std::string_view text);

/// A shape as Python writes it: "(3, 4)", "(3,)", "()".
[[nodiscard]] std::string shape_text(const shape& of);

}  // namespace nopy::cli
