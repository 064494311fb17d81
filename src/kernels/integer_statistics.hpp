// SPDX-License-Identifier: MIT
// The statistics of a block of integers: sums are exact. Compiled once for each instruction set, so everything here has
// internal linkage (see x86_avx2.hpp).
#pragma once

#include <bit>
#include <limits>
#include <type_traits>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include "kernels/narrow_statistics.hpp"

namespace nopy::kernels {
namespace {

/// Sums over a block of 8 or 16 bit integers, taken as unsigned keys that order like them; the
/// squares of distances are the same. Lanes of the items' own width can hold the counts of a block.
struct small_sums {
  std::uint64_t sum = 0, squares = 0, zeros = 0, negative = 0;
  std::uint64_t least = ~std::uint64_t{0}, most = 0;

  void add_one(std::uint64_t key, std::uint64_t zero) noexcept {
    sum += key;
    squares += key * key;
    zeros += key == zero ? 1 : 0;
    negative += key < zero ? 1 : 0;
    least = key < least ? key : least;
    most = key > most ? key : most;
  }
};

/// Adds neighbours: each lane of `a` as two halves.
template <class Wide, class Vector>
inline Wide halves_added(const Vector& a) noexcept {
  constexpr int half = 4 * sizeof(Wide{}[0]);
  const auto wide = reinterpret_cast<Wide>(a);
  return (wide << half >> half) + (wide >> half);
}

/// The squares of the lanes, neighbours added.
template <class Wide, class Vector>
inline Wide neighbour_squares(const Vector& a) noexcept {
#if defined(__AVX2__)
  if constexpr (sizeof(Wide{}[0]) == 4)  // of bytes in lanes of 16 bits: one instruction
    return reinterpret_cast<Wide>(
        _mm256_madd_epi16(reinterpret_cast<__m256i>(a), reinterpret_cast<__m256i>(a)));
#endif
  return halves_added<Wide>(a * a);
}

using bytes_32 = std::uint8_t __attribute__((vector_size(32)));
using words_16 = std::uint16_t __attribute__((vector_size(32)));
using words_8 = std::uint32_t __attribute__((vector_size(32)));

// What a block of 2048 items leaves in its lanes is folded in vectors: taking 32 lanes one by one
// costs as much as the block.
template <class Lanes>
constexpr unsigned lane_bits = 8 * sizeof(Lanes{}[0]);

template <class Lanes>
inline std::uint64_t lanes_of(const Lanes& a) noexcept {
  if constexpr (lane_bits<Lanes> == 8) {
    return lanes_of(halves_added<words_16>(a));
  } else if constexpr (lane_bits<Lanes> == 16) {
    return lanes_of(halves_added<words_8>(a));
  } else if constexpr (lane_bits<Lanes> == 32) {
    return lanes_of(halves_added<four_words>(a));
  } else {
    return (a[0] + a[1]) + (a[2] + a[3]);
  }
}
/// The one lane that `better` leaves: each half of a word is held against the other, down to its lowest lane.
template <class Lanes, class Better>
inline std::uint64_t best_lane(Lanes a, const Better& better) noexcept {
  for (unsigned shift = 32; shift >= lane_bits<Lanes>; shift /= 2)
    a = better(a, reinterpret_cast<Lanes>(reinterpret_cast<four_words>(a) >> shift));
  const four_words words =
      reinterpret_cast<four_words>(a) & ((std::uint64_t{1} << lane_bits<Lanes>)-1);
  std::uint64_t best = words[0];
  for (int i = 1; i < 4; ++i) {
    const std::uint64_t word = words[i];
    best = better(best, word);
  }
  return best;
}

/// The vectors of a block, as far as they are whole; returns how many items they held.
template <class Lanes, class Wide, class Widest, std::uint64_t Zero>
std::size_t add_vectors(small_sums& to, const std::byte* src, std::size_t count) noexcept {
  using lane = std::remove_cvref_t<decltype(Lanes{}[0])>;
  constexpr std::size_t each = sizeof(Lanes) / sizeof(lane);
  constexpr auto flip = static_cast<lane>(Zero);
  const Lanes zero_keys = Lanes{} + flip;
  Lanes zeros{}, negative{}, least = ~Lanes{}, most{};
  Wide sum{};
  Widest squares{};
  std::size_t at = 0;
  for (; count - at >= each; at += each) {
    fetch_ahead(src + at * sizeof(lane));
    const Lanes key = load_vector<Lanes>(src + at * sizeof(lane)) ^ flip;
    zeros -= reinterpret_cast<Lanes>(key == zero_keys);
    if constexpr (Zero != 0) negative -= reinterpret_cast<Lanes>(key < zero_keys);
    least = key < least ? key : least;
    most = key > most ? key : most;
    constexpr int half = 8 * sizeof(lane);
    const auto pairs = reinterpret_cast<Wide>(key);
    const Wide even = pairs << half >> half, odd = pairs >> half;
    sum += even + odd;
    squares += neighbour_squares<Widest>(even) + neighbour_squares<Widest>(odd);
  }
  if (at == 0) return 0;
  to.zeros = lanes_of(zeros);
  to.negative = lanes_of(negative);
  to.sum = lanes_of(sum);
  to.squares = lanes_of(squares);
  to.least = best_lane(least, [](const auto& a, const auto& b) { return a < b ? a : b; });
  to.most = best_lane(most, [](const auto& a, const auto& b) { return a > b ? a : b; });
  return at;
}

/// Integers of 8 and 16 bits: their squares are added up as integers, too.
template <class Stored>
void small_block(block_statistics& to, const std::byte* src, std::size_t count) {
  to = {};
  if (count == 0) return;
  using bits = std::make_unsigned_t<Stored>;
  using widest = std::conditional_t<std::is_signed_v<Stored>, std::int64_t, std::uint64_t>;
  constexpr std::uint64_t zero =
      std::is_signed_v<Stored> ? std::uint64_t{1} << (8 * sizeof(Stored) - 1) : 0;
  small_sums of;
  std::size_t at = 0;
  if constexpr (sizeof(Stored) == 1)
    at = add_vectors<bytes_32, words_16, words_8, zero>(of, src, count);
  else
    at = add_vectors<words_16, words_8, four_words, zero>(of, src, count);
  for (; at < count; ++at) {
    bits x;
    std::memcpy(&x, src + at * sizeof x, sizeof x);
    of.add_one(x ^ zero, zero);
  }
  const auto value_of = [](std::uint64_t key) {
    return static_cast<widest>(static_cast<Stored>(key ^ zero));
  };
  const std::int64_t sum =
      static_cast<std::int64_t>(of.sum) - static_cast<std::int64_t>(count * zero);
  to.finite = count;
  to.zeros = of.zeros;
  to.negative = of.negative;
  to.least = key_of(value_of(of.least));
  to.most = key_of(value_of(of.most));
  to.sum = static_cast<double>(sum);
  set_exact(to, sum);
  to.squares =
      static_cast<double>(count * of.squares - of.sum * of.sum) / static_cast<double>(count);
}

inline void boolean_block(block_statistics& to, const std::byte* src, std::size_t count) {
  to = {};
  if (count == 0) return;
  std::uint32_t zeros = 0;
  for (std::size_t i = 0; i < count; ++i) zeros += src[i] == std::byte{0};
  const auto ones = static_cast<std::int64_t>(count) - std::int64_t{zeros};
  to.finite = count;
  to.zeros = zeros;
  to.least = key_of(std::uint64_t{zeros == 0});
  to.most = key_of(std::uint64_t{ones != 0});
  to.sum = static_cast<double>(ones);
  set_exact(to, ones);
  to.squares = static_cast<double>(ones * std::int64_t{zeros}) / static_cast<double>(count);
}

/// Unsigned integers as doubles, exact below 2^53: each half becomes the fraction of a double of known exponent.
inline four_doubles doubles_of(const four_words& x) noexcept {
  constexpr double low_at = 4503599627370496.0,
                   high_at = 19342813113834066795298816.0;  // 2^52, 2^84
  const four_words low = (x & 0xFFFFFFFFu) | std::bit_cast<std::uint64_t>(low_at);
  const four_words high = (x >> 32) | std::bit_cast<std::uint64_t>(high_at);
  return (reinterpret_cast<four_doubles>(high) - (high_at + low_at)) +
         reinterpret_cast<four_doubles>(low);
}

/// What turns 64 bits into their key, an unsigned integer that orders like them.
template <bool HasSign>
constexpr std::uint64_t to_word_key = HasSign ? sign_of_word : 0;

inline std::uint64_t load_word(const std::byte* src) noexcept {
  std::uint64_t x;
  std::memcpy(&x, src, sizeof x);
  return x;
}

/// The keys of a block added up by their halves, whose sums fit in 64 bits.
struct word_sums {
  std::uint64_t low = 0, high = 0;

  [[nodiscard]] wide_unsigned sum() const noexcept {
    return (static_cast<wide_unsigned>(high) << 32) + static_cast<wide_unsigned>(low);
  }
};

/// Counts and extremes into `to`; returns the sum of the keys.
template <bool HasSign>
inline wide_unsigned add_words(block_statistics& to, const std::byte* src,
                               std::size_t count) noexcept {
  constexpr std::uint64_t to_key = to_word_key<HasSign>, to_signed = to_key ^ sign_of_word;
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  const std::size_t whole = count / 4 * 4;
  four_words low{}, high{};
  four_masks zeros{}, negative{};
  four_masks least = {largest, largest, largest, largest}, most = ~least;
  for (std::size_t i = 0; i < whole; i += 4) {
    fetch_ahead(src + i * 8);
    const auto x = load_vector<four_words>(src + i * 8);
    const four_words key = x ^ to_key;
    const auto ordered = reinterpret_cast<four_masks>(x ^ to_signed);
    low += key & 0xFFFFFFFFu;
    high += key >> 32;
    least = ordered < least ? ordered : least;
    most = ordered > most ? ordered : most;
    zeros -= reinterpret_cast<four_masks>(x == 0);
    if constexpr (HasSign) negative -= ordered < 0;
  }
  word_sums keys;
  order_key first{~std::uint64_t{0}, 0}, last{};
  for (int i = 0; i < 4; ++i) {
    keys.low += low[i];
    keys.high += high[i];
    const std::uint64_t least_key = static_cast<std::uint64_t>(least[i]) ^ sign_of_word;
    const std::uint64_t most_key = static_cast<std::uint64_t>(most[i]) ^ sign_of_word;
    if (whole != 0 && least_key < first.high) first.high = least_key;
    if (whole != 0 && most_key > last.high) last.high = most_key;
  }
  to.finite = count;
  to.zeros = total(zeros);
  to.negative = total(negative);
  for (std::size_t i = whole; i < count; ++i) {
    const std::uint64_t x = load_word(src + i * 8), key = x ^ to_key;
    keys.low += key & 0xFFFFFFFFu;
    keys.high += key >> 32;
    to.zeros += x == 0;
    to.negative += HasSign && (x & sign_of_word) != 0;
    first.high = key < first.high ? key : first.high;
    last.high = key > last.high ? key : last.high;
  }
  to.least = first;
  to.most = last;
  return keys.sum();
}

/// The squares of the distances from the mean, which is `mean` above the `least` key. What it was
/// rounded by is taken out again.
template <bool HasSign>
inline double word_squares(const std::byte* src, std::size_t count, std::uint64_t least,
                           double mean) noexcept {
  constexpr std::uint64_t to_key = to_word_key<HasSign>;
  const std::size_t whole = count / 4 * 4;
  four_doubles squares{}, away{};
  for (std::size_t i = 0; i < whole; i += 4) {
    const four_words from_least = (load_vector<four_words>(src + i * 8) ^ to_key) - least;
    const four_doubles far = doubles_of(from_least) - mean;
    squares += far * far;
    away += far;
  }
  for (std::size_t i = whole; i < count; ++i) {
    const double far = static_cast<double>((load_word(src + i * 8) ^ to_key) - least) - mean;
    squares[0] += far * far;
    away[0] += far;
  }
  const double all_away = (away[0] + away[1]) + (away[2] + away[3]);
  const double corrected = (squares[0] + squares[1]) + (squares[2] + squares[3]) -
                           all_away * all_away / static_cast<double>(count);
  return corrected > 0 ? corrected : 0;
}

/// Integers of 64 bits, by their keys. Distances are measured from the least, so that they are exact where all
/// are near each other.
template <bool HasSign>
void block_of_64_bits(block_statistics& to, const std::byte* src, std::size_t count) {
  to = {};
  if (count == 0) return;
  const wide_unsigned keys = add_words<HasSign>(to, src, count);
  const auto n = static_cast<std::uint64_t>(count);
  const std::uint64_t least = to.least.high;
  const wide_unsigned above_least = keys - product(n, least);
  const double mean =
      (static_cast<double>(static_cast<std::uint64_t>(above_least >> 64)) * huge_scale +
       static_cast<double>(static_cast<std::uint64_t>(above_least))) /
      static_cast<double>(count);
  to.squares = word_squares<HasSign>(src, count, least, mean);
  to.exact = HasSign ? keys - (static_cast<wide_unsigned>(n) << 63) : keys;
  const exact_pair sum = pair_of(to.exact);
  to.sum = sum.sum;
  to.lost = sum.lost;
}

statistics_kernel find_statistics(number of) noexcept {
  switch (of) {  // a small build reads everything as doubles
#if !defined(NOPY_SMALL_BUILD) || !NOPY_SMALL_BUILD
    case number::boolean:
      return boolean_block;
    case number::i1:
      return small_block<std::int8_t>;
    case number::u1:
      return small_block<std::uint8_t>;
    case number::i2:
      return small_block<std::int16_t>;
    case number::u2:
      return small_block<std::uint16_t>;
    case number::i4:
      return block_of_32_bits<true>;
    case number::u4:
      return block_of_32_bits<false>;
    case number::i8:
      return block_of_64_bits<true>;
    case number::u8:
      return block_of_64_bits<false>;
    case number::f4:
      return block_of_f4;
#endif
    case number::f8:
      return block_of_f8;
    default:
      return nullptr;
  }
}

}  // namespace
}  // namespace nopy::kernels
