// SPDX-License-Identifier: MIT
// The units of datetime and timedelta: how a descr spells them, their words, their length.
#pragma once

#include <nopy/dtype.hpp>

namespace nopy {

struct time_unit_row {
  std::string_view symbol;  ///< in the brackets of a descr
  std::string_view plural;
  std::int64_t per_second;  ///< 0 for units longer than a second
  int decimals;             ///< of a second in ISO 8601
};

/// In the order of `time_unit`.
inline constexpr time_unit_row time_unit_table[] = {
    {"Y", "years", 0, 0},
    {"M", "months", 0, 0},
    {"W", "weeks", 0, 0},
    {"D", "days", 0, 0},
    {"h", "hours", 0, 0},
    {"m", "minutes", 0, 0},
    {"s", "seconds", 1, 0},
    {"ms", "milliseconds", 1'000, 3},
    {"us", "microseconds", 1'000'000, 6},
    {"ns", "nanoseconds", 1'000'000'000, 9},
    {"ps", "picoseconds", 1'000'000'000'000, 12},
    {"fs", "femtoseconds", 1'000'000'000'000'000, 15},
    {"as", "attoseconds", 1'000'000'000'000'000'000, 18},
    {"", "", 0, 0},
};

[[nodiscard]] constexpr const time_unit_row& facts_of(time_unit unit) noexcept {
  return time_unit_table[static_cast<std::size_t>(unit)];
}

/// NaT, "not a time".
inline constexpr std::int64_t not_a_time = INT64_MIN;

}  // namespace nopy
