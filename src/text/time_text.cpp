// SPDX-License-Identifier: MIT
// Calendar arithmetic on 64-bit ticks, without overflow. Invariant: division rounds down, so that
// what lies before 1970 has positive clock times.
#include "text/time_text.hpp"

#include <string_view>

namespace nopy::texts {

namespace {

/// Quotient rounded down; the rest is never negative.
struct division {
  std::int64_t quotient, rest;
  division(std::int64_t value, std::int64_t by) noexcept : quotient(value / by), rest(value % by) {
    if (rest < 0) {
      rest += by;
      --quotient;
    }
  }
};

void put_padded(bytes::text_sink& sink, std::int64_t value, int digits) noexcept {
  std::int64_t bound = 10;
  int count = 1;
  for (; count < digits && value >= bound; ++count) bound *= 10;
  sink.repeat('0', static_cast<std::size_t>(digits - count)).signed_decimal(value);
}

/// Four characters at least, the sign among them: "0077", "-005", "12345".
void put_year(bytes::text_sink& sink, std::int64_t year) noexcept {
  if (year >= 0) return year > 9999 ? (void)sink.signed_decimal(year) : put_padded(sink, year, 4);
  if (year < -999) return (void)sink.signed_decimal(year);
  sink.put('-');
  put_padded(sink, -year, 3);
}

/// The day `days` after 1970-01-01. Years are counted from March, so that the leap day is the last
/// of its year; 400 years have 146 097 days.
void put_day(bytes::text_sink& sink, std::int64_t days) noexcept {
  const division era(days, 146'097);
  const division cycle(era.rest + 719'468, 146'097);  // from 0000-03-01
  const std::int64_t day = cycle.rest;
  const std::int64_t year = (day - day / 1460 + day / 36'524 - day / 146'096) / 365;
  const std::int64_t day_of_year = day - (365 * year + year / 4 - year / 100);
  const std::int64_t march_month = (5 * day_of_year + 2) / 153;
  const std::int64_t month = march_month < 10 ? march_month + 3 : march_month - 9;
  put_year(sink, year + (era.quotient + cycle.quotient) * 400 + (month <= 2 ? 1 : 0));
  sink.put('-');
  put_padded(sink, month, 2);
  sink.put('-');
  put_padded(sink, day_of_year - (153 * march_month + 2) / 5 + 1, 2);
}

/// The day and clock of a count of hours, minutes or seconds; `per_day` of them are a day.
void put_clock(bytes::text_sink& sink, std::int64_t count, std::int64_t per_day) noexcept {
  const division day(count, per_day);
  put_day(sink, day.quotient);
  std::int64_t unit = per_day / 24;
  std::int64_t rest = day.rest;
  sink.put('T');
  put_padded(sink, rest / unit, 2);
  while (unit > 1) {
    rest %= unit;
    unit /= 60;
    sink.put(':');
    put_padded(sink, rest / unit, 2);
  }
}

}  // namespace

void put_datetime(bytes::text_sink& sink, std::int64_t ticks, time_unit unit,
                  std::uint32_t multiple) noexcept {
  if (ticks == not_a_time) return (void)sink.put("NaT");
  std::int64_t count = 0;
  bool fits = !__builtin_mul_overflow(ticks, static_cast<std::int64_t>(multiple), &count);
  const std::int64_t original = count;
  if (fits && unit == time_unit::weeks) fits = !__builtin_mul_overflow(original, 7, &count);
  if (fits && unit == time_unit::years) fits = !__builtin_add_overflow(original, 1970, &count);
  if (!fits) {
    sink.signed_decimal(ticks).put('*').decimal(multiple).put(facts_of(unit).symbol);
    return;
  }
  switch (unit) {
    case time_unit::generic:
      sink.signed_decimal(count);
      return;
    case time_unit::years:
      put_year(sink, count);
      return;
    case time_unit::months: {
      const division year(count, 12);
      put_year(sink, year.quotient + 1970);
      sink.put('-');
      put_padded(sink, year.rest + 1, 2);
      return;
    }
    case time_unit::weeks:
    case time_unit::days:
      put_day(sink, count);
      return;
    case time_unit::hours:
      put_clock(sink, count, 24);
      return;
    case time_unit::minutes:
      put_clock(sink, count, 24 * 60);
      return;
    default:
      break;
  }
  const time_unit_row& how = facts_of(unit);
  const division seconds(count, how.per_second);
  put_clock(sink, seconds.quotient, 24 * 60 * 60);
  if (how.decimals == 0) return;
  sink.put('.');
  put_padded(sink, seconds.rest, how.decimals);
}

void put_timedelta(bytes::text_sink& sink, std::int64_t ticks, time_unit unit,
                   std::uint32_t multiple) noexcept {
  if (ticks == not_a_time) return (void)sink.put("NaT");
  std::int64_t count = 0;
  if (__builtin_mul_overflow(ticks, static_cast<std::int64_t>(multiple), &count)) {
    sink.signed_decimal(ticks).put('*').decimal(multiple);
  } else {
    sink.signed_decimal(count);
  }
  if (unit != time_unit::generic) sink.put(' ').put(facts_of(unit).plural);
}

}  // namespace nopy::texts
