// SPDX-License-Identifier: MIT
#include "array/moments.hpp"

namespace nopy::inline v1::core {
namespace {

using kernels::exact_pair;
using kernels::huge_scale;
using kernels::two_sum;

bool is_finite(double value) noexcept { return value - value == 0; }

exact_pair sum_of(exact_pair a, exact_pair b) noexcept {
  const exact_pair high = two_sum(a.sum, b.sum);
  return {high.sum, high.lost + (a.lost + b.lost)};
}

exact_pair times(exact_pair a, double scale) noexcept { return {a.sum * scale, a.lost * scale}; }

/// The product, and what rounding took of it. Source: Dekker, "A floating-point technique" (1971).
exact_pair product_of(double a, double b) noexcept {
  constexpr double splitter = 134217729;  // 2^27 + 1
  const double product = a * b;
  const double a_high = a * splitter - (a * splitter - a), a_low = a - a_high;
  const double b_high = b * splitter - (b * splitter - b), b_low = b - b_high;
  return {product,
          a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

exact_pair quotient_of(exact_pair a, double by) noexcept {
  const double near = a.sum / by;
  const exact_pair back = product_of(near, by);
  const double rest = (((a.sum - back.sum) - back.lost) + a.lost) / by;
  return is_finite(rest) ? exact_pair{near, rest} : exact_pair{near, 0};
}

}  // namespace

void long_sum::add(exact_pair part, bool scaled) noexcept {
  if (scaled) {
    huge_ = sum_of(huge_, part);
    return;
  }
  const exact_pair next = sum_of(near_, part);
  if (is_finite(next.sum)) {
    near_ = next;
    return;
  }
  huge_ = sum_of(huge_, sum_of(times(near_, 1 / huge_scale), times(part, 1 / huge_scale)));
  near_ = {};
}

void long_sum::add(const long_sum& other) noexcept {
  add(other.huge_, true);
  add(other.near_);
}

double long_sum::value() const noexcept {
  if (huge_.sum == 0 && huge_.lost == 0) return near_.sum + near_.lost;
  const exact_pair all = sum_of(huge_, times(near_, 1 / huge_scale));
  return (all.sum + all.lost) * huge_scale;
}

exact_pair long_sum::divided(std::uint64_t count) const noexcept {
  const double by = static_cast<double>(count);
  const exact_pair near = quotient_of(near_, by);
  if (huge_.sum == 0 && huge_.lost == 0) return near;
  return sum_of(times(quotient_of(huge_, by), huge_scale), near);
}

void moments::add(const kernels::block_statistics& block) noexcept {
  moments one;
  one.finite = block.finite;
  one.nan = block.nan;
  one.above = block.above;
  one.below = block.below;
  one.zeros = block.zeros;
  one.negative = block.negative;
  one.least = block.least;
  one.most = block.most;
  one.sum_.add({block.sum, block.lost}, block.scaled);
  one.exact_ = block.exact;
  one.squares_ = block.squares;
  join(one);
}

void moments::join(const moments& later) noexcept {
  nan += later.nan;
  above += later.above;
  below += later.below;
  if (later.finite == 0) return;
  if (finite == 0) {
    least = later.least;
    most = later.most;
    squares_ = later.squares_;
  } else {
    if (later.least < least) least = later.least;
    if (later.most > most) most = later.most;
    const exact_pair here = sum_.divided(finite), there = later.sum_.divided(later.finite);
    const double apart = (there.sum - here.sum) + (there.lost - here.lost);
    const double these = static_cast<double>(finite), those = static_cast<double>(later.finite);
    squares_ += later.squares_ + apart * apart * (these * (those / (these + those)));
  }
  finite += later.finite;
  zeros += later.zeros;
  negative += later.negative;
  sum_.add(later.sum_);
  exact_ = exact_ + later.exact_;
}

double moments::mean() const noexcept {
  if (finite == 0) return 0;
  const exact_pair made = sum_.divided(finite);
  return made.sum + made.lost;
}

double moments::deviation() const noexcept {
  return finite == 0 ? 0 : __builtin_sqrt(squares_ / static_cast<double>(finite));
}

}  // namespace nopy::inline v1::core
