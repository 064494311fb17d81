// SPDX-License-Identifier: MIT
// What the numbers of an array are like: counts, extremes with their places, mean, deviation, sum.
//
//   const auto a = nopy::map("40gb.npy");
//   const nopy::statistics all = nopy::stats(a, {.parallel = nopy::threads()});
//
// The result is the same whatever the threads: an array is cut into pieces that depend on its type
// and shape alone, and they are joined in their order. Not part of <nopy/nopy.hpp>.
#pragma once

#include <nopy/any.hpp>

namespace nopy {
inline namespace v1 {

/// Which number of a complex one.
enum class complex_part : std::uint8_t { real, imaginary };

/// Options of `stats`.
struct stats_options {
  complex_part part = complex_part::real;
  progress_callback progress{};
  parallel_callback parallel{};  ///< changes no value
};

/// Where an extreme stands. Of equal values the first in C order; `value` is the nearest double,
/// the exact one is at `index`.
struct extreme_value {
  double value = 0;
  shape index;
};

/// NaN and NaT are counted and take no part in the rest. Infinities do, as in NumPy: the mean may be
/// infinite, and the deviation NaN.
struct statistics {
  std::uint64_t count = 0;
  std::uint64_t nan = 0;
  std::uint64_t positive_infinity = 0;
  std::uint64_t negative_infinity = 0;
  std::uint64_t zeros = 0;
  std::uint64_t negative = 0;  ///< minus infinity included
  std::optional<extreme_value> least{};
  std::optional<extreme_value> most{};
  /// NaN where there is no value. Sums are made in twice the precision of double, those of integers
  /// exactly, and rounded at the end.
  double mean = 0;
  double deviation = 0;  ///< of the population
  double sum = 0;        ///< 0 where there is no value
};

/// Of the numbers of an array of any order and byte order: booleans, integers, floats (long double and what
/// was asked for by `with_coding` included), parts of complex numbers, ticks of datetime and timedelta.
/// Errors: type_mismatch (text, records: give a view of one field), object_dtype, usage (bytes that do
/// not fit the shape), out_of_memory, cancelled. Cost: one pass; no allocation beyond 1 MiB.
[[nodiscard]] NOPY_API result<statistics> try_stats(const any_view& of,
                                                    const stats_options& options = {}) noexcept;
#if NOPY_EXCEPTIONS
/// Like `try_stats`; throws nopy::exception.
[[nodiscard]] inline statistics stats(const any_view& of, const stats_options& options = {}) {
  return try_stats(of, options).value();
}
#endif

}  // namespace v1
}  // namespace nopy
