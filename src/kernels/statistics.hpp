// SPDX-License-Identifier: MIT
// What a block of numbers is like. Every table gives the same bits: values fall into eight lanes by their position, and
// the lanes are joined in one order.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernels/number.hpp"
#include "kernels/wide_unsigned.hpp"

namespace nopy::kernels {

/// A value that orders like the numbers it stands for: those of one coding are compared as unsigned
/// integers. 0.0 and -0.0 are one value. `low` is 0 but for long doubles.
struct order_key {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  friend constexpr auto operator<=>(const order_key&, const order_key&) = default;
};
inline constexpr std::uint64_t sign_of_word = std::uint64_t{1} << 63;

[[nodiscard]] constexpr order_key key_of(double value) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
  return {(bits & sign_of_word) != 0 ? ~bits : bits | sign_of_word, 0};
}
[[nodiscard]] constexpr order_key key_of(std::int64_t value) noexcept {
  return {static_cast<std::uint64_t>(value) ^ sign_of_word, 0};
}
[[nodiscard]] constexpr order_key key_of(std::uint64_t value) noexcept { return {value, 0}; }

/// Finite numbers of a block, and how many are none. Values that are not finite are counted and take
/// no part in the rest.
struct block_statistics {
  std::uint64_t finite = 0;
  std::uint64_t nan = 0;
  std::uint64_t above = 0;  ///< infinite
  std::uint64_t below = 0;  ///< minus infinite
  std::uint64_t zeros = 0;
  std::uint64_t negative = 0;  ///< finite and below 0
  order_key least{};           ///< where `finite` is not 0
  order_key most{};
  /// The sum is `sum + lost`; where `scaled`, times 2^64, for it may be larger than a double.
  double sum = 0;
  double lost = 0;
  bool scaled = false;
  wide_unsigned exact = 0;  ///< of integers: the sum, in two's complement
  double squares = 0;       ///< of the distances from the block's mean
};

/// At most so many numbers make a block: what is added up in integers fits.
inline constexpr std::size_t block_numbers = 2048;
inline constexpr double huge_scale = 18446744073709551616.0;  // 2^64

/// Numbers in native byte order, side by side at any address; at most `block_numbers`.
using statistics_kernel = void (*)(block_statistics& to, const std::byte* src, std::size_t count);

[[nodiscard]] statistics_kernel statistics_reference(number of);

/// a + b, and what rounding took of it. Source: Knuth, TAOCP 2, 4.2.2, theorem B.
struct exact_pair {
  double sum;
  double lost;
};
[[nodiscard]] constexpr exact_pair two_sum(double a, double b) noexcept {
  const double sum = a + b;
  const double b_there = sum - a;
  return {sum, (a - (sum - b_there)) + (b - b_there)};
}

/// A sum of integers in two's complement, below 2^117 or so, as two doubles.
[[nodiscard]] constexpr exact_pair pair_of(wide_unsigned exact) noexcept {
  const bool negative = (static_cast<std::uint64_t>(exact >> 64) & sign_of_word) != 0;
  if (negative) exact = wide_unsigned(0) - exact;
  const auto low = static_cast<std::uint64_t>(exact);
  const exact_pair upper =
      two_sum(static_cast<double>(static_cast<std::uint64_t>(exact >> 64)) * huge_scale,
              static_cast<double>(low >> 32) * 4294967296.0);
  const exact_pair all = two_sum(upper.sum, static_cast<double>(low & 0xFFFFFFFFu));
  const exact_pair made = two_sum(all.sum, all.lost + upper.lost);
  return negative ? exact_pair{-made.sum, -made.lost} : made;
}

}  // namespace nopy::kernels
