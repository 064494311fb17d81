// SPDX-License-Identifier: MIT
// Arrays and archives that tests of reading share.
#pragma once

#include "support/native_order.hpp"
#include "support/npy_bytes.hpp"
#include "support/zip_bytes.hpp"

#include <numeric>
#include <vector>

namespace nopy::test {

[[nodiscard]] inline std::string small_array() {
  return npy_bytes()
      .dict(in_native_order("'=f4'"), "(2, 3)")
      .pad(64)
      .data<float>({0, 1, 2, 3, 4, 5});
}

/// `count` values of 32 bits whose bytes have a pattern: matches to find, and no two windows alike.
[[nodiscard]] inline std::vector<std::uint32_t> patterned(std::size_t count) {
  std::vector<std::uint32_t> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<std::uint32_t>(i / 7 * 2654435761u % 8191 + (i % 5 == 0 ? i : 0));
  return values;
}

[[nodiscard]] inline std::string array_of(const std::vector<std::uint32_t>& values,
                                          std::string_view shape, bool fortran = false) {
  const std::string_view raw(reinterpret_cast<const char*>(values.data()), 4 * values.size());
  return npy_bytes()
      .dict(in_native_order("'=u4'"), shape, fortran ? "True" : "False")
      .pad(64)
      .raw(raw);
}

[[nodiscard]] inline std::string array_of(const std::vector<std::uint32_t>& values) {
  return array_of(values, "(" + std::to_string(values.size()) + ",)");
}

}  // namespace nopy::test
