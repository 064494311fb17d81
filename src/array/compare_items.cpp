// SPDX-License-Identifier: MIT
// One part of many items at a time: numbers are brought to the kernels' order and to a common wide form
// (integers, doubles, or extended where a long double or a mix is met), so nothing is rounded before
// it is compared.
#include "array/compare_items.hpp"

#include "array/conversion_rules.hpp"
#include "array/kernel_order.hpp"
#include "bytes/endian.hpp"
#include "dtype/field_finder.hpp"
#include "dtype/time_unit_table.hpp"
#include "kernels/wide_unsigned.hpp"

#include <cmath>
#include <limits>

namespace nopy::inline v1::core {
namespace {

using kernels::extended;
using kernels::extended_class;
using kernels::number;
using family = decltype(kernels::number_limits::family);

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_text(const dtype& type) noexcept {
  return type.kind() == kind::bytes || type.kind() == kind::text;
}
bool is_time(const dtype& type) noexcept {
  return type.kind() == kind::datetime || type.kind() == kind::timedelta;
}
bool is_float(number of) noexcept { return kernels::limits_of(of).family == family::floating; }

bool same_extents(const dtype& a, const dtype& b) noexcept {
  if (a.extents().size() != b.extents().size()) return false;
  for (std::size_t i = 0; i < a.extents().size(); ++i)
    if (a.extents()[i] != b.extents()[i]) return false;
  return true;
}

std::uint64_t element_count(const dtype& subarray) noexcept {
  std::uint64_t count = 1;
  for (const std::uint64_t extent : subarray.extents()) count *= extent;
  return subarray.item_bytes() == 0 ? 0 : count;
}

/// Ticks of one in the finer unit of both; 0 where there is none.
std::uint64_t common_ticks(const dtype& of, const dtype& other) noexcept {
  const time_unit finer = of.unit() > other.unit() ? of.unit() : other.unit();
  const std::uint64_t factor = time_factor(of, dtype::time(of.kind(), finer));
  return factor == UINT64_MAX ? 0 : factor;
}

double magnitude(double value) noexcept { return value < 0 ? -value : value; }
std::uint64_t magnitude(std::int64_t value) noexcept {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? 0 - bits : bits;
}
bool is_infinite(double value) noexcept { return value - value != 0 && value == value; }

/// Wide forms behave alike: these are what a comparison asks of them.
bool same_value(double a, double b) noexcept { return a == b; }
bool same_value(const extended& a, const extended& b) noexcept {
  return kernels::compare_extended(a, b) == 0;
}
bool is_nan(double value) noexcept { return value != value; }
bool is_nan(const extended& value) noexcept { return value.kind == extended_class::nan; }
double difference(double a, double b) noexcept { return magnitude(a - b); }
double difference(const extended& a, const extended& b) noexcept {
  if (is_nan(a) || is_nan(b)) return nan;
  return magnitude(kernels::double_from_extended(kernels::subtract(a, b)));
}
double rough(double value) noexcept { return value; }
double rough(const extended& value) noexcept { return kernels::double_from_extended(value); }

/// The modulus, without overflow between.
double modulus(double real, double imaginary) noexcept {
  const double a = magnitude(real);
  const double b = magnitude(imaginary);
  const double large = a > b ? a : b;
  const double small = a > b ? b : a;
  if (is_infinite(a) || is_infinite(b)) return std::numeric_limits<double>::infinity();
  if (large == 0 || large != large || small != small) return large + small;
  const double ratio = small / large;
  return large * std::sqrt(1 + ratio * ratio);
}

/// Whether two floats of equal coding are both zero.
bool both_zero(const extended& a, const extended& b) noexcept {
  return a.kind == extended_class::zero && b.kind == extended_class::zero;
}

}  // namespace

/// A part of the items: where it lies in both.
struct item_comparer::part {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
};

item_comparer::item_comparer(const compare_options& options) noexcept
    : rtol_(options.rtol > 0 ? options.rtol : 0),
      atol_(options.atol > 0 ? options.atol : 0),
      tolerant_(options.rtol > 0 || options.atol > 0),
      equal_nan_(options.equal_nan),
      by_bits_(!tolerant_ && options.equality == equality::bits) {}

bool item_comparer::comparable(const dtype& a, const dtype& b) const noexcept {
  if (a.has_objects() || b.has_objects()) return false;
  if (a.kind() == kind::record || b.kind() == kind::record) {
    if (a.kind() != b.kind() || a.fields().size() != b.fields().size()) return false;
    field_finder in_b(b);
    for (std::size_t i = 0; i < a.fields().size(); ++i) {
      const dtype_field& field = a.fields()[i];
      const dtype_field* other = in_b.find(field.name);
      if (other == nullptr || (by_bits_ && b.fields()[i].name != field.name) ||
          !comparable(field.type, other->type))
        return false;
    }
    return true;
  }
  if (a.kind() == kind::subarray || b.kind() == kind::subarray)
    return a.kind() == b.kind() && same_extents(a, b) && comparable(a.base(), b.base());
  if (by_bits_ || a.kind() == kind::opaque || b.kind() == kind::opaque)
    return a.kind() == b.kind() && a.item_bytes() == b.item_bytes() && a.coding() == b.coding() &&
           a.unit() == b.unit() && a.unit_multiple() == b.unit_multiple();
  if (is_time(a) || is_time(b))
    return a.kind() == b.kind() && common_ticks(a, b) != 0 && common_ticks(b, a) != 0;
  if (is_text(a) || is_text(b)) return a.kind() == b.kind();
  return number_of(a).has_value() && number_of(b).has_value();
}

void item_comparer::compare(const dtype& a, const dtype& b, item_block& block) noexcept {
  for (std::size_t i = 0; i < block.count; ++i)
    block.differs[i] = block.by_more_than_a_sign[i] = false;
  parts(a, b, {}, block);
}

void item_comparer::parts(const dtype& a, const dtype& b, const part& at,
                          item_block& block) noexcept {
  switch (a.kind()) {
    case kind::record: {
      field_finder in_b(b);
      for (const dtype_field& field : a.fields()) {
        const dtype_field* other = in_b.find(field.name);
        parts(field.type, other->type, {at.a + field.offset, at.b + other->offset}, block);
      }
      return;
    }
    case kind::subarray: {
      const std::uint64_t count = element_count(a);
      for (std::uint64_t i = 0; i < count; ++i)
        parts(a.base(), b.base(),
              {at.a + i * a.base().item_bytes(), at.b + i * b.base().item_bytes()}, block);
      return;
    }
    case kind::bytes:
    case kind::text:
      return texts(a, b, at, block);
    case kind::datetime:
    case kind::timedelta:
      return times(a, b, at, block);
    case kind::opaque:
      return raw_bytes(a, at, block);
    case kind::object:
      return;
    default:
      return numbers(a, b, at, block);
  }
}

void item_comparer::note_difference(double difference) noexcept {
  if (max_abs_ != max_abs_) return;
  if (difference != difference || difference > max_abs_) max_abs_ = difference;
}

/// One number or complex number against another; both have two halves.
template <class Number>
bool item_comparer::equal_numbers(const Number* a, const Number* b) noexcept {
  const bool a_nan = is_nan(a[0]) || is_nan(a[1]);
  const bool b_nan = is_nan(b[0]) || is_nan(b[1]);
  if (a_nan || b_nan) {
    if (a_nan != b_nan) note_difference(nan);
    return a_nan && b_nan && equal_nan_;
  }
  if (same_value(a[0], b[0]) && same_value(a[1], b[1])) return true;
  const double real = same_value(a[0], b[0]) ? 0 : difference(a[0], b[0]);
  const double imaginary = same_value(a[1], b[1]) ? 0 : difference(a[1], b[1]);
  const double apart = modulus(real, imaginary);
  note_difference(apart);
  if (!tolerant_ || is_infinite(apart)) return false;
  return apart <= atol_ + rtol_ * modulus(rough(b[0]), rough(b[1]));
}

bool item_comparer::equal_integers(std::uint64_t a, bool a_negative, std::uint64_t b,
                                   bool b_negative) noexcept {
  if (a == b && a_negative == b_negative) return true;
  // Modulo 2^64, as the larger minus the smaller; of different signs it may be one bit longer.
  const bool a_is_larger = a_negative != b_negative ? b_negative : a > b;
  const std::uint64_t apart = a_is_larger ? a - b : b - a;
  const bool carried = a_negative != b_negative && apart < (a_negative ? 0 - a : 0 - b);
  const double size = static_cast<double>(apart) + (carried ? 18446744073709551616.0 : 0.0);
  note_difference(size);
  if (!tolerant_) return false;
  return size <= atol_ + rtol_ * static_cast<double>(b_negative ? 0 - b : b);
}

namespace {

/// Gathers one part of every item and brings it to the order of the kernels.
void gather(std::byte* to, const std::byte* const* items, std::size_t count, std::uint64_t offset,
            const dtype& type) noexcept {
  const auto bytes = static_cast<std::size_t>(type.item_bytes());
  for (std::size_t i = 0; i < count; ++i) std::memcpy(to + i * bytes, items[i] + offset, bytes);
  const auto code = number_of(type);
  const std::size_t units = type.kind() == kind::complex ? 2 * count : count;
  if (code && needs_swap(*code, type.endian())) swap_numbers(to, to, *code, units);
}

/// Which wide form holds both exactly.
enum class wide_form { integers, doubles, extended };
wide_form form_of(number a, number b) noexcept {
  if (kernels::is_long_double(a) || kernels::is_long_double(b)) return wide_form::extended;
  if (is_float(a) != is_float(b)) return wide_form::extended;
  return is_float(a) ? wide_form::doubles : wide_form::integers;
}

/// The bytes of one half of a number that mean something: x87 has padding behind the tenth.
std::size_t meaning_bytes(number of) noexcept {
  return of == number::x87_12 || of == number::x87_16 ? 10 : kernels::limits_of(of).bytes;
}

}  // namespace

void item_comparer::numbers(const dtype& a, const dtype& b, const part& at,
                            item_block& block) noexcept {
  constexpr std::size_t together = 64;
  const number_pair codes = numbers_of(a, b);
  const number a_code = codes.from, b_code = codes.to;
  const auto a_bytes = static_cast<std::size_t>(a.item_bytes());
  const auto b_bytes = static_cast<std::size_t>(b.item_bytes());
  const std::size_t a_halves = a.kind() == kind::complex ? 2 : 1;
  const std::size_t b_halves = b.kind() == kind::complex ? 2 : 1;
  const wide_form form = form_of(a_code, b_code);
  alignas(16) std::byte a_native[32 * together];
  alignas(16) std::byte b_native[32 * together];
  for (std::size_t first = 0; first < block.count; first += together) {
    const std::size_t n = block.count - first < together ? block.count - first : together;
    gather(a_native, block.a + first, n, at.a, a);
    gather(b_native, block.b + first, n, at.b, b);
    const bool no_nan = form == wide_form::integers;
    if (a_code == b_code && a_halves == b_halves && (by_bits_ || no_nan || equal_nan_) &&
        std::memcmp(a_native, b_native, n * a_bytes) == 0)
      continue;
    const auto differing = [&](std::size_t i, bool more) {
      block.differs[first + i] = true;
      if (more) block.by_more_than_a_sign[first + i] = true;
    };
    // Bits: equal values may differ in bits, and NaNs may have equal bits.
    const auto same_bits = [&](std::size_t i) {
      const std::size_t half = a_bytes / a_halves;
      for (std::size_t h = 0; h < a_halves; ++h)
        if (std::memcmp(a_native + i * a_bytes + h * half, b_native + i * a_bytes + h * half,
                        meaning_bytes(a_code)) != 0)
          return false;
      return true;
    };
    for (std::size_t i = 0; i < n; ++i) {
      if (by_bits_ && same_bits(i)) continue;
      const std::byte* a_item = a_native + i * a_bytes;
      const std::byte* b_item = b_native + i * b_bytes;
      if (form == wide_form::integers) {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        kernels::load_integers(a_code, &x, a_item, 1);
        kernels::load_integers(b_code, &y, b_item, 1);
        const bool x_signed = kernels::limits_of(a_code).family == family::signed_int;
        const bool y_signed = kernels::limits_of(b_code).family == family::signed_int;
        const bool equal = equal_integers(x, x_signed && x >> 63 != 0, y, y_signed && y >> 63 != 0);
        if (by_bits_ || !equal) differing(i, true);
      } else if (form == wide_form::doubles && !by_bits_) {
        double x[2] = {0, 0};
        double y[2] = {0, 0};
        kernels::load_doubles(a_code, x, a_item, a_halves);
        kernels::load_doubles(b_code, y, b_item, b_halves);
        if (!equal_numbers(x, y)) differing(i, true);
      } else {
        extended x[2];
        extended y[2];
        kernels::load_extended(a_code, x, a_item, a_halves);
        kernels::load_extended(b_code, y, b_item, b_halves);
        const bool equal = equal_numbers(x, y);
        if (by_bits_) {
          const bool signs_only = is_float(a_code) && equal && !is_nan(x[0]) && !is_nan(x[1]) &&
                                  (both_zero(x[0], y[0]) || both_zero(x[1], y[1]));
          differing(i, !signs_only);
        } else if (!equal) {
          differing(i, true);
        }
      }
    }
  }
}

void item_comparer::times(const dtype& a, const dtype& b, const part& at,
                          item_block& block) const noexcept {
  const std::uint64_t a_factor = by_bits_ ? 1 : common_ticks(a, b);
  const std::uint64_t b_factor = by_bits_ ? 1 : common_ticks(b, a);
  for (std::size_t i = 0; i < block.count; ++i) {
    const auto x =
        static_cast<std::int64_t>(bytes::load<std::uint64_t>(block.a[i] + at.a, a.endian()));
    const auto y =
        static_cast<std::int64_t>(bytes::load<std::uint64_t>(block.b[i] + at.b, b.endian()));
    bool equal = x == y;
    if (!by_bits_) {
      equal = x == not_a_time || y == not_a_time
                  ? x == y && equal_nan_
                  : (x < 0) == (y < 0) && kernels::product(magnitude(x), a_factor) ==
                                              kernels::product(magnitude(y), b_factor);
    }
    if (!equal) block.differs[i] = block.by_more_than_a_sign[i] = true;
  }
}

void item_comparer::texts(const dtype& a, const dtype& b, const part& at,
                          item_block& block) const noexcept {
  const bool wide = a.kind() == kind::text;
  const std::uint64_t unit = wide ? 4 : 1;
  const std::uint64_t a_count = a.item_bytes() / unit;
  const std::uint64_t b_count = b.item_bytes() / unit;
  const std::uint64_t count = a_count > b_count ? a_count : b_count;
  const auto character = [&](const std::byte* from, std::uint64_t i, std::uint64_t there,
                             endian endian) -> std::uint32_t {
    if (i >= there) return 0;
    return wide ? bytes::load<std::uint32_t>(from + 4 * i, endian)
                : static_cast<std::uint32_t>(from[i]);
  };
  for (std::size_t i = 0; i < block.count; ++i) {
    for (std::uint64_t c = 0; c < count; ++c) {
      if (character(block.a[i] + at.a, c, a_count, a.endian()) ==
          character(block.b[i] + at.b, c, b_count, b.endian()))
        continue;
      block.differs[i] = block.by_more_than_a_sign[i] = true;
      break;
    }
  }
}

void item_comparer::raw_bytes(const dtype& a, const part& at, item_block& block) const noexcept {
  for (std::size_t i = 0; i < block.count; ++i)
    if (std::memcmp(block.a[i] + at.a, block.b[i] + at.b,
                    static_cast<std::size_t>(a.item_bytes())) != 0)
      block.differs[i] = block.by_more_than_a_sign[i] = true;
}

}  // namespace nopy::inline v1::core
