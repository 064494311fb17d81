// SPDX-License-Identifier: MIT
// Bins of equal width, as np.histogram makes them: each holds its lower edge, the last its upper
// one, too. Counts are exact with regard to the edges, which are np.linspace's.
#pragma once

#include "bytes/growing.hpp"

#include <nopy/error.hpp>

#include <span>

namespace nopy::inline v1::core {

class linear_bins {
 public:
  /// At most so many bins.
  static constexpr std::size_t most_bins = 65536;

  /// Two equal limits become half a unit less and more. Errors: usage (limits that are not finite
  /// and in order, no bins or too many), out_of_memory.
  [[nodiscard]] static result<linear_bins> of(double low, double high, std::size_t count) noexcept;

  [[nodiscard]] std::span<const double> edges() const noexcept { return edges_.span(); }
  /// Counts values into `counts`, one for each bin; values outside, infinite ones and NaN are left out.
  void count(std::span<const double> values, std::span<std::uint64_t> counts) const noexcept;

 private:
  linear_bins() noexcept = default;
  bytes::growing<double> edges_{};
  double half_low_ = 0;  // limits and values are halved: their distance may be no double
  double per_half_ = 0;  // bins by half a unit
};

}  // namespace nopy::inline v1::core
