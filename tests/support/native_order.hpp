// SPDX-License-Identifier: MIT
// What a test expects of a descr that says no order: that of the machine it runs on.
#pragma once

#include <nopy/dtype.hpp>

#include <string>

namespace nopy::test {

/// The text with the letter of this machine's order in the place of every '=' before a kind: "=f4" is "<f4" or ">f4".
inline std::string in_native_order(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '=' && text[i + 1] >= 'A') text[i] = native_endian == endian::big ? '>' : '<';
  return text;
}

}  // namespace nopy::test
