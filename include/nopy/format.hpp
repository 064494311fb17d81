// SPDX-License-Identifier: MIT
// Shapes, dtypes, orders, headers, kinds and errors in std::format (C++20: libc++ 17, libstdc++ 13).
//
//   std::format("{}", nopy::read_header("grid.npy"))     float64 (2, 3), F order, 48 bytes at 128
#pragma once

#include <nopy/words.hpp>

#include <format>

#if !defined(__cpp_lib_format) && !defined(_LIBCPP_VERSION)
#error "nopy/format.hpp needs std::format: libc++ 17 or libstdc++ 13; nopy/fmt.hpp needs fmt only"
#endif

/// Takes the options of a string: "{:>12}".
template <nopy::has_words T>
struct std::formatter<T, char> : std::formatter<std::string_view, char> {
  template <class Output>
  auto format(const T& value, Output& output) const {
    return std::formatter<std::string_view, char>::format(nopy::words_of(value), output);
  }
};
