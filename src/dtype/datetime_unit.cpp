// SPDX-License-Identifier: MIT
// Reads the units of datetimes, and turns a divisor into a multiple of a finer unit as NumPy does.
#include "dtype/datetime_unit.hpp"

#include "bytes/slice.hpp"
#include "dtype/time_unit_table.hpp"

#include <optional>

namespace nopy {
namespace {

constexpr std::uint64_t most_multiple = 0x7FFFFFFF;

struct finer_unit {
  std::uint32_t count;
  time_unit unit;
};
struct finer_row {
  finer_unit choices[3];  // the first that the divisor divides is taken; 0 ends the row
};
using u = time_unit;
/// From years to minutes; from seconds on it is 1000 and 1000000 of the next two units.
constexpr finer_row finer_table[] = {
    {{{12, u::months}, {52, u::weeks}, {365, u::days}}},
    {{{4, u::weeks}, {30, u::days}, {720, u::hours}}},
    {{{7, u::days}, {168, u::hours}, {10080, u::minutes}}},
    {{{24, u::hours}, {1440, u::minutes}, {86400, u::seconds}}},
    {{{60, u::minutes}, {3600, u::seconds}, {0, u::generic}}},
    {{{60, u::seconds}, {60000, u::milliseconds}, {0, u::generic}}},
};

result<dtype> bad(std::string_view summary) noexcept {
  return error({.code = errc::bad_dtype, .summary = summary});
}

std::optional<time_unit> unit_of(std::string_view symbol) noexcept {
  if (symbol == "generic") return time_unit::generic;
  if (symbol == "\u03BCs")
    return time_unit::microseconds;  // Greek mu; NumPy refuses the micro sign
  if (symbol.empty()) return std::nullopt;
  for (std::uint8_t i = 0; i < static_cast<std::uint8_t>(time_unit::generic); ++i)
    if (time_unit_table[i].symbol == symbol) return static_cast<time_unit>(i);
  return std::nullopt;
}

/// Takes the digits at the front; nothing where they are more than a multiple can be.
std::optional<std::uint64_t> take_number(std::string_view& text) noexcept {
  std::uint64_t number = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    number = 10 * number + static_cast<std::uint64_t>(text.front() - '0');
    if (number > most_multiple) return std::nullopt;
    text.remove_prefix(1);
  }
  return number;
}

std::optional<finer_unit> divide(time_unit unit, std::uint32_t divisor) noexcept {
  const auto at = static_cast<std::uint8_t>(unit);
  if (unit < time_unit::seconds) {
    for (const finer_unit& choice : finer_table[at].choices)
      if (choice.count != 0 && choice.count % divisor == 0)
        return finer_unit{choice.count / divisor, choice.unit};
    return std::nullopt;
  }
  std::uint32_t count = 1;
  for (std::uint8_t finer = 1; finer <= 2; ++finer) {
    count *= 1000;
    if (at + finer > static_cast<std::uint8_t>(time_unit::attoseconds)) return std::nullopt;
    if (count % divisor == 0)
      return finer_unit{count / divisor, static_cast<time_unit>(at + finer)};
  }
  return std::nullopt;
}

}  // namespace

result<dtype> read_datetime(std::string_view text, endian order) noexcept {
  kind of = kind::datetime;
  if (bytes::slice(text, 0, 3) == "M8[") {
    text.remove_prefix(3);
  } else if (bytes::slice(text, 0, 3) == "m8[") {
    of = kind::timedelta;
    text.remove_prefix(3);
  } else if (bytes::slice(text, 0, 11) == "datetime64[") {
    text.remove_prefix(11);
  } else if (bytes::slice(text, 0, 12) == "timedelta64[") {
    of = kind::timedelta;
    text.remove_prefix(12);
  } else {
    return bad("descr has a unit in brackets behind a type that takes none");
  }
  text.remove_suffix(1);
  const bool counted = !text.empty() && text.front() >= '0' && text.front() <= '9';
  const auto multiple = take_number(text);
  if (!multiple) return bad("the multiple of a datetime's unit is larger than 2147483647");
  const std::size_t slash = text.find('/');
  const auto unit = unit_of(bytes::slice(text, 0, slash));
  if (!unit) return bad("descr names an unknown unit of time");
  std::uint64_t count = counted ? *multiple : 1;
  if (*unit == time_unit::generic && (counted || slash != std::string_view::npos))
    return bad("a generic unit of time takes no number");
  if (slash == std::string_view::npos)
    return dtype::time(of, *unit, static_cast<std::uint32_t>(count), order);
  text.remove_prefix(slash + 1);
  const bool divided = !text.empty();
  const auto divisor = take_number(text);
  if (!divided || !divisor || *divisor == 0 || !text.empty())
    return bad("the divisor of a datetime's unit is no number from 1 to 2147483647");
  const auto finer = divide(*unit, static_cast<std::uint32_t>(*divisor));
  if (!finer) return bad("the divisor of a datetime's unit divides no finer unit");
  count *= finer->count;
  if (count > most_multiple)
    return bad("the multiple of a datetime's unit is larger than 2147483647");
  return dtype::time(of, finer->unit, static_cast<std::uint32_t>(count), order);
}

}  // namespace nopy
