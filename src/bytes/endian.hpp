// SPDX-License-Identifier: MIT
// Fixed-width integers in bytes of a stated order, at any address.
#pragma once

#include <nopy/dtype.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace nopy::bytes {

[[nodiscard]] constexpr std::uint8_t swap(std::uint8_t value) noexcept { return value; }
[[nodiscard]] constexpr std::uint16_t swap(std::uint16_t value) noexcept {
  return __builtin_bswap16(value);
}
[[nodiscard]] constexpr std::uint32_t swap(std::uint32_t value) noexcept {
  return __builtin_bswap32(value);
}
[[nodiscard]] constexpr std::uint64_t swap(std::uint64_t value) noexcept {
  return __builtin_bswap64(value);
}

/// Reads an unsigned integer of `Bits` in byte order `order`.
template <class Bits>
[[nodiscard]] inline Bits load(const std::byte* from, endian order = endian::little) noexcept {
  Bits value;
  std::memcpy(&value, from, sizeof value);
  return order == native_endian || order == endian::none ? value : swap(value);
}

/// Writes an unsigned integer of `Bits` in byte order `order`.
template <class Bits>
inline void store(std::byte* to, Bits value, endian order = endian::little) noexcept {
  if (order != native_endian && order != endian::none) value = swap(value);
  std::memcpy(to, &value, sizeof value);
}

}  // namespace nopy::bytes
