// SPDX-License-Identifier: MIT
// The powers of ten of power_of_ten_table.hpp, made at run time: 256 bits carry each power to the
// next, so that the upper 128 are exact for all 617 of them (a test holds them against the table).
#pragma once

#include "text/power_of_ten_table.hpp"

namespace nopy::texts {

/// A number of 256 bits whose top bit is set: the leading bits of a power of ten.
class wide_power {
 public:
  void times_ten() noexcept {
    std::uint64_t carry = 0;
    for (std::uint32_t& limb : limbs_) {
      carry += std::uint64_t{limb} * 5;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    // Of 5 times the number 2 or 3 bits stand above.
    const int above = carry >= 4 ? 3 : 2;
    for (std::size_t i = 0; i < limb_count; ++i) {
      const std::uint64_t upper = i + 1 < limb_count ? limbs_[i + 1] : carry;
      limbs_[i] = static_cast<std::uint32_t>((upper << 32 | limbs_[i]) >> above);
    }
  }
  void over_ten() noexcept {
    std::uint64_t rest = 0;
    for (std::size_t i = limb_count; i-- > 0;) {
      rest = rest << 32 | limbs_[i];
      limbs_[i] = static_cast<std::uint32_t>(rest / 5);
      rest %= 5;
    }
    const int missing = limbs_[limb_count - 1] >> 29 != 0 ? 2 : 3;
    std::uint32_t below = static_cast<std::uint32_t>((rest << 32) / 5);
    for (std::uint32_t& limb : limbs_) {
      const std::uint32_t out = limb >> (32 - missing);
      limb = limb << missing | below >> (32 - missing);
      below = out << (32 - missing);
    }
  }
  /// The upper 128 bits, rounded up where there are more.
  [[nodiscard]] power_of_ten rounded_up() const noexcept {
    const auto pair = [&](std::size_t at) {
      return std::uint64_t{limbs_[at + 1]} << 32 | limbs_[at];
    };
    power_of_ten made{pair(6), pair(4)};
    if ((pair(2) | pair(0)) != 0 && ++made.low == 0) ++made.high;
    return made;
  }

 private:
  static constexpr std::size_t limb_count = 8;
  std::uint32_t limbs_[limb_count] = {0, 0, 0, 0, 0, 0, 0, 0x80000000};  // the lowest first
};

inline constexpr int power_count = most_power_of_ten - least_power_of_ten + 1;

/// Fills the powers from the least to the most.
inline void make_powers(power_of_ten* to) noexcept {
  wide_power up, down;
  for (int k = 0; k <= most_power_of_ten; ++k, up.times_ten())
    to[k - least_power_of_ten] = up.rounded_up();
  for (int k = -1; k >= least_power_of_ten; --k) {
    down.over_ten();
    to[k - least_power_of_ten] = down.rounded_up();
  }
}

}  // namespace nopy::texts
