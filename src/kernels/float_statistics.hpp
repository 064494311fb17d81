// SPDX-License-Identifier: MIT
// The statistics of a block of doubles, or of what becomes one as it is. Compiled once for each instruction set, so
// everything here has internal linkage (see x86_avx2.hpp).
//
// Two passes over a block that lies in the cache: sum, extremes and counts first, then the
// squares of the distances from the mean. A block without NaN and infinities, as its sum shows,
// is never asked for them.
#pragma once

#include <limits>

#include "kernels/four_words.hpp"
#include "kernels/statistics.hpp"

namespace nopy::kernels {
namespace {

// How four numbers come from memory.
struct from_f8 {
  static constexpr std::size_t bytes = 8;
  static four_doubles load(const std::byte* src) noexcept { return load_vector<four_doubles>(src); }
};

/// Four lanes of the first pass.
struct first_lanes {
  four_doubles sum{}, lost{};
  four_doubles least = all_four(std::numeric_limits<double>::infinity());
  four_doubles most = all_four(-std::numeric_limits<double>::infinity());
  four_masks zeros{}, negative{};

  void add(const four_doubles& x) noexcept {
    const four_doubles next = sum + x;
    const four_doubles there = next - sum;
    lost += (sum - (next - there)) + (x - there);
    sum = next;
    least = x < least ? x : least;
    most = x > most ? x : most;
    zeros -= x == 0.0;
    negative -= x < 0.0;
  }
};

/// Four lanes of the first pass where some values take no part.
struct masked_lanes {
  first_lanes of{};
  four_masks finite{}, nan{}, above{}, below{};

  void add(const four_doubles& x, const four_masks& counted, double scale) noexcept {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const four_masks number = (x - x == 0.0) & counted;
    finite -= number;
    nan -= (x != x) & counted;
    above -= (x == infinity) & counted;
    below -= (x == -infinity) & counted;
    of.zeros -= (x == 0.0) & number;
    of.negative -= (x < 0.0) & number;
    const four_doubles low = number ? x : all_four(infinity);
    const four_doubles high = number ? x : all_four(-infinity);
    of.least = low < of.least ? low : of.least;
    of.most = high > of.most ? high : of.most;
    const four_doubles term = where(number, x) * scale;
    const four_doubles next = of.sum + term;
    const four_doubles there = next - of.sum;
    of.lost += (of.sum - (next - there)) + (term - there);
    of.sum = next;
  }
};

/// The rest of a block as one vector, and which of its lanes count.
struct last_vector {
  four_doubles values{};
  four_masks counted{};
};
template <class Source>
last_vector load_last(const std::byte* src, std::size_t count) noexcept {
  std::byte padded[4 * Source::bytes] = {};
  std::memcpy(padded, src, count * Source::bytes);
  last_vector made{Source::load(padded), {}};
  for (std::size_t i = 0; i < count; ++i) made.counted[i] = -1;
  made.values = where(made.counted, made.values);
  return made;
}

/// Joins eight lanes and the rest, always in this order.
inline void join(block_statistics& to, const first_lanes& a, const first_lanes& b,
                 const first_lanes& rest) noexcept {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  to.sum = to.lost = 0;
  const first_lanes* const parts[] = {&a, &b, &rest};
  for (const first_lanes* part : parts) {
    for (int i = 0; i < 4; ++i) {
      const exact_pair next = two_sum(to.sum, part->sum[i]);
      to.sum = next.sum;
      to.lost += next.lost + part->lost[i];
      least = part->least[i] < least ? part->least[i] : least;
      most = part->most[i] > most ? part->most[i] : most;
    }
  }
  to.zeros = total(a.zeros + b.zeros + rest.zeros);
  to.negative = total(a.negative + b.negative + rest.negative);
  to.least = key_of(least);
  to.most = key_of(most);
}

/// Of values that are all finite; false where one turned out not to be.
template <class Source>
bool first_pass(block_statistics& to, const std::byte* src, std::size_t count) noexcept {
  constexpr std::size_t step = 4 * Source::bytes;
  first_lanes a, b;
  std::size_t left = count;
  for (; left >= 8; left -= 8, src += 2 * step) {
    fetch_ahead(src);
    a.add(Source::load(src));
    b.add(Source::load(src + step));
  }
  masked_lanes rest;
  if (left >= 4) {
    a.add(Source::load(src));
    left -= 4, src += step;
  }
  if (left != 0) {
    const last_vector last = load_last<Source>(src, left);
    rest.add(last.values, last.counted, 1);
  }
  join(to, a, b, rest.of);
  to.finite = count;
  return to.sum - to.sum == 0 && total(rest.finite) == left;
}

/// Like `first_pass`, of values that may be NaN or infinite, each times `scale`.
template <class Source>
void masked_pass(block_statistics& to, const std::byte* src, std::size_t count,
                 double scale) noexcept {
  constexpr std::size_t step = 4 * Source::bytes;
  const four_masks every = {-1, -1, -1, -1};
  masked_lanes a, b, rest;
  std::size_t left = count;
  for (; left >= 8; left -= 8, src += 2 * step) {
    a.add(Source::load(src), every, scale);
    b.add(Source::load(src + step), every, scale);
  }
  if (left >= 4) {
    a.add(Source::load(src), every, scale);
    left -= 4, src += step;
  }
  if (left != 0) {
    const last_vector last = load_last<Source>(src, left);
    rest.add(last.values, last.counted, scale);
  }
  join(to, a.of, b.of, rest.of);
  to.finite = total(a.finite + b.finite + rest.finite);
  to.nan = total(a.nan + b.nan + rest.nan);
  to.above = total(a.above + b.above + rest.above);
  to.below = total(a.below + b.below + rest.below);
}

/// The squares of the distances from `mean`; where `Masked`, of finite values only. What the mean
/// was rounded by is taken out again.
template <class Source, bool Masked>
void second_pass(block_statistics& to, const std::byte* src, std::size_t count,
                 double mean) noexcept {
  constexpr std::size_t step = 4 * Source::bytes;
  four_doubles squares_a{}, squares_b{}, away_a{}, away_b{};
  const auto add = [mean](const four_doubles& x, four_doubles& squares, four_doubles& away) {
    four_doubles far = x - mean;
    if constexpr (Masked) far = where(x - x == 0.0, far);
    squares += far * far;
    away += far;
  };
  std::size_t left = count;
  for (; left >= 8; left -= 8, src += 2 * step) {
    add(Source::load(src), squares_a, away_a);
    add(Source::load(src + step), squares_b, away_b);
  }
  if (left >= 4) {
    add(Source::load(src), squares_a, away_a);
    left -= 4, src += step;
  }
  if (left != 0) {
    const last_vector last = load_last<Source>(src, left);
    four_doubles far = where(last.counted & (last.values - last.values == 0.0), last.values - mean);
    squares_b += far * far;
    away_b += far;
  }
  squares_a += squares_b;
  away_a += away_b;
  const double away = (away_a[0] + away_a[1]) + (away_a[2] + away_a[3]);
  const double squares = (squares_a[0] + squares_a[1]) + (squares_a[2] + squares_a[3]);
  const double corrected = squares - away * away / static_cast<double>(to.finite);
  to.squares = corrected - corrected == 0 ? (corrected > 0 ? corrected : 0) : squares;
}

/// A block with values that are not finite, or whose sum is larger than a double.
template <class Source>
void masked_block(block_statistics& to, const std::byte* src, std::size_t count) noexcept {
  masked_pass<Source>(to, src, count, 1);
  to.scaled = to.sum - to.sum != 0;
  if (to.scaled) masked_pass<Source>(to, src, count, 1 / huge_scale);
  if (to.finite == 0) return;
  const double mean = to.sum / static_cast<double>(to.finite) * (to.scaled ? huge_scale : 1);
  second_pass<Source, true>(to, src, count, mean);
}

inline void block_of_f8(block_statistics& to, const std::byte* src, std::size_t count) {
  to = {};
  if (count == 0) return;
  if (!first_pass<from_f8>(to, src, count)) return masked_block<from_f8>(to, src, count);
  second_pass<from_f8, false>(to, src, count, to.sum / static_cast<double>(count));
}

}  // namespace
}  // namespace nopy::kernels
