// SPDX-License-Identifier: MIT
// Conversions with AVX2 and F16C, eight numbers at a time. F16C makes signalling NaNs quiet, which
// the reference does not: eight numbers with such a NaN among them are converted by the reference.
#include <immintrin.h>

#include "kernels/integer_loops.hpp"
#include "kernels/x86_avx2.hpp"

namespace nopy::kernels {
namespace {

constexpr std::size_t together = 8;

/// Which of eight NaNs are signalling, whose leading fraction bit is in bit 31 of `fraction`.
bool any_signalling(__m256 nan, __m256i fraction) noexcept {
  return _mm256_movemask_ps(_mm256_andnot_ps(_mm256_castsi256_ps(fraction), nan)) != 0;
}

template <bool Stream>
void put(std::byte* to, __m256i eight) noexcept {
  if constexpr (Stream)
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to), eight);
  else
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), eight);
}
template <bool Stream>
void put(std::byte* to, __m128i eight) noexcept {
  if constexpr (Stream)
    _mm_stream_si128(reinterpret_cast<__m128i*>(to), eight);
  else
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), eight);
}

/// Each takes eight numbers and answers whether a finite one became infinite.
struct f2_to_f4 {
  static constexpr std::size_t from_bytes = 2, to_bytes = 4;
  static constexpr number from = number::f2, to = number::f4;
  template <bool Stream>
  static bool run(std::byte* dst, const std::byte* src) noexcept {
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src));
    const __m256 floats = _mm256_cvtph_ps(halves);
    const __m256 nan = _mm256_cmp_ps(floats, floats, _CMP_UNORD_Q);
    if (any_signalling(nan, _mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 22)))
      direct_conversion(from, to)(dst, src, together);
    else
      put<Stream>(dst, _mm256_castps_si256(floats));
    return false;
  }
};

struct f4_to_f2 {
  static constexpr std::size_t from_bytes = 4, to_bytes = 2;
  static constexpr number from = number::f4, to = number::f2;
  template <bool Stream>
  static bool run(std::byte* dst, const std::byte* src) noexcept {
    const __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(src));
    const __m256 floats = _mm256_castsi256_ps(bits);
    const __m256 nan = _mm256_cmp_ps(floats, floats, _CMP_UNORD_Q);
    if (any_signalling(nan, _mm256_slli_epi32(bits, 9)))
      direct_conversion(from, to)(dst, src, together);
    else
      put<Stream>(dst, _mm256_cvtps_ph(floats, _MM_FROUND_TO_NEAREST_INT));
    const __m256 magnitude = _mm256_andnot_ps(_mm256_set1_ps(-0.0F), floats);
    const __m256 too_large = _mm256_cmp_ps(magnitude, _mm256_set1_ps(65520.0F), _CMP_GE_OQ);
    const __m256 finite =
        _mm256_cmp_ps(magnitude, _mm256_castsi256_ps(_mm256_set1_epi32(0x7F800000)), _CMP_LT_OQ);
    return _mm256_movemask_ps(_mm256_and_ps(too_large, finite)) != 0;
  }
};

struct f2_to_f8 {
  static constexpr std::size_t from_bytes = 2, to_bytes = 8;
  static constexpr number from = number::f2, to = number::f8;
  template <bool Stream>
  static bool run(std::byte* dst, const std::byte* src) noexcept {
    // The reference's way to double makes NaNs quiet, too.
    const __m256 floats = _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(src)));
    const __m256d low = _mm256_cvtps_pd(_mm256_castps256_ps128(floats));
    const __m256d high = _mm256_cvtps_pd(_mm256_extractf128_ps(floats, 1));
    put<Stream>(dst, _mm256_castpd_si256(low));
    put<Stream>(dst + 32, _mm256_castpd_si256(high));
    return false;
  }
};

struct f4_to_f8 {
  static constexpr std::size_t from_bytes = 4, to_bytes = 8;
  static constexpr number from = number::f4, to = number::f8;
  template <bool Stream>
  static bool run(std::byte* dst, const std::byte* src) noexcept {
    const auto* floats = reinterpret_cast<const float*>(src);
    put<Stream>(dst, _mm256_castpd_si256(_mm256_cvtps_pd(_mm_loadu_ps(floats))));
    put<Stream>(dst + 32, _mm256_castpd_si256(_mm256_cvtps_pd(_mm_loadu_ps(floats + 4))));
    return false;
  }
};

struct f8_to_f4 {
  static constexpr std::size_t from_bytes = 8, to_bytes = 4;
  static constexpr number from = number::f8, to = number::f4;
  template <bool Stream>
  static bool run(std::byte* dst, const std::byte* src) noexcept {
    const auto* doubles = reinterpret_cast<const double*>(src);
    const bool low = four<Stream>(dst, _mm256_loadu_pd(doubles));
    const bool high = four<Stream>(dst + 16, _mm256_loadu_pd(doubles + 4));
    return low || high;
  }

 private:
  template <bool Stream>
  static bool four(std::byte* dst, __m256d doubles) noexcept {
    const __m128 floats = _mm256_cvtpd_ps(doubles);
    put<Stream>(dst, _mm_castps_si128(floats));
    const __m128i infinity = _mm_set1_epi32(0x7F800000);
    const __m128 no_sign = _mm_andnot_ps(_mm_set1_ps(-0.0F), floats);
    const int infinite =
        _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(_mm_castps_si128(no_sign), infinity)));
    if (infinite == 0) return false;
    const __m256d magnitude = _mm256_andnot_pd(_mm256_set1_pd(-0.0), doubles);
    const __m256d was = _mm256_castsi256_pd(_mm256_set1_epi64x(0x7FF0000000000000));
    return (infinite & _mm256_movemask_pd(_mm256_cmp_pd(magnitude, was, _CMP_LT_OQ))) != 0;
  }
};

template <class Eight, bool Stream>
bool run(std::byte* dst, const std::byte* src, std::size_t count) noexcept {
  bool lost = false;
  for (std::size_t i = 0; i < count; i += together)
    lost |= Eight::template run<Stream>(dst + i * Eight::to_bytes, src + i * Eight::from_bytes);
  if constexpr (Stream) _mm_sfence();
  return lost;
}

template <class Eight>
std::size_t convert(std::byte* dst, const std::byte* src, std::size_t count) {
  const direct_kernel one_by_one = direct_conversion(Eight::from, Eight::to);
  const bool streams =
      count * Eight::to_bytes >= stream_bytes && reinterpret_cast<std::uintptr_t>(dst) % 32 == 0;
  const std::size_t whole = count - count % together;
  const bool lost =
      streams ? run<Eight, true>(dst, src, whole) : run<Eight, false>(dst, src, whole);
  if (lost) return one_by_one(dst, src, count);
  return whole +
         one_by_one(dst + whole * Eight::to_bytes, src + whole * Eight::from_bytes, count - whole);
}

}  // namespace

direct_kernel direct_avx2(number from, number to) {
  if (from == number::f2 && to == number::f4) return convert<f2_to_f4>;
  if (from == number::f2 && to == number::f8) return convert<f2_to_f8>;
  if (from == number::f4 && to == number::f2) return convert<f4_to_f2>;
  if (from == number::f4 && to == number::f8) return convert<f4_to_f8>;
  if (from == number::f8 && to == number::f4) return convert<f8_to_f4>;
  const direct_kernel integers = find_integer_loop(from, to);
  return integers != nullptr ? integers : direct_conversion(from, to);
}

}  // namespace nopy::kernels
