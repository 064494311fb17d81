// SPDX-License-Identifier: MIT
#include "deflate/crc32.hpp"

#include "bytes/endian.hpp"
#include "bytes/small_build.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace nopy::deflate {
namespace {

constexpr std::uint32_t polynomial = 0xEDB88320;

/// rows[k][b]: the CRC of byte b followed by k zero bytes.
using crc_rows = std::uint32_t[8][256];
constexpr void fill(crc_rows& rows) noexcept {
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? polynomial : 0);
    rows[0][byte] = crc;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte)
      rows[k][byte] = (rows[k - 1][byte] >> 8) ^ rows[0][rows[k - 1][byte] & 0xFF];
}

#if NOPY_SMALL_BUILD
/// Made at the first use; the last entry is not zero then. The engine has one thread.
const crc_rows& table() noexcept {
  static std::uint32_t made[8][256];
  if (made[7][255] == 0) fill(made);
  return made;
}
#else
struct crc_table {
  crc_rows rows{};
  constexpr crc_table() noexcept { fill(rows); }
};
constexpr crc_table made_table;
constexpr const crc_rows& table() noexcept { return made_table.rows; }
#endif

std::uint32_t bytewise(std::uint32_t crc, std::span<const std::byte> bytes) noexcept {
  const auto& row = table()[0];
  crc = ~crc;
  for (const std::byte b : bytes)
    crc = (crc >> 8) ^ row[(crc ^ std::to_integer<std::uint32_t>(b)) & 0xFF];
  return ~crc;
}

/// Eight bytes at a time: eight look-ups that do not wait for each other.
std::uint32_t by_eight(std::uint32_t crc, std::span<const std::byte> bytes) noexcept {
  const crc_rows& rows = table();
  crc = ~crc;
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= 8; left -= 8, at += 8) {
    const std::uint64_t word = nopy::bytes::load<std::uint64_t>(at) ^ crc;
    crc = 0;
    for (std::size_t k = 0; k < 8; ++k) crc ^= rows[7 - k][word >> (8 * k) & 0xFF];
  }
  return bytewise(~crc, {at, left});
}

#if defined(__x86_64__)
// Folding by carry-less multiplication: 64 bytes stay in four registers, each multiplied by x^512
// and added to the next 64. The constants are x^n mod P, bit-reflected: n = 544, 480 (four
// registers), 160, 96 (one), 64 (to 64 bits), then Barrett's quotient and P itself. Source: Gopal
// et al., "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ", Intel 2009.
[[gnu::target("pclmul,sse4.1")]] inline __m128i fold(__m128i value, __m128i next,
                                                     __m128i by) noexcept {
  const __m128i low = _mm_clmulepi64_si128(value, by, 0x00);
  const __m128i high = _mm_clmulepi64_si128(value, by, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

[[gnu::target("pclmul,sse4.1")]] inline __m128i load_16(const std::byte* from) noexcept {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

/// The CRC of what was folded into 16 bytes, and of the `left` bytes that follow them. Inlined also
/// with -O2: called from code for wider registers it would be compiled for the narrow ones alone,
/// and each change between the two costs more than it does.
[[gnu::target("pclmul,sse4.1"), gnu::always_inline]] inline std::uint32_t reduce(
    __m128i a, const std::byte* at, std::size_t left) noexcept {
  const __m128i by_128 = _mm_set_epi64x(0x0CCAA009E, 0x1751997D0);
  for (; left >= 16; at += 16, left -= 16) a = fold(a, load_16(at), by_128);

  // 128 bits to 64, to 32: then Barrett's reduction.
  const __m128i low_32 = _mm_set_epi32(0, 0, 0, -1);
  a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, by_128, 0x10));
  a = _mm_xor_si128(
      _mm_srli_si128(a, 4),
      _mm_clmulepi64_si128(_mm_and_si128(a, low_32), _mm_set_epi64x(0, 0x163CD6124), 0x00));
  const __m128i barrett = _mm_set_epi64x(0x1F7011641, 0x1DB710641);
  __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(a, low_32), barrett, 0x10);
  quotient = _mm_clmulepi64_si128(_mm_and_si128(quotient, low_32), barrett, 0x00);
  const auto folded = static_cast<std::uint32_t>(_mm_extract_epi32(_mm_xor_si128(a, quotient), 1));
  return by_eight(~folded, {at, left});
}

[[gnu::target("pclmul,sse4.1")]] std::uint32_t by_multiplication(
    std::uint32_t crc, std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < 64) return by_eight(crc, bytes);
  const __m128i by_512 = _mm_set_epi64x(0x1C6E41596, 0x154442BD4);
  const __m128i by_128 = _mm_set_epi64x(0x0CCAA009E, 0x1751997D0);
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  __m128i a = _mm_xor_si128(load_16(at), _mm_cvtsi32_si128(static_cast<int>(~crc)));
  __m128i b = load_16(at + 16), c = load_16(at + 32), d = load_16(at + 48);
  for (at += 64, left -= 64; left >= 64; at += 64, left -= 64) {
    a = fold(a, load_16(at), by_512);
    b = fold(b, load_16(at + 16), by_512);
    c = fold(c, load_16(at + 32), by_512);
    d = fold(d, load_16(at + 48), by_512);
  }
  a = fold(a, b, by_128);
  a = fold(a, c, by_128);
  return reduce(fold(a, d, by_128), at, left);
}

// The same with four registers of 64 bytes, which are multiplied by x^2048: n = 2080 and 2016.
#define NOPY_WIDE gnu::target("avx512f,vpclmulqdq,pclmul,sse4.1")
[[NOPY_WIDE]] inline __m512i fold_wide(__m512i value, __m512i next, __m512i by) noexcept {
  const __m512i low = _mm512_clmulepi64_epi128(value, by, 0x00);
  const __m512i high = _mm512_clmulepi64_epi128(value, by, 0x11);
  return _mm512_ternarylogic_epi64(low, high, next, 0x96);  // low ^ high ^ next
}

[[NOPY_WIDE]] inline __m512i load_64(const std::byte* from) noexcept {
  return _mm512_loadu_si512(from);
}

[[NOPY_WIDE]] std::uint32_t by_wide_multiplication(std::uint32_t crc,
                                                   std::span<const std::byte> bytes) noexcept {
  if (bytes.size() < 256) return by_multiplication(crc, bytes);
  const __m512i by_2048 = _mm512_set_epi64(0x1322D1430, 0x11542778A, 0x1322D1430, 0x11542778A,
                                           0x1322D1430, 0x11542778A, 0x1322D1430, 0x11542778A);
  const __m512i by_512 = _mm512_set_epi64(0x1C6E41596, 0x154442BD4, 0x1C6E41596, 0x154442BD4,
                                          0x1C6E41596, 0x154442BD4, 0x1C6E41596, 0x154442BD4);
  const __m128i by_128 = _mm_set_epi64x(0x0CCAA009E, 0x1751997D0);
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size();
  const __m512i before = _mm512_set_epi64(0, 0, 0, 0, 0, 0, 0, static_cast<std::uint32_t>(~crc));
  __m512i a = _mm512_xor_si512(load_64(at), before);
  __m512i b = load_64(at + 64), c = load_64(at + 128), d = load_64(at + 192);
  for (at += 256, left -= 256; left >= 256; at += 256, left -= 256) {
    a = fold_wide(a, load_64(at), by_2048);
    b = fold_wide(b, load_64(at + 64), by_2048);
    c = fold_wide(c, load_64(at + 128), by_2048);
    d = fold_wide(d, load_64(at + 192), by_2048);
  }
  a = fold_wide(a, b, by_512);
  a = fold_wide(a, c, by_512);
  a = fold_wide(a, d, by_512);
  for (; left >= 64; at += 64, left -= 64) a = fold_wide(a, load_64(at), by_512);
  std::byte quarters[64];  // GCC 12 warns of its own intrinsics that would take them out
  _mm512_storeu_si512(quarters, a);
  __m128i part = fold(load_16(quarters), load_16(quarters + 16), by_128);
  part = fold(part, load_16(quarters + 32), by_128);
  return reduce(fold(part, load_16(quarters + 48), by_128), at, left);
}
#undef NOPY_WIDE

bool multiplies() noexcept {
  return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}
bool multiplies_wide() noexcept {
  return multiplies() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("vpclmulqdq");
}
#else
std::uint32_t by_multiplication(std::uint32_t crc, std::span<const std::byte> bytes) noexcept {
  return by_eight(crc, bytes);
}
std::uint32_t by_wide_multiplication(std::uint32_t crc, std::span<const std::byte> bytes) noexcept {
  return by_eight(crc, bytes);
}
bool multiplies() noexcept { return false; }
bool multiplies_wide() noexcept { return false; }
#endif

bool always() noexcept { return true; }

/// a * b mod P, reflected: bit 31 is x^0.
constexpr std::uint32_t times(std::uint32_t a, std::uint32_t b) noexcept {
  std::uint32_t product = 0;
  for (std::uint32_t bit = 1u << 31; bit != 0; bit >>= 1) {
    if ((a & bit) != 0) product ^= b;
    b = (b >> 1) ^ ((b & 1) != 0 ? polynomial : 0);
  }
  return product;
}

}  // namespace

std::uint32_t crc32(std::uint32_t crc, std::span<const std::byte> bytes) noexcept {
  if (bytes.size() >= 256 && multiplies_wide()) return by_wide_multiplication(crc, bytes);
  return multiplies() ? by_multiplication(crc, bytes) : by_eight(crc, bytes);
}

crc32_joiner::crc32_joiner(std::uint64_t second_bytes) noexcept : power_(1u << 31) {
  std::uint32_t square = 1u << (31 - 8);  // x^8
  for (std::uint64_t n = second_bytes; n != 0; n >>= 1) {
    if ((n & 1) != 0) power_ = times(power_, square);
    square = times(square, square);
  }
}

std::uint32_t crc32_joiner::join(std::uint32_t first, std::uint32_t second) const noexcept {
  return times(first, power_) ^ second;
}

std::uint32_t crc32_join(std::uint32_t first, std::uint32_t second,
                         std::uint64_t second_bytes) noexcept {
  return crc32_joiner(second_bytes).join(first, second);
}

std::span<const crc32_way> crc32_ways() noexcept {
  static constexpr crc32_way ways[] = {
      {"bytewise", bytewise, always},
      {"by_eight", by_eight, always},
      {"by_multiplication", by_multiplication, multiplies},
      {"by_wide_multiplication", by_wide_multiplication, multiplies_wide}};
  return ways;
}

}  // namespace nopy::deflate
