// SPDX-License-Identifier: MIT
// Byte swaps with AVX2: one shuffle for 32 bytes.
#include <immintrin.h>

#include "kernels/fetch_ahead.hpp"
#include "kernels/x86_avx2.hpp"

namespace nopy::kernels {
namespace {

/// Which byte of each 16 comes first, for units of 2, 4, 8 or 16 bytes.
__m256i order_of(std::size_t unit_bytes) noexcept {
  switch (unit_bytes) {
    case 2:
      return _mm256_broadcastsi128_si256(
          _mm_setr_epi8(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
    case 4:
      return _mm256_broadcastsi128_si256(
          _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    case 8:
      return _mm256_broadcastsi128_si256(
          _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
    default:
      return _mm256_broadcastsi128_si256(
          _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
  }
}

template <bool Stream>
std::size_t swap_vectors(std::byte* dst, const std::byte* src, std::size_t bytes,
                         __m256i order) noexcept {
  std::size_t at = 0;
  for (; bytes - at >= 64; at += 64) {
    const auto* from = reinterpret_cast<const __m256i*>(src + at);
    auto* to = reinterpret_cast<__m256i*>(dst + at);
    if constexpr (Stream) fetch_ahead(src + at);
    const __m256i low = _mm256_shuffle_epi8(_mm256_loadu_si256(from), order);
    const __m256i high = _mm256_shuffle_epi8(_mm256_loadu_si256(from + 1), order);
    if constexpr (Stream) {
      _mm256_stream_si256(to, low);
      _mm256_stream_si256(to + 1, high);
    } else {
      _mm256_storeu_si256(to, low);
      _mm256_storeu_si256(to + 1, high);
    }
  }
  if constexpr (Stream) _mm_sfence();
  return at;
}

}  // namespace

void swap_avx2(std::byte* dst, const std::byte* src, std::size_t unit_bytes, std::size_t count) {
  const bool known = unit_bytes == 2 || unit_bytes == 4 || unit_bytes == 8 || unit_bytes == 16;
  if (!known) return reference().swap(dst, src, unit_bytes, count);
  const __m256i order = order_of(unit_bytes);
  std::size_t bytes = unit_bytes * count;
  std::size_t done = 0;
  if (dst != src && bytes >= stream_bytes) {
    const std::size_t before = (0 - reinterpret_cast<std::uintptr_t>(dst)) % 64;
    if (before % unit_bytes == 0) {
      reference().swap(dst, src, unit_bytes, before / unit_bytes);
      done = before + swap_vectors<true>(dst + before, src + before, bytes - before, order);
    }
  }
  done += swap_vectors<false>(dst + done, src + done, bytes - done, order);
  reference().swap(dst + done, src + done, unit_bytes, (bytes - done) / unit_bytes);
}

}  // namespace nopy::kernels
