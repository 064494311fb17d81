// SPDX-License-Identifier: MIT
// A floating-point value taken apart, whatever its coding: the one form all digit routines take.
//
//   value = significand * 2^exponent, significand = high * 2^64 + low
//
// float32 0.1: significand 0xCCCCCD, exponent -27, precision 24.
#pragma once

#include <nopy/dtype.hpp>

#include <cstddef>
#include <cstdint>

namespace nopy::texts {

struct binary_float {
  enum class form : std::uint8_t { finite, infinite, nan };

  form is = form::finite;
  bool negative = false;
  /// The value is a power of two: its lower neighbour is half as far as the upper one.
  bool closer_below = false;
  int precision = 53;  ///< bits of a normal significand of the type
  int exponent = 0;
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  [[nodiscard]] bool zero() const noexcept { return is == form::finite && (high | low) == 0; }
  [[nodiscard]] bool finite() const noexcept { return is == form::finite; }
};

/// Takes apart one real number of `bytes` bytes.
[[nodiscard]] binary_float decode_float(coding coding, std::uint64_t bytes, endian order,
                                        const std::byte* item) noexcept;

/// Compares the magnitudes of two finite values: negative, zero or positive.
[[nodiscard]] int compare_magnitude(const binary_float& a, const binary_float& b) noexcept;

}  // namespace nopy::texts
