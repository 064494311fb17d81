// SPDX-License-Identifier: MIT
// The text of datetime64 and timedelta64: ISO 8601 to the unit's precision in the proleptic
// Gregorian calendar, as NumPy's str() gives it.
#pragma once

#include "bytes/text_sink.hpp"
#include "dtype/time_unit_table.hpp"

#include <nopy/dtype.hpp>

#include <cstdint>

namespace nopy::texts {

/// "2026-11-29T23", "-6261-08", "401970", "NaT". Ticks whose multiple leaves 64 bits are written as
/// "ticks*25s".
void put_datetime(bytes::text_sink& sink, std::int64_t ticks, time_unit unit,
                  std::uint32_t multiple) noexcept;

/// "75 seconds", "NaT"; a bare number where the unit is generic.
void put_timedelta(bytes::text_sink& sink, std::int64_t ticks, time_unit unit,
                   std::uint32_t multiple) noexcept;

}  // namespace nopy::texts
