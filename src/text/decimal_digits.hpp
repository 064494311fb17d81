// SPDX-License-Identifier: MIT
// Decimal digits of binary floating-point values: the fewest that read back as the same value of the
// type, or an exact number of them. Ties go to the even digit. No allocation.
// Methods: G. Steele, J. White, "How to print floating-point numbers accurately" (1990), with the
// digits found on exact integers; R. Giulietti, "The Schubfach way to render doubles" (2020).
#pragma once

#include "text/binary_float.hpp"

namespace nopy::texts {

/// d0.d1d2... * 10^exponent; no zeros at the end unless they were asked for.
struct decimal_digits {
  static constexpr int capacity = 64;
  char digits[capacity];
  int count = 0;
  int exponent = 0;
};

/// Where digits stop. `shortest` alone: at the first digit that tells the value from its neighbours.
/// With a limit: no later than `most` and no earlier than `least` digits, counted in all or behind
/// the point.
struct digit_limits {
  enum class counted : std::uint8_t { shortest, in_all, behind_point };
  counted how = counted::shortest;
  int least = 0;
  int most = 0;
};

/// The fewest digits that read back as `value` (finite, not zero) in its own type.
/// Cost: tens of nanoseconds up to 53 bits of precision, else as `exact_digits`.
[[nodiscard]] decimal_digits shortest_digits(const binary_float& value) noexcept;

/// Like `shortest_digits`, on exact integers and within `limits`. Cost: microseconds; grows with
/// the square of the exponent.
[[nodiscard]] decimal_digits exact_digits(const binary_float& value,
                                          const digit_limits& limits = {}) noexcept;

}  // namespace nopy::texts
