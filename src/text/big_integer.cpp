// SPDX-License-Identifier: MIT
// Arithmetic of big_integer.
#include "text/big_integer.hpp"

#include <bit>

namespace nopy::texts {

void big_integer::multiply(std::uint32_t factor) noexcept {
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    carry += static_cast<std::uint64_t>(words_[i]) * factor;
    words_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) words_[count_++] = static_cast<std::uint32_t>(carry);
}

void big_integer::multiply_by_power_of_ten(unsigned exponent) noexcept {
  constexpr std::uint32_t powers_of_five[] = {1,       5,        25,        125,       625,
                                              3125,    15625,    78125,     390625,    1953125,
                                              9765625, 48828125, 244140625, 1220703125};
  unsigned left = exponent;
  for (; left >= 13; left -= 13) multiply(powers_of_five[13]);
  multiply(powers_of_five[left]);
  shift_left(exponent);
}

void big_integer::shift_left(unsigned bits) noexcept {
  if (count_ == 0 || bits == 0) return;
  const std::size_t words = bits / 32;
  const unsigned rest = bits % 32;
  words_[count_] = 0;
  for (std::size_t i = count_ + 1; i-- > 0;) {
    const std::uint64_t pair =
        static_cast<std::uint64_t>(words_[i]) << 32 | (i > 0 ? words_[i - 1] : 0);
    words_[i + words] = static_cast<std::uint32_t>(pair << rest >> 32);
  }
  for (std::size_t i = 0; i < words; ++i) words_[i] = 0;
  count_ += words + 1;
  trim();
}

void big_integer::add(const big_integer& other) noexcept {
  while (count_ < other.count_) words_[count_++] = 0;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    carry += static_cast<std::uint64_t>(words_[i]) + (i < other.count_ ? other.words_[i] : 0);
    words_[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) words_[count_++] = static_cast<std::uint32_t>(carry);
}

unsigned big_integer::normalising_shift() const noexcept {
  const auto width = static_cast<unsigned>(std::bit_width(words_[count_ - 1]));
  return (28 + 32 - width) % 32;
}

unsigned big_integer::take_digit(const big_integer& divisor) noexcept {
  if (count_ < divisor.count_) return 0;
  // The top words give the quotient or one less: the divisor's has at least 28 bits, the quotient 4.
  const std::size_t top = divisor.count_ - 1;
  std::uint32_t quotient = words_[top] / (divisor.words_[top] + 1);
  if (quotient != 0) subtract_multiple(divisor, quotient);
  if (compare(*this, divisor) >= 0) {
    subtract_multiple(divisor, 1);
    ++quotient;
  }
  return quotient;
}

void big_integer::subtract_multiple(const big_integer& other, std::uint32_t times) noexcept {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < other.count_; ++i) {
    const std::uint64_t taken = static_cast<std::uint64_t>(other.words_[i]) * times + borrow;
    const auto low = static_cast<std::uint32_t>(taken);
    borrow = (taken >> 32) + (words_[i] < low ? 1 : 0);
    words_[i] -= low;
  }
  trim();
}

int compare(const big_integer& a, const big_integer& b) noexcept {
  if (a.count_ != b.count_) return a.count_ < b.count_ ? -1 : 1;
  for (std::size_t i = a.count_; i-- > 0;)
    if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i] ? -1 : 1;
  return 0;
}

int compare_sum(const big_integer& a, const big_integer& b, const big_integer& c) noexcept {
  big_integer sum(a);
  sum.add(b);
  return compare(sum, c);
}

}  // namespace nopy::texts
