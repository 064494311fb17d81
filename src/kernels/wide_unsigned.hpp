// SPDX-License-Identifier: MIT
// Unsigned integers of 128 bits: the compiler's own where it has them, and two words where
// it has none (32-bit machines). Only what the library needs of them; a test holds the two
// words to the compiler's.
#pragma once

#include <bit>
#include <compare>
#include <concepts>
#include <cstdint>

namespace nopy::kernels {

/// Two words in the machine's order, so that its bytes are those of a 128-bit integer.
class two_words {
 public:
  constexpr two_words() noexcept = default;
  /// Of a value that is not negative.
  constexpr two_words(std::integral auto value) noexcept
      : two_words(0, static_cast<std::uint64_t>(value)) {}

  constexpr explicit operator std::uint64_t() const noexcept { return low(); }

  friend constexpr bool operator==(const two_words&, const two_words&) = default;
  friend constexpr std::strong_ordering operator<=>(two_words a, two_words b) noexcept {
    return a.high() != b.high() ? a.high() <=> b.high() : a.low() <=> b.low();
  }
  friend constexpr two_words operator|(two_words a, two_words b) noexcept {
    return {a.high() | b.high(), a.low() | b.low()};
  }
  friend constexpr two_words operator&(two_words a, two_words b) noexcept {
    return {a.high() & b.high(), a.low() & b.low()};
  }
  friend constexpr two_words operator~(two_words a) noexcept { return {~a.high(), ~a.low()}; }
  friend constexpr two_words operator+(two_words a, two_words b) noexcept {
    const std::uint64_t low = a.low() + b.low();
    return {a.high() + b.high() + (low < a.low() ? 1 : 0), low};
  }
  friend constexpr two_words operator-(two_words a, two_words b) noexcept { return a + (~b + 1); }
  /// By 0 to 127 bits.
  friend constexpr two_words operator<<(two_words a, int by) noexcept {
    if (by == 0) return a;
    if (by >= 64) return {a.low() << (by - 64), 0};
    return {a.high() << by | a.low() >> (64 - by), a.low() << by};
  }
  friend constexpr two_words operator>>(two_words a, int by) noexcept {
    if (by == 0) return a;
    if (by >= 64) return {0, a.high() >> (by - 64)};
    return {a.high() >> by, a.low() >> by | a.high() << (64 - by)};
  }
  constexpr two_words& operator|=(two_words other) noexcept { return *this = *this | other; }

  /// a * b.
  [[nodiscard]] static constexpr two_words product(std::uint64_t a, std::uint64_t b) noexcept {
    const std::uint64_t a0 = static_cast<std::uint32_t>(a), a1 = a >> 32;
    const std::uint64_t b0 = static_cast<std::uint32_t>(b), b1 = b >> 32;
    const std::uint64_t lowest = a0 * b0;
    const std::uint64_t middle = a1 * b0 + (lowest >> 32);
    const std::uint64_t other = a0 * b1 + static_cast<std::uint32_t>(middle);
    return {a1 * b1 + (middle >> 32) + (other >> 32),
            other << 32 | static_cast<std::uint32_t>(lowest)};
  }

 private:
  static constexpr bool little = std::endian::native == std::endian::little;
  constexpr two_words(std::uint64_t high, std::uint64_t low) noexcept
      : words_{little ? low : high, little ? high : low} {}
  [[nodiscard]] constexpr std::uint64_t low() const noexcept { return words_[little ? 0 : 1]; }
  [[nodiscard]] constexpr std::uint64_t high() const noexcept { return words_[little ? 1 : 0]; }

  std::uint64_t words_[2] = {};
};

#if defined(__SIZEOF_INT128__)
__extension__ using wide_unsigned = unsigned __int128;

[[nodiscard]] constexpr wide_unsigned product(std::uint64_t a, std::uint64_t b) noexcept {
  return static_cast<wide_unsigned>(a) * b;
}
#else
using wide_unsigned = two_words;

[[nodiscard]] constexpr wide_unsigned product(std::uint64_t a, std::uint64_t b) noexcept {
  return two_words::product(a, b);
}
#endif

}  // namespace nopy::kernels
