// SPDX-License-Identifier: MIT
#include "array/linear_bins.hpp"

namespace nopy::inline v1::core {

result<linear_bins> linear_bins::of(double low, double high, std::size_t count) noexcept {
  const bool finite = low - low == 0 && high - high == 0;
  if (count == 0 || count > most_bins || !finite || low > high)
    return error(errc::usage, "a histogram needs 1 to 65536 bins and two finite limits");
  if (low == high) {
    low -= 0.5;
    high += 0.5;
  }
  linear_bins made;
  if (!made.edges_.reserve(count + 1)) return error(errc::out_of_memory);
  const double bins = static_cast<double>(count), width = high - low, step = width / bins;
  for (std::size_t i = 0; i < count; ++i) {
    const double at = static_cast<double>(i);
    const double edge = width - width != 0 ? low + at * (high / bins - low / bins)
                        : step != 0        ? at * step + low
                                           : at / bins * width + low;
    (void)made.edges_.push_back(edge);
  }
  (void)made.edges_.push_back(high);
  made.half_low_ = low / 2;
  made.per_half_ = bins / (high / 2 - low / 2);
  return made;
}

void linear_bins::count(std::span<const double> values,
                        std::span<std::uint64_t> counts) const noexcept {
  const double* edges = edges_.data();
  const std::size_t last = edges_.size() - 2;
  const double low = edges[0], high = edges[last + 1];
  for (const double value : values) {
    if (!(value >= low && value <= high)) continue;
    const double guess = (value / 2 - half_low_) * per_half_;
    std::size_t bin = guess < static_cast<double>(last) ? static_cast<std::size_t>(guess) : last;
    while (bin > 0 && value < edges[bin]) --bin;
    while (bin < last && value >= edges[bin + 1]) ++bin;
    ++counts[bin];
  }
}

}  // namespace nopy::inline v1::core
