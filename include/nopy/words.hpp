// SPDX-License-Identifier: MIT
// The text of nopy's values for formatting libraries: what <nopy/format.hpp> and <nopy/fmt.hpp> share.
#pragma once

#include <nopy/header.hpp>

#include <concepts>

namespace nopy::inline v1 {

/// As Python writes it: "(2, 3)", "(5,)", "()".
[[nodiscard]] inline std::string words_of(const shape& of) {
  std::string out = "(";
  for (std::size_t axis = 0; axis < of.rank(); ++axis) {
    if (axis > 0) out += ", ";
    out += std::to_string(of[axis]);
  }
  return out + (of.rank() == 1 ? ",)" : ")");
}
/// In words, as "float32".
[[nodiscard]] inline std::string words_of(const dtype& of) { return of.words(); }
/// "C" or "F".
[[nodiscard]] inline std::string words_of(order of) { return of == order::c ? "C" : "F"; }
/// The id, as "type_mismatch".
[[nodiscard]] inline std::string words_of(errc of) { return std::string(id(of)); }
/// The whole message, several lines.
[[nodiscard]] inline std::string words_of(const error& of) { return of.message(); }
/// "float32 (2, 3), C order, 24 bytes at 128".
[[nodiscard]] inline std::string words_of(const header& of) {
  return of.dtype.words() + ' ' + words_of(of.shape) + ", " + words_of(of.order) + " order, " +
         std::to_string(of.data_bytes) + " bytes at " + std::to_string(of.data_offset);
}

/// What they are for.
template <class T>
concept has_words = std::same_as<T, shape> || std::same_as<T, dtype> || std::same_as<T, order> ||
    std::same_as<T, errc> || std::same_as<T, error> || std::same_as<T, header>;

}  // namespace nopy::inline v1
