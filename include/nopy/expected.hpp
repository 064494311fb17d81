// SPDX-License-Identifier: MIT
// `nopy::result` as std::expected (C++23) and back. They stay two types: `result` is the same in every
// language version, so that two translation units can not disagree about it.
#pragma once

#include <nopy/error.hpp>

#include <expected>

#if !defined(__cpp_lib_expected)
#error "nopy/expected.hpp needs std::expected: -std=c++23, and libc++ 17 or libstdc++ 12"
#endif

namespace nopy::inline v1 {

/// The value or the error as a std::expected.
template <class T>
[[nodiscard]] std::expected<T, error> to_expected(result<T>&& from) {
  if (!from.has_value()) return std::unexpected(std::move(from).error());
  return *std::move(from);
}
/// Success or the error as a std::expected.
[[nodiscard]] inline std::expected<void, error> to_expected(const result<void>& from) {
  if (!from.has_value()) return std::unexpected(from.error());
  return {};
}
/// The value or the error as a result.
template <class T>
requires(!std::is_void_v<T>) [[nodiscard]] result<T> to_result(std::expected<T, error>&& from) {
  if (!from.has_value()) return std::move(from).error();
  return *std::move(from);
}
/// Success or the error as a result.
[[nodiscard]] inline result<void> to_result(const std::expected<void, error>& from) {
  return from.has_value() ? result<void>() : result<void>(from.error());
}

}  // namespace nopy::inline v1
