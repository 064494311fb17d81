// SPDX-License-Identifier: MIT
// Natural numbers of up to 16 896 bits in place: what exact decimal digits of an IEEE quad need
// (16 494 bits of exponent, 113 of significand, 4 for a step of ten, 28 of normalisation). No
// allocation. Callers keep within the capacity by the bounds of the floating types.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nopy::texts {

class big_integer {
 public:
  static constexpr std::size_t capacity = 528;  // words of 32 bits

  big_integer() noexcept : count_(0) {}
  big_integer(std::uint64_t high, std::uint64_t low) noexcept : count_(4) {
    words_[0] = static_cast<std::uint32_t>(low);
    words_[1] = static_cast<std::uint32_t>(low >> 32);
    words_[2] = static_cast<std::uint32_t>(high);
    words_[3] = static_cast<std::uint32_t>(high >> 32);
    trim();
  }
  big_integer(const big_integer& other) noexcept : count_(other.count_) {
    for (std::size_t i = 0; i < count_; ++i) words_[i] = other.words_[i];
  }
  big_integer& operator=(const big_integer&) = delete;

  void multiply(std::uint32_t factor) noexcept;
  void multiply_by_power_of_ten(unsigned exponent) noexcept;
  void shift_left(unsigned bits) noexcept;
  void add(const big_integer& other) noexcept;
  /// How far left the number must move so that its top word lies in [2^27, 2^28).
  [[nodiscard]] unsigned normalising_shift() const noexcept;
  /// Divides by `divisor` (normalised as above) where the quotient is at most 9; keeps the
  /// remainder.
  [[nodiscard]] unsigned take_digit(const big_integer& divisor) noexcept;

  friend int compare(const big_integer& a, const big_integer& b) noexcept;
  friend int compare_sum(const big_integer& a, const big_integer& b, const big_integer& c) noexcept;

 private:
  void trim() noexcept {
    while (count_ > 0 && words_[count_ - 1] == 0) --count_;
  }
  void subtract_multiple(const big_integer& other, std::uint32_t times) noexcept;

  std::size_t count_;
  std::uint32_t words_[capacity];
};

/// Negative, zero or positive as a < b, a == b, a > b.
[[nodiscard]] int compare(const big_integer& a, const big_integer& b) noexcept;
/// Compares a + b with c.
[[nodiscard]] int compare_sum(const big_integer& a, const big_integer& b,
                              const big_integer& c) noexcept;

}  // namespace nopy::texts
