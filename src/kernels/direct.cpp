// SPDX-License-Identifier: MIT
// The reference of the direct conversions. Each loop over floats writes everything and gathers whether a finite
// value became infinite; only then does a second look find where.
#include "kernels/direct.hpp"

#include <cstring>

#include "kernels/float16.hpp"
#include "kernels/integer_loops.hpp"

namespace nopy::kernels {
namespace {

template <class T>
T read(const std::byte* from) noexcept {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
bool is_infinite(T value) noexcept {
  return value - value != 0 && value == value;
}
bool is_infinite16(std::uint16_t bits, std::uint16_t infinity) noexcept {
  return (bits & 0x7FFF) == infinity;
}

/// `convert` is a From to a To; `overflowed` tells whether that lost a finite value.
template <class From, class To, class Convert, class Overflowed>
std::size_t each(std::byte* __restrict dst, const std::byte* __restrict src, std::size_t count,
                 Convert convert, Overflowed overflowed) noexcept {
  unsigned lost = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const From value = read<From>(src + i * sizeof(From));
    const To made = convert(value);
    std::memcpy(dst + i * sizeof(To), &made, sizeof made);
    lost |= overflowed(value, made) ? 1u : 0u;
  }
  if (lost == 0) return count;
  std::size_t at = 0;
  while (!overflowed(read<From>(src + at * sizeof(From)), read<To>(dst + at * sizeof(To)))) ++at;
  return at;
}

constexpr auto never = [](auto, auto) { return false; };

std::size_t f2_to_f4(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<std::uint16_t, float>(
      dst, src, count, [](std::uint16_t bits) { return float16_decode(bits); }, never);
}
std::size_t f2_to_f8(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<std::uint16_t, double>(
      dst, src, count, [](std::uint16_t bits) { return static_cast<double>(float16_decode(bits)); },
      never);
}
std::size_t f4_to_f8(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<float, double>(
      dst, src, count, [](float value) { return static_cast<double>(value); }, never);
}
std::size_t bfloat16_to_f4(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<std::uint16_t, float>(
      dst, src, count, [](std::uint16_t bits) { return bfloat16_decode(bits); }, never);
}
std::size_t f4_to_f2(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<float, std::uint16_t>(
      dst, src, count, [](float value) { return float16_encode(value); },
      [](float value, std::uint16_t made) {
        return is_infinite16(made, 0x7C00) && !is_infinite(value);
      });
}
std::size_t f8_to_f2(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<double, std::uint16_t>(
      dst, src, count, [](double value) { return float16_encode(value); },
      [](double value, std::uint16_t made) {
        return is_infinite16(made, 0x7C00) && !is_infinite(value);
      });
}
std::size_t f4_to_bfloat16(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<float, std::uint16_t>(
      dst, src, count, [](float value) { return bfloat16_encode(value); },
      [](float value, std::uint16_t made) {
        return is_infinite16(made, 0x7F80) && !is_infinite(value);
      });
}
std::size_t f8_to_f4(std::byte* dst, const std::byte* src, std::size_t count) {
  return each<double, float>(
      dst, src, count, [](double value) { return static_cast<float>(value); },
      [](double value, float made) { return is_infinite(made) && !is_infinite(value); });
}

}  // namespace

direct_kernel direct_conversion(number from, number to) {
  if (from == number::f2)
    return to == number::f4 ? f2_to_f4 : to == number::f8 ? f2_to_f8 : nullptr;
  if (from == number::bfloat16) return to == number::f4 ? bfloat16_to_f4 : nullptr;
  if (from == number::f4)
    return to == number::f8         ? f4_to_f8
           : to == number::f2       ? f4_to_f2
           : to == number::bfloat16 ? f4_to_bfloat16
                                    : nullptr;
  if (from == number::f8)
    return to == number::f4 ? f8_to_f4 : to == number::f2 ? f8_to_f2 : nullptr;
  return find_integer_loop(from, to);
}

}  // namespace nopy::kernels
