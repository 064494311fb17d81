// SPDX-License-Identifier: MIT
// ISO 8601 dates and spans of time, read into ticks of a datetime64 or timedelta64. Source: NumPy's
// proleptic Gregorian calendar, days of 86400 seconds.
#pragma once

#include "dtype/time_unit_table.hpp"

#include <optional>
#include <string_view>

namespace nopy::cli {

/// "2026-11-29T12:30:00.25", "-0044-03-15", "NaT"; of a generic type the bare number. Nothing where
/// the text is no date, finer than the type's tick, or out of its range.
[[nodiscard]] std::optional<std::int64_t> ticks_of_datetime(std::string_view text, time_unit unit,
                                                            std::uint32_t multiple);
/// "75", "75 seconds", "NaT". Nothing where the unit differs or the number is no whole tick.
[[nodiscard]] std::optional<std::int64_t> ticks_of_timedelta(std::string_view text, time_unit unit,
                                                             std::uint32_t multiple);

}  // namespace nopy::cli
