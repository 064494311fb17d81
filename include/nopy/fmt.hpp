// SPDX-License-Identifier: MIT
// Shapes, dtypes, orders, headers, kinds and errors in fmt.
//
//   fmt::format("{}", nopy::read_header("grid.npy"))     float64 (2, 3), F order, 48 bytes at 128
#pragma once

#include <nopy/words.hpp>

#include <fmt/format.h>

/// Takes the options of a string: "{:>12}".
template <nopy::has_words T>
struct fmt::formatter<T, char> : fmt::formatter<std::string_view, char> {
  template <class Output>
  auto format(const T& value, Output& output) const {
    return fmt::formatter<std::string_view, char>::format(nopy::words_of(value), output);
  }
};
