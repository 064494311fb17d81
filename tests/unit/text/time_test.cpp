// SPDX-License-Identifier: MIT
// Dates and spans of time beyond what the vectors hold.
#include "text/time_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using nopy::time_unit;

struct row {
  std::int64_t ticks;
  time_unit unit;
  std::uint32_t multiple;
  const char* text;
};

template <class Put>
std::string text_of(const row& each, Put put) {
  char out[128];
  nopy::bytes::text_sink sink(out);
  put(sink, each.ticks, each.unit, each.multiple);
  return {out, sink.count()};
}

TEST(DatetimeText, ReachesEveryYearThatTicksCanSay) {
  constexpr row rows[] = {
      {-1970, time_unit::years, 1, "0000"},
      {-1971, time_unit::years, 1, "-001"},
      {-12970, time_unit::years, 1, "-11000"},
      {-719'528, time_unit::days, 1, "0000-01-01"},
      {-719'529, time_unit::days, 1, "-001-12-31"},
      {11'016, time_unit::days, 1, "2000-02-29"},
      {-25'509, time_unit::days, 1, "1900-02-28"},
      {-25'508, time_unit::days, 1, "1900-03-01"},
      {2'932'896, time_unit::days, 1, "9999-12-31"},
      {2'932'897, time_unit::days, 1, "10000-01-01"},
      {INT64_MAX, time_unit::days, 1, "25252734927768524-07-27"},
      {INT64_MIN + 1, time_unit::seconds, 1, "-292277022657-01-27T08:29:53"},
      {INT64_MAX, time_unit::attoseconds, 1, "1970-01-01T00:00:09.223372036854775807"},
      {INT64_MIN + 1, time_unit::attoseconds, 1, "1969-12-31T23:59:50.776627963145224193"},
      {-1, time_unit::weeks, 2, "1969-12-18"},
      {-7, time_unit::months, 3, "1968-04"},
  };
  for (const row& each : rows) EXPECT_EQ(text_of(each, nopy::texts::put_datetime), each.text);
}

TEST(DatetimeText, TicksWithoutADateAreWrittenAsTheyAre) {
  constexpr row rows[] = {
      {12, time_unit::generic, 1, "12"},
      {INT64_MIN, time_unit::generic, 1, "NaT"},
      {INT64_MAX, time_unit::seconds, 25, "9223372036854775807*25s"},
      {INT64_MAX, time_unit::weeks, 1, "9223372036854775807*1W"},
      {INT64_MAX, time_unit::years, 1, "9223372036854775807*1Y"},
  };
  for (const row& each : rows) EXPECT_EQ(text_of(each, nopy::texts::put_datetime), each.text);
}

TEST(TimedeltaText, IsANumberAndItsUnit) {
  constexpr row rows[] = {
      {3, time_unit::days, 1, "3 days"},
      {3, time_unit::seconds, 25, "75 seconds"},
      {-3, time_unit::generic, 1, "-3"},
      {INT64_MIN, time_unit::days, 1, "NaT"},
      {INT64_MAX, time_unit::days, 2, "9223372036854775807*2 days"},
  };
  for (const row& each : rows) EXPECT_EQ(text_of(each, nopy::texts::put_timedelta), each.text);
}

}  // namespace
