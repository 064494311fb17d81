// SPDX-License-Identifier: MIT
#include "engine/number_reader.hpp"

#include "array/conversion_rules.hpp"
#include "bytes/endian.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace nopy::engine {
namespace {

constexpr std::size_t longest_item = 32;  // a complex long double

double from_time(const std::byte* at) noexcept {
  const auto ticks = static_cast<std::int64_t>(nopy::bytes::load<std::uint64_t>(at, native_endian));
  return ticks == INT64_MIN ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(ticks);
}

double part_of(double real, double imaginary, number_part part) noexcept {
  switch (part) {
    case number_part::real:
      return real;
    case number_part::imaginary:
      return imaginary;
    case number_part::magnitude:
      return std::hypot(real, imaginary);
    case number_part::phase:
      return std::atan2(imaginary, real);
  }
  return real;
}

}  // namespace

result<number_reader> number_reader::of(const dtype& type, number_part part) noexcept {
  const bool swapped = type.endian() != endian::none && type.endian() != native_endian;
  if (type.kind() == kind::datetime || type.kind() == kind::timedelta)
    return number_reader(kernels::number::i8, 8, 1, swapped, true, number_part::real);
  const auto coding = core::number_of(type);
  if (!coding)
    return error({.code = errc::type_mismatch,
                  .summary = "these elements are no numbers",
                  .hint = "show them as text, or choose a field"});
  const std::size_t units = type.kind() == kind::complex ? 2 : 1;
  const auto unit_bytes = static_cast<std::size_t>(type.item_bytes() / units);
  return number_reader(*coding, unit_bytes, units, swapped, false,
                       units == 2 ? part : number_part::real);
}

void number_reader::read(double* to, const std::byte* items, std::uint64_t stride,
                         std::size_t count) const noexcept {
  std::byte packed[most_items * longest_item];
  double wide[2 * most_items];
  kernels::extended exact[2 * most_items];
  const std::size_t item_bytes = unit_bytes_ * units_;
  for (std::size_t i = 0; i < count; ++i)
    std::memcpy(packed + i * item_bytes, items + i * stride, item_bytes);
  const std::size_t all = count * units_;
  if (swapped_ && unit_bytes_ > 1) kernels::reference().swap(packed, packed, unit_bytes_, all);
  if (time_) {
    for (std::size_t i = 0; i < count; ++i) to[i] = from_time(packed + 8 * i);
    return;
  }
  double* into = units_ == 1 ? to : wide;
  if (kernels::is_long_double(coding_)) {
    kernels::load_extended(coding_, exact, packed, all);
    for (std::size_t i = 0; i < all; ++i) into[i] = kernels::double_from_extended(exact[i]);
  } else {
    kernels::load_doubles(coding_, into, packed, all);
  }
  if (units_ == 1) return;
  for (std::size_t i = 0; i < count; ++i) to[i] = part_of(wide[2 * i], wide[2 * i + 1], part_);
}

}  // namespace nopy::engine
