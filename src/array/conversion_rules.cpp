// SPDX-License-Identifier: MIT
// The rules of casting between numbers, and between units of time.
#include "array/conversion_rules.hpp"

#include "bytes/checked.hpp"

namespace nopy::inline v1::core {
namespace {

using kernels::narrowing;
using kernels::number;
using family = decltype(kernels::number_limits::family);

std::optional<number> integer_of(const dtype& type) noexcept {
  switch (type.coding()) {
    case coding::int4:
      return number::int4;
    case coding::uint4:
      return number::uint4;
    case coding::int2:
      return number::int2;
    case coding::uint2:
      return number::uint2;
    case coding::int1:
      return number::int1;
    case coding::uint1:
      return number::uint1;
    default:
      break;
  }
  const bool has_sign = type.kind() == kind::signed_int;
  switch (type.item_bytes()) {
    case 1:
      return has_sign ? number::i1 : number::u1;
    case 2:
      return has_sign ? number::i2 : number::u2;
    case 4:
      return has_sign ? number::i4 : number::u4;
    case 8:
      return has_sign ? number::i8 : number::u8;
    default:
      return std::nullopt;
  }
}

std::optional<number> float_of(coding coding, std::uint64_t bytes, endian endian) noexcept {
  switch (coding) {
    case coding::bfloat16:
      return number::bfloat16;
    case coding::float8_e5m2:
      return number::float8_e5m2;
    case coding::float8_e4m3fn:
      return number::float8_e4m3fn;
    case coding::float8_e4m3fnuz:
      return number::float8_e4m3fnuz;
    case coding::float8_e5m2fnuz:
      return number::float8_e5m2fnuz;
    case coding::float8_e4m3b11fnuz:
      return number::float8_e4m3b11fnuz;
    case coding::float8_e4m3:
      return number::float8_e4m3;
    case coding::float8_e3m4:
      return number::float8_e3m4;
    case coding::float8_e8m0fnu:
      return number::float8_e8m0fnu;
    case coding::float6_e2m3fn:
      return number::float6_e2m3fn;
    case coding::float6_e3m2fn:
      return number::float6_e3m2fn;
    case coding::float4_e2m1fn:
      return number::float4_e2m1fn;
    case coding::quad:
      return number::quad;
    case coding::double_double:
      return number::double_double;
    case coding::x87:
      return bytes == 12 ? number::x87_12 : number::x87_16;
    default:
      break;
  }
  switch (bytes) {
    case 2:
      return number::f2;
    case 4:
      return number::f4;
    case 8:
      return number::f8;
    case 12:
      return number::x87_12;
    case 16:
      return endian == endian::big ? number::quad : number::x87_16;
    default:
      return std::nullopt;
  }
}

bool is_float(number of) noexcept { return kernels::limits_of(of).family == family::floating; }
bool is_integer(number of) noexcept { return !is_float(of) && of != number::boolean; }

bool float_keeps(number from, number to) noexcept {
  // The halves of a double-double may lie any distance apart.
  if (from == number::double_double) return to == number::double_double;
  const auto& a = kernels::limits_of(from);
  const auto& b = kernels::limits_of(to);
  return a.precision <= b.precision && a.least_power >= b.least_power &&
         a.most_power <= b.most_power && (!a.infinity || b.infinity) && (!a.nan || b.nan) &&
         (!a.zero_and_sign || b.zero_and_sign);
}

/// Seconds and finer: how many of the unit a second has, as a power of ten.
int decimal_places(time_unit unit) noexcept {
  return 3 * (static_cast<int>(unit) - static_cast<int>(time_unit::seconds));
}

/// How many of `to` one of `from` is, or 0. The two lines months and weeks do not meet.
std::uint64_t units_in(time_unit from, time_unit to) noexcept {
  if (from == to) return 1;
  if (from == time_unit::generic || to == time_unit::generic || from > to) return 0;
  if (from == time_unit::years) return to == time_unit::months ? 12 : 0;
  if (from == time_unit::months) return 0;
  std::uint64_t count = 1;
  constexpr std::uint64_t next[] = {0, 0, 7, 24, 60, 60};  // of weeks, days, hours, minutes
  for (auto unit = from; unit < to; unit = static_cast<time_unit>(static_cast<int>(unit) + 1)) {
    const std::uint64_t step =
        decimal_places(unit) < 0 ? next[static_cast<std::size_t>(unit)] : 1000;
    count = checked::mul(count, step).value_or(UINT64_MAX);
  }
  return count;
}

}  // namespace

std::optional<number> number_of(const dtype& type) noexcept {
  switch (type.kind()) {
    case kind::boolean:
      return number::boolean;
    case kind::signed_int:
    case kind::unsigned_int:
      return integer_of(type);
    case kind::floating:
      return float_of(type.coding(), type.item_bytes(), type.endian());
    case kind::complex:
      return float_of(type.coding(), type.item_bytes() / 2, type.endian());
    default:
      return std::nullopt;
  }
}

number_pair numbers_of(const dtype& from, const dtype& to) noexcept {
  const bool untold = from.coding() == coding::extended && to.coding() == coding::extended;
  return {*number_of(from), *number_of(untold ? from : to)};
}

bool keeps_every_value(number from, number to) noexcept {
  if (from == to) return true;
  const auto& a = kernels::limits_of(from);
  const auto& b = kernels::limits_of(to);
  if (from == number::boolean) return b.precision >= 1 && b.zero_and_sign;
  if (to == number::boolean) return false;
  if (is_float(from)) return is_float(to) && float_keeps(from, to);
  if (is_float(to))
    return a.precision <= b.precision && a.precision <= b.most_power && b.zero_and_sign;
  if (a.family == family::signed_int && b.family == family::unsigned_int) return false;
  return a.precision <= b.precision;
}

std::optional<narrowing> narrowing_for(number from, number to, casting casting) noexcept {
  if (from == to || (casting != casting::none && keeps_every_value(from, to)))
    return narrowing::truncate;  // nothing can be lost: nothing is checked
  const bool floats = is_float(from) && is_float(to);
  const bool integers = is_integer(from) && is_integer(to);
  switch (casting) {
    case casting::none:
    case casting::safe:
      return std::nullopt;
    case casting::same_kind:
      if (floats) return narrowing::rounding;
      if (integers) return narrowing::exact;
      return std::nullopt;
    case casting::checked:
      return floats ? narrowing::rounding : narrowing::exact;
    case casting::saturate:
      return narrowing::saturate;
    case casting::truncate:
      return narrowing::truncate;
  }
  return std::nullopt;
}

std::uint64_t time_factor(const dtype& from, const dtype& to) noexcept {
  const std::uint64_t units = units_in(from.unit(), to.unit());
  const auto ticks = checked::mul(units, from.unit_multiple());
  if (units == UINT64_MAX || !ticks) return UINT64_MAX;
  return to.unit_multiple() != 0 && *ticks % to.unit_multiple() == 0 ? *ticks / to.unit_multiple()
                                                                     : 0;
}

}  // namespace nopy::inline v1::core
