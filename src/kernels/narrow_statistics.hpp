// SPDX-License-Identifier: MIT
// The statistics of a block of floats and integers of 32 bits. Compiled once for each instruction
// set, so everything here has internal linkage (see x86_avx2.hpp).
//
// One pass where others take two: 29 bits of a double are free, so sums of a block hardly round, and squares of the
// distances from the first number are as good as those from the mean unless the mean lies far from it.
#pragma once

#include <bit>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "kernels/float_statistics.hpp"

namespace nopy::kernels {
namespace {

using eight_floats = float __attribute__((vector_size(32)));
using eight_ints = std::int32_t __attribute__((vector_size(32)));

// GCC 12 converts two at a time what one instruction converts.
inline four_doubles four_of_floats(const std::byte* src) noexcept {
#if defined(__AVX2__)
  return _mm256_cvtps_pd(_mm_loadu_ps(reinterpret_cast<const float*>(src)));
#else
  using four_floats = float __attribute__((vector_size(16)));
  return __builtin_convertvector(load_vector<four_floats>(src), four_doubles);
#endif
}
inline four_doubles four_of_ints(const std::byte* src, std::int32_t flip) noexcept {
  using four_ints = std::int32_t __attribute__((vector_size(16)));
  const auto ints = load_vector<four_ints>(src) ^ flip;
#if defined(__AVX2__)
  return _mm256_cvtepi32_pd(reinterpret_cast<__m128i>(ints));
#else
  return __builtin_convertvector(ints, four_doubles);
#endif
}

// How numbers come from memory.
struct from_f4 {
  using lane = float;
  static constexpr std::size_t bytes = 4;
  static constexpr lane zero = 0;
  static constexpr lane most = std::numeric_limits<lane>::infinity();
  static constexpr lane least = -most;
  static lane one(const std::byte* src) noexcept { return load_vector<lane>(src); }
  static eight_floats eight(const std::byte* src) noexcept {
    return load_vector<eight_floats>(src);
  }
  static four_doubles load(const std::byte* src) noexcept { return four_of_floats(src); }
};
/// Those without a sign come with one, as what they are above `zero`.
template <bool HasSign>
struct from_32_bits {
  using lane = std::int32_t;
  static constexpr std::size_t bytes = 4;
  static constexpr lane most = std::numeric_limits<lane>::max();
  static constexpr lane least = std::numeric_limits<lane>::min();
  static constexpr lane zero = HasSign ? 0 : least;
  static lane one(const std::byte* src) noexcept { return load_vector<lane>(src) ^ zero; }
  static eight_ints eight(const std::byte* src) noexcept {
    return load_vector<eight_ints>(src) ^ zero;
  }
  static four_doubles load(const std::byte* src) noexcept { return four_of_ints(src, zero); }
};

/// Sums of four lanes, of the numbers and of the squares of their distances from the first one.
struct four_sums {
  four_doubles sum{}, squares{};

  void add(const four_doubles& x, double first) noexcept {
    const four_doubles far = x - first;
    sum += x;
    squares += far * far;
  }
};

/// What one pass tells of a block.
template <class Lane>
struct narrow_sums {
  Lane least, most;
  std::uint64_t zeros = 0, negative = 0;
  double sum = 0, lost = 0, squares = 0;

  void add(Lane x, Lane zero, double first) noexcept {
    const auto value = static_cast<double>(x);
    const double far = value - first;
    const exact_pair next = two_sum(sum, value);
    sum = next.sum;
    lost += next.lost;
    squares += far * far;
    zeros += x == zero ? 1 : 0;
    negative += x < zero ? 1 : 0;
    least = x < least ? x : least;
    most = x > most ? x : most;
  }
};

/// The vectors of a block, as far as they are whole; returns how many numbers they held.
template <class Source, class Lane = typename Source::lane>
std::size_t add_eights(narrow_sums<Lane>& to, const std::byte* src, std::size_t count,
                       double first) noexcept {
  using eight = decltype(Source::eight(src));
  const eight zero = eight{} + Source::zero;
  eight least = eight{} + Source::most, most = eight{} + Source::least;
  eight_ints zeros{}, negative{};
  four_sums a, b;
  std::size_t at = 0;
  for (; count - at >= 8; at += 8, src += 32) {
    fetch_ahead(src);
    const eight x = Source::eight(src);
    zeros -= x == zero;
    negative -= x < zero;
    least = x < least ? x : least;
    most = x > most ? x : most;
    a.add(Source::load(src), first);
    b.add(Source::load(src + 16), first);
  }
  for (int i = 0; i < 8; ++i) {
    const exact_pair next = two_sum(to.sum, i < 4 ? a.sum[i] : b.sum[i - 4]);
    to.sum = next.sum;
    to.lost += next.lost;
    to.zeros += static_cast<std::uint32_t>(zeros[i]);
    to.negative += static_cast<std::uint32_t>(negative[i]);
    to.least = least[i] < to.least ? least[i] : to.least;
    to.most = most[i] > to.most ? most[i] : to.most;
  }
  const four_doubles squares = a.squares + b.squares;
  to.squares = (squares[0] + squares[1]) + (squares[2] + squares[3]);
  return at;
}

/// All but the extremes, which are returned; of a block whose sum is no number, nothing else is right.
template <class Source>
narrow_sums<typename Source::lane> narrow_pass(block_statistics& to, const std::byte* src,
                                               std::size_t count) noexcept {
  const auto numbers = static_cast<double>(count);
  const auto first = static_cast<double>(Source::one(src));
  narrow_sums<typename Source::lane> of{Source::most, Source::least};
  for (std::size_t at = add_eights<Source>(of, src, count, first); at < count; ++at)
    of.add(Source::one(src + at * Source::bytes), Source::zero, first);
  to.finite = count;
  to.zeros = of.zeros;
  to.negative = of.negative;
  to.sum = of.sum;
  to.lost = of.lost;
  // What is summed up about the first number is the more than about the mean, the farther they are apart.
  constexpr double most_apart = 16;
  const double away = (of.sum - numbers * first) + of.lost;
  to.squares = of.squares - away * away / numbers;
  if (to.squares * most_apart < of.squares)
    second_pass<Source, false>(to, src, count, of.sum / numbers);
  return of;
}

inline void block_of_f4(block_statistics& to, const std::byte* src, std::size_t count) {
  to = {};
  if (count == 0) return;
  const auto of = narrow_pass<from_f4>(to, src, count);
  if (to.sum - to.sum != 0) {
    to = {};
    return masked_block<from_f4>(to, src, count);
  }
  to.least = key_of(static_cast<double>(of.least));
  to.most = key_of(static_cast<double>(of.most));
}

/// Sums are those of integers.
inline void set_exact(block_statistics& to, std::int64_t sum) noexcept {
  to.exact = static_cast<wide_unsigned>(static_cast<std::uint64_t>(sum));
  if (sum < 0) to.exact = to.exact - (static_cast<wide_unsigned>(1) << 64);
}

template <bool HasSign>
void block_of_32_bits(block_statistics& to, const std::byte* src, std::size_t count) {
  using source = from_32_bits<HasSign>;
  to = {};
  if (count == 0) return;
  const auto of = narrow_pass<source>(to, src, count);
  const auto sum = static_cast<std::int64_t>(to.sum) -  // of 2048 values of 32 bits: exact
                   static_cast<std::int64_t>(count) * source::zero;
  to.sum = static_cast<double>(sum);
  set_exact(to, sum);
  const auto key = [](std::int32_t value) {
    if constexpr (HasSign) return key_of(std::int64_t{value});
    return key_of(std::uint64_t{static_cast<std::uint32_t>(value ^ source::zero)});
  };
  to.least = key(of.least);
  to.most = key(of.most);
}

}  // namespace
}  // namespace nopy::kernels
