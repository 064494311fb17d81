// SPDX-License-Identifier: MIT
// Arithmetic on numbers that came from a file. Owns the rule that such a number is never added or
// multiplied unchecked.
#pragma once

#include <cstdint>
#include <optional>

namespace nopy::checked {

/// a + b, or nothing where 64 bits do not hold it.
[[nodiscard]] constexpr std::optional<std::uint64_t> add(std::uint64_t a,
                                                         std::uint64_t b) noexcept {
  if (a > UINT64_MAX - b) return std::nullopt;
  return a + b;
}

/// a * b, or nothing where 64 bits do not hold it.
[[nodiscard]] constexpr std::optional<std::uint64_t> mul(std::uint64_t a,
                                                         std::uint64_t b) noexcept {
  if (b != 0 && a > UINT64_MAX / b) return std::nullopt;
  return a * b;
}

/// The largest number of bytes one array may have: what a signed size holds on this machine.
inline constexpr std::uint64_t most_bytes = static_cast<std::uint64_t>(PTRDIFF_MAX);

}  // namespace nopy::checked
