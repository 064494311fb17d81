// SPDX-License-Identifier: MIT
// The guess which long double a file holds.
#include "array/long_double.hpp"

#include "bytes/endian.hpp"

#include <algorithm>

namespace nopy::inline v1::core {
namespace {

constexpr std::size_t most_looked_at = 1024;

bool all_zero(const std::byte* item) noexcept {
  for (std::size_t i = 0; i < 16; ++i)
    if (item[i] != std::byte{0}) return false;
  return true;
}

bool padding_is_zero(const std::byte* item) noexcept {
  for (std::size_t i = 10; i < 16; ++i)
    if (item[i] != std::byte{0}) return false;
  return true;
}

/// x87 has the leading 1 in bit 63, and a zero there only where the exponent is zero.
bool leading_bit_fits(const std::byte* item) noexcept {
  const bool leading = bytes::load<std::uint64_t>(item) >> 63 != 0;
  const bool exponent = (bytes::load<std::uint16_t>(item + 8) & 0x7FFF) != 0;
  return leading == exponent;
}

/// Two finite doubles, the second at most half a last place of the first.
bool is_double_double(const std::byte* item) noexcept {
  const auto first = bytes::load<std::uint64_t>(item) & 0x7FFFFFFFFFFFFFFF;
  const auto second = bytes::load<std::uint64_t>(item + 8) & 0x7FFFFFFFFFFFFFFF;
  constexpr std::uint64_t infinity = 0x7FF0000000000000;
  if (first >= infinity || second >= infinity) return false;
  if (second == 0) return true;
  const std::uint64_t exponent = first >> 52;
  if (exponent <= 53) return second == 0 || first != 0;
  return second <= (exponent - 53) << 52;  // half of 2^(exponent - 52)
}

/// Of a quad no one has so many zeros in front: it would be as good as none.
bool begins_with_zeros(const std::byte* item) noexcept {
  for (std::size_t i = 0; i < 6; ++i)
    if (item[i] != std::byte{0}) return false;
  return true;
}

/// Quads, unless the bytes are those of x87 that NumPy turned around: with padding of zeros, or, since bits of quads
/// fit by chance, in many items.
coding guess_big(std::span<const std::byte> items) noexcept {
  constexpr std::size_t many = 32;
  bool padded = true;
  std::size_t looked_at = 0;
  for (std::size_t at = 0; at + 16 <= items.size() && looked_at < most_looked_at; at += 16) {
    const std::byte* item = items.data() + at;
    if (all_zero(item)) continue;
    std::byte turned[16];
    std::reverse_copy(item, item + 16, turned);
    if (!leading_bit_fits(turned)) return coding::quad;
    padded = padded && begins_with_zeros(item);
    looked_at += bytes::load<std::uint64_t>(turned) >> 63 != 0 || begins_with_zeros(item) ? 1 : 0;
  }
  return looked_at != 0 && (padded || looked_at >= many) ? coding::x87 : coding::quad;
}

}  // namespace

bool has_untold_long_double(const dtype& type) noexcept {
  if (type.coding() == coding::extended) return true;
  if (type.kind() == kind::subarray) return has_untold_long_double(type.base());
  for (const dtype_field& field : type.fields())
    if (has_untold_long_double(field.type)) return true;
  return false;
}

coding guess_long_double(const dtype& type, std::span<const std::byte> items) noexcept {
  const std::uint64_t bytes =
      type.kind() == kind::complex ? type.item_bytes() / 2 : type.item_bytes();
  if (bytes == 12) return coding::x87;
  if (bytes != 16) return coding::quad;
  if (type.endian() == endian::big) return guess_big(items);
  bool padded = true;
  bool leading = true;
  bool leading_seen = false;  // quads of few digits have nothing but zeros in bytes 0 to 9
  bool pairs = true;
  std::size_t looked_at = 0;
  for (std::size_t at = 0; at + 16 <= items.size() && looked_at < most_looked_at; at += 16) {
    const std::byte* item = items.data() + at;
    if (all_zero(item)) continue;
    ++looked_at;
    padded = padded && padding_is_zero(item);
    leading = leading && leading_bit_fits(item);
    leading_seen = leading_seen || bytes::load<std::uint64_t>(item) >> 63 != 0;
    pairs = pairs && is_double_double(item);
  }
  if (padded || (leading && leading_seen)) return coding::x87;
  return pairs ? coding::double_double : coding::quad;
}

}  // namespace nopy::inline v1::core
