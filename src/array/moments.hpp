// SPDX-License-Identifier: MIT
// What is known of the numbers seen so far: counts, sum, squares of the distances from the mean.
// Blocks are joined by Chan's formula, whose means and sums are pairs of doubles here, so that the
// order in which blocks are joined is all a result depends on. Source: Chan, Golub, LeVeque,
// "Updating formulae and a pairwise algorithm" (1979).
#pragma once

#include "kernels/statistics.hpp"

#include <cstdint>

namespace nopy::inline v1::core {

/// A sum of doubles in about twice their precision. It may pass the largest double and come back.
class long_sum {
 public:
  /// Adds `part`, times 2^64 where `scaled`.
  void add(kernels::exact_pair part, bool scaled = false) noexcept;
  void add(const long_sum& other) noexcept;
  /// Infinite where no double holds it.
  [[nodiscard]] double value() const noexcept;
  /// A `count`-th of it, which is no larger than the largest double.
  [[nodiscard]] kernels::exact_pair divided(std::uint64_t count) const noexcept;

 private:
  kernels::exact_pair near_{};
  kernels::exact_pair huge_{};  // times 2^64
};

/// Of numbers that may be NaN or infinite; those take no part but in their own counts.
class moments {
 public:
  void add(const kernels::block_statistics& block) noexcept;
  /// Adds numbers that come behind these.
  void join(const moments& later) noexcept;

  [[nodiscard]] std::uint64_t count() const noexcept { return finite + nan + above + below; }
  /// Of the finite numbers; 0 where there are none.
  [[nodiscard]] double sum() const noexcept { return sum_.value(); }
  [[nodiscard]] double mean() const noexcept;
  /// The population's: the root of the mean square.
  [[nodiscard]] double deviation() const noexcept;
  /// Of integers: in two's complement.
  [[nodiscard]] kernels::wide_unsigned exact_sum() const noexcept { return exact_; }

  std::uint64_t finite = 0, nan = 0, above = 0, below = 0, zeros = 0, negative = 0;
  kernels::order_key least{}, most{};  ///< of the finite, where there are some

 private:
  long_sum sum_{};
  kernels::wide_unsigned exact_ = 0;
  double squares_ = 0;
};

}  // namespace nopy::inline v1::core
