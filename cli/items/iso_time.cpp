// SPDX-License-Identifier: MIT
#include "items/iso_time.hpp"

namespace nopy::cli {
namespace {

__extension__ typedef __int128 wide;

constexpr wide most_years = 400'000'000'000;  // beyond: no count of seconds fits

/// Walks over the text; every step is optional.
class scanner {
 public:
  explicit scanner(std::string_view text) : rest_(text) {}
  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  bool skip(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// `least` to `most` decimal digits.
  std::optional<std::int64_t> digits(std::size_t least, std::size_t most) {
    std::int64_t value = 0;
    std::size_t count = 0;
    for (; count < most && count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9';
         ++count)
      value = value * 10 + (rest_[count] - '0');
    if (count < least) return std::nullopt;
    rest_.remove_prefix(count);
    return value;
  }

 private:
  std::string_view rest_;
};

struct date_time {
  std::int64_t year = 1970, month = 1, day = 1;
  std::int64_t second_of_day = 0;
  std::int64_t attoseconds = 0;
  time_unit precision = time_unit::years;
};

bool leap(std::int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

std::int64_t days_of_month(std::int64_t year, std::int64_t month) {
  constexpr std::int64_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && leap(year) ? 29 : days[month - 1];
}

/// Days from 1970-01-01. Counts from the 1st of March of year 0, in eras of 400 years.
wide days_of(const date_time& of) {
  const wide year = of.month <= 2 ? wide{of.year} - 1 : wide{of.year};
  const wide era = (year >= 0 ? year : year - 399) / 400;
  const wide year_of_era = year - era * 400;
  const std::int64_t shifted = of.month > 2 ? of.month - 3 : of.month + 9;
  const wide day_of_year = (153 * shifted + 2) / 5 + of.day - 1;
  const wide day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + day_of_era - 719468;
}

bool read_fraction(scanner& text, date_time& into) {
  std::int64_t scale = 100'000'000'000'000'000;
  std::size_t count = 0;
  for (; scale > 0; ++count, scale /= 10) {
    const auto digit = text.digits(1, 1);
    if (!digit) break;
    into.attoseconds += *digit * scale;
  }
  return count > 0;
}

bool read_clock(scanner& text, date_time& into) {
  const auto hour = text.digits(2, 2);
  if (!hour || *hour > 23) return false;
  into.second_of_day = *hour * 3600;
  if (!text.skip(':')) return true;
  const auto minute = text.digits(2, 2);
  if (!minute || *minute > 59) return false;
  into.second_of_day += *minute * 60;
  if (!text.skip(':')) return true;
  const auto second = text.digits(2, 2);
  if (!second || *second > 59) return false;
  into.second_of_day += *second;
  return !text.skip('.') || read_fraction(text, into);
}

std::optional<date_time> read_date_time(std::string_view all) {
  scanner text(all);
  date_time made;
  const bool negative = text.skip('-');
  if (!negative) (void)text.skip('+');
  const auto year = text.digits(1, 18);
  if (!year) return std::nullopt;
  made.year = negative ? -*year : *year;
  if (text.skip('-')) {
    const auto month = text.digits(2, 2);
    if (!month || *month < 1 || *month > 12) return std::nullopt;
    made.month = *month;
    made.precision = time_unit::months;
    if (text.skip('-')) {
      const auto day = text.digits(2, 2);
      if (!day || *day < 1 || *day > days_of_month(made.year, made.month)) return std::nullopt;
      made.day = *day;
      made.precision = time_unit::days;
      if ((text.skip('T') || text.skip(' ')) && !read_clock(text, made)) return std::nullopt;
      (void)text.skip('Z');
    }
  }
  return text.done() ? std::optional(made) : std::nullopt;
}

/// `value / divisor` where that is exact and fits; a file may say that its ticks are zero units long.
std::optional<std::int64_t> exact(wide value, wide divisor) {
  if (divisor == 0 || value % divisor != 0) return std::nullopt;
  value /= divisor;
  if (value <= INT64_MIN || value > INT64_MAX) return std::nullopt;  // INT64_MIN is NaT
  return static_cast<std::int64_t>(value);
}

std::optional<std::int64_t> seconds_to_ticks(const date_time& of, time_unit unit, wide multiple) {
  if (of.year > most_years || of.year < -most_years) return std::nullopt;
  const wide seconds = days_of(of) * 86400 + of.second_of_day;
  if (unit == time_unit::hours || unit == time_unit::minutes) {
    if (of.attoseconds != 0) return std::nullopt;
    return exact(seconds, (unit == time_unit::hours ? 3600 : 60) * multiple);
  }
  const wide per_second = facts_of(unit).per_second;
  if (seconds > wide{INT64_MAX} * multiple / per_second + 1 ||
      seconds < wide{INT64_MIN} * multiple / per_second - 1)
    return std::nullopt;
  const wide attoseconds_per_unit = wide{1'000'000'000'000'000'000} / per_second;
  if (of.attoseconds % attoseconds_per_unit != 0) return std::nullopt;
  return exact(seconds * per_second + of.attoseconds / attoseconds_per_unit, multiple);
}

/// Up to 38 digits: a multiplied-out timedelta is longer than its ticks.
std::optional<wide> read_integer(std::string_view text) {
  scanner digits(text);
  const bool negative = digits.skip('-');
  if (!negative) (void)digits.skip('+');
  wide value = 0;
  int count = 0;
  for (; count < 38; ++count) {
    const auto digit = digits.digits(1, 1);
    if (!digit) break;
    value = value * 10 + *digit;
  }
  if (count == 0 || !digits.done()) return std::nullopt;
  return negative ? -value : value;
}

}  // namespace

std::optional<std::int64_t> ticks_of_datetime(std::string_view text, time_unit unit,
                                              std::uint32_t multiple) {
  if (text == "NaT") return not_a_time;
  if (unit == time_unit::generic) {
    const auto number = read_integer(text);
    return number ? exact(*number, multiple) : std::nullopt;
  }
  const auto read = read_date_time(text);
  if (!read) return std::nullopt;
  const bool midnight = read->second_of_day == 0 && read->attoseconds == 0;
  switch (unit) {
    case time_unit::years:
      if (read->month != 1 || read->day != 1 || !midnight) return std::nullopt;
      return exact(wide{read->year} - 1970, multiple);
    case time_unit::months:
      if (read->day != 1 || !midnight) return std::nullopt;
      return exact((wide{read->year} - 1970) * 12 + read->month - 1, multiple);
    case time_unit::weeks:
      return midnight ? exact(days_of(*read), wide{7} * multiple) : std::nullopt;
    case time_unit::days:
      return midnight ? exact(days_of(*read), multiple) : std::nullopt;
    default:
      return seconds_to_ticks(*read, unit, multiple);
  }
}

std::optional<std::int64_t> ticks_of_timedelta(std::string_view text, time_unit unit,
                                               std::uint32_t multiple) {
  if (text == "NaT") return not_a_time;
  const std::size_t blank = text.find(' ');
  if (blank != std::string_view::npos && text.substr(blank + 1) != facts_of(unit).plural &&
      text.substr(blank + 1) != facts_of(unit).symbol)
    return std::nullopt;
  const auto number = read_integer(text.substr(0, blank));
  return number ? exact(*number, multiple) : std::nullopt;
}

}  // namespace nopy::cli
