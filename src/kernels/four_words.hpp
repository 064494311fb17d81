// SPDX-License-Identifier: MIT
// Vectors of four words, which the compiler maps to what the machine has. Compiled once for each instruction set, so
// everything here has internal linkage (see x86_avx2.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/fetch_ahead.hpp"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wpsabi"  // no vector is handed across files
#endif

namespace nopy::kernels {
namespace {

using four_doubles = double __attribute__((vector_size(32)));
using four_masks = std::int64_t __attribute__((vector_size(32)));
using four_words = std::uint64_t __attribute__((vector_size(32)));

template <class Vector>
inline Vector load_vector(const std::byte* src) noexcept {
  Vector made;
  std::memcpy(&made, src, sizeof made);
  return made;
}
inline four_doubles all_four(double value) noexcept {
  return four_doubles{value, value, value, value};
}
inline four_doubles where(const four_masks& mask, const four_doubles& values) noexcept {
  return reinterpret_cast<four_doubles>(reinterpret_cast<four_masks>(values) & mask);
}
inline std::uint64_t total(const four_masks& a) noexcept {
  return static_cast<std::uint64_t>(a[0] + a[1] + a[2] + a[3]);
}

}  // namespace
}  // namespace nopy::kernels
