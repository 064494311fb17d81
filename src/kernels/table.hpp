// SPDX-License-Identifier: MIT
// The kernels: leaves that move and convert items. One table per instruction set, chosen at run
// time; every table gives the same bytes as the reference. Kernels know no dtype, allocate nothing
// and report a value that does not fit by its position only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/extended.hpp"
#include "kernels/number.hpp"
#include "kernels/statistics.hpp"

namespace nopy::kernels {

/// How integers stand in 64 bits on their way from one coding to another.
enum class sign : std::uint8_t { has_sign, has_none };

/// The kernels of one instruction set.
struct table {
  const char* name;

  /// Reverses each of `count` units of 2, 4, 8, 12 or 16 bytes. `dst` may be `src`.
  void (*swap)(std::byte* dst, const std::byte* src, std::size_t unit_bytes, std::size_t count);
  /// Copies items from one stride to another.
  void (*copy_items)(std::byte* dst, std::ptrdiff_t dst_stride, const std::byte* src,
                     std::ptrdiff_t src_stride, std::size_t item_bytes, std::size_t count);
  /// dst[row][column] = src[column][row]: items lie side by side along a row of `dst` and along a
  /// column of `src`; the strides, in bytes, are those of the other axis.
  void (*transpose)(std::byte* dst, std::ptrdiff_t dst_row_stride, const std::byte* src,
                    std::ptrdiff_t src_column_stride, std::size_t item_bytes, std::size_t rows,
                    std::size_t columns);
  /// Bytes other than 0 become 1.
  void (*normalise_bool)(std::byte* data, std::size_t count);
  /// Converts native-order numbers directly, for the pairs that are worth it; null for the others.
  /// Returns the position of the first finite value that became infinite, or of the first integer
  /// that does not fit (its low bits are written), or `count`.
  std::size_t (*(*direct)(number from, number to))(std::byte* dst, const std::byte* src,
                                                   std::size_t count);
  /// The statistics of a block, for the codings that need no wide form; null for the others.
  statistics_kernel (*statistics)(number of);
};

/// The table in use: the best of those this machine has.
[[nodiscard]] const table& active() noexcept;
/// The reference, which every machine has.
[[nodiscard]] const table& reference() noexcept;
/// The table of that name; null where this build or this machine has none.
[[nodiscard]] const table* find_table(std::string_view name) noexcept;

// The way by a wide form, for every pair of codings. Numbers lie side by side, in native byte order
// (x87: always little-endian), at any address.

/// Reads integers (bool and every integer coding) as 64 bits; `sign_of` says how they are meant.
void load_integers(number from, std::uint64_t* to, const std::byte* src,
                   std::size_t count) noexcept;
/// Reads numbers of at most 8 bytes as double; integers beyond 2^53 are rounded.
void load_doubles(number from, double* to, const std::byte* src, std::size_t count) noexcept;
/// Reads every number, exactly.
void load_extended(number from, extended* to, const std::byte* src, std::size_t count) noexcept;

// Each writes `count` numbers and returns the position of the first that does not fit (where
// `narrowing` checks), or `count`. What follows that position is written, too, but unspecified.
std::size_t store_integers(number to, std::byte* dst, const std::uint64_t* from, sign sign,
                           std::size_t count, narrowing narrowing) noexcept;
std::size_t store_doubles(number to, std::byte* dst, const double* from, std::size_t count,
                          narrowing narrowing) noexcept;
std::size_t store_extended(number to, std::byte* dst, const extended* from, std::size_t count,
                           narrowing narrowing) noexcept;

/// What a coding can hold; the rules of casting are made from it.
struct number_limits {
  std::uint32_t bytes;
  enum class family : std::uint8_t { boolean, signed_int, unsigned_int, floating } family;
  int precision;    ///< bits of an integer's magnitude, or of a float's significand
  int least_power;  ///< of a float: the exponent of its smallest step
  int most_power;   ///< of a float: the exponent of its largest finite value
  bool infinity;
  bool nan;
  bool zero_and_sign;
};
[[nodiscard]] const number_limits& limits_of(number of) noexcept;
[[nodiscard]] constexpr bool is_long_double(number of) noexcept {
  return of >= number::x87_12 && of <= number::double_double;
}

}  // namespace nopy::kernels
