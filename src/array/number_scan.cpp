// SPDX-License-Identifier: MIT
#include "array/number_scan.hpp"

#include "array/conversion_rules.hpp"
#include "array/kernel_order.hpp"
#include "array/type_text.hpp"
#include "bytes/endian.hpp"

#include <algorithm>
#include <limits>

namespace nopy::inline v1::core {
namespace {

using kernels::block_numbers;
using kernels::block_statistics;
using kernels::key_of;
using kernels::number;
using kernels::order_key;

constexpr std::size_t longest_number = 16;
constexpr std::size_t extended_numbers = 256;  // looked at together
constexpr double infinity = std::numeric_limits<double>::infinity();

double double_of(order_key key) noexcept {
  const bool positive = (key.high & kernels::sign_of_word) != 0;
  return std::bit_cast<double>(positive ? key.high & ~kernels::sign_of_word : ~key.high);
}

/// The bits of a binary128 order like its value; every kind of long double becomes one.
order_key key_of_quad(const kernels::extended& value) noexcept {
  std::byte quad[16];
  kernels::encode_quad(quad, value);
  const bool little = native_endian == endian::little;
  order_key made{bytes::load<std::uint64_t>(quad + (little ? 8 : 0), native_endian),
                 bytes::load<std::uint64_t>(quad + (little ? 0 : 8), native_endian)};
  if (value.kind == kernels::extended_class::zero) made = {};
  if ((made.high & kernels::sign_of_word) != 0) return {~made.high, ~made.low};
  return {made.high | kernels::sign_of_word, made.low};
}

/// Takes a place where it is better: of equal keys the first.
void offer(extreme_place& best, const extreme_place& other, bool larger) noexcept {
  if (!other.found) return;
  const bool better = !best.found || (larger ? other.key > best.key : other.key < best.key);
  if (better || (other.key == best.key && other.position < best.position)) best = other;
}
extreme_place place_at(order_key key, std::uint64_t position, const std::byte* number,
                       std::size_t bytes) noexcept {
  extreme_place made{key, position, true, {}};
  std::memcpy(made.number, number, bytes);
  return made;
}

/// The extremes of all numbers of a block, infinities too.
order_key least_of(const block_statistics& of) noexcept {
  if (of.below != 0) return key_of(-infinity);
  return of.finite != 0 ? of.least : key_of(infinity);
}
order_key most_of(const block_statistics& of) noexcept {
  if (of.above != 0) return key_of(infinity);
  return of.finite != 0 ? of.most : key_of(-infinity);
}

error no_number(const dtype& type) noexcept {
  if (type.has_objects()) return error(errc::object_dtype);
  const message_text found([&](bytes::text_sink& sink) { put_type(sink, type); });
  return error({.code = errc::type_mismatch,
                .summary = "these elements are no numbers",
                .found = found,
                .hint = "of records, a view of one field has statistics"});
}

}  // namespace

/// Room for a block on its way to the kernels.
struct number_scan::scratch {
  alignas(64) std::byte packed[block_numbers * longest_number];
  union {
    std::uint64_t integers[block_numbers];
    double doubles[block_numbers];
  };
  order_key keys[block_numbers];
};

number_place place_of(const dtype& type, complex_part part) noexcept {
  if (type.kind() != kind::complex) return {type, 0, type.item_bytes(), 1, 0};
  const std::uint64_t half = type.item_bytes() / 2;
  return {
      dtype::number(kind::floating, static_cast<std::uint32_t>(half), type.endian(), type.coding()),
      part == complex_part::real ? 0 : half, type.item_bytes(), 1, 0};
}

std::uint64_t item_order::c_position(std::uint64_t position) const noexcept {
  if (in_c_order()) return position;
  std::uint64_t index[max_rank];
  for (std::size_t axis = 0; axis < extents.rank(); ++axis) {
    index[axis] = position % extents[axis];
    position /= extents[axis];
  }
  std::uint64_t made = 0;
  for (std::size_t axis = 0; axis < extents.rank(); ++axis)
    made = made * extents[axis] + index[axis];
  return made;
}

void number_summary::join(const number_summary& later) noexcept {
  of.join(later.of);
  offer(least, later.least, false);
  offer(most, later.most, true);
  beyond_above += later.beyond_above;
  beyond_below += later.beyond_below;
}

finished_sums finished(const number_summary& of) noexcept {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const bool above = of.of.above + of.beyond_above != 0, below = of.of.below + of.beyond_below != 0;
  if (above || below) {
    const double sum = above && below ? nan : above ? infinity : -infinity;
    return {sum, nan, sum};
  }
  if (of.of.finite == 0) return {nan, nan, 0};
  return {of.of.mean(), of.of.deviation(), of.of.sum()};
}

number_scan::number_scan(number_place place, number coding) noexcept
    : place_(std::move(place)),
      coding_(coding),
      unit_bytes_(static_cast<std::size_t>(place_.type.item_bytes())) {
  const auto of = kernels::limits_of(coding).family;
  using family = enum kernels::number_limits::family;
  swapped_ = needs_swap(coding, place_.type.endian());
  time_ = place_.type.kind() == kind::datetime || place_.type.kind() == kind::timedelta;
  // A small build has the kernel of doubles alone: there, integers are looked at as such.
  integer_ = of != family::floating && kernels::active().statistics(number::i8) != nullptr;
  has_sign_ = of == family::signed_int;
  kernel_ = kernels::active().statistics(coding);
}

result<number_scan> number_scan::of(const number_place& place) noexcept {
  const kind what = place.type.kind();
  if (what == kind::datetime || what == kind::timedelta) return number_scan(place, number::i8);
  const auto coding = what == kind::complex ? std::nullopt : number_of(place.type);
  if (!coding) return no_number(place.type);
  return number_scan(place, *coding);
}

double number_scan::value_of(order_key key) const noexcept {
  if (integer_)
    return has_sign_
               ? static_cast<double>(static_cast<std::int64_t>(key.high ^ kernels::sign_of_word))
               : static_cast<double>(key.high);
  if (!kernels::is_long_double(coding_)) return double_of(key);
  const bool positive = (key.high & kernels::sign_of_word) != 0;
  if (positive)
    key.high &= ~kernels::sign_of_word;
  else
    key = {~key.high, ~key.low};
  const bool little = native_endian == endian::little;
  std::byte quad[16];
  bytes::store(quad + (little ? 8 : 0), key.high, native_endian);
  bytes::store(quad + (little ? 0 : 8), key.low, native_endian);
  return kernels::double_from_extended(kernels::decode_quad(quad));
}

/// `count` numbers from the `unit`-th on, side by side in the order of the kernels.
const std::byte* number_scan::packed(const std::byte* items, std::uint64_t unit, std::size_t count,
                                     std::byte* buffer) const noexcept {
  const std::byte* from = items + place_.offset;
  const bool one = place_.units == 1;
  const bool dense =
      place_.item_bytes == place_.units * unit_bytes_ && (one || place_.unit_stride == unit_bytes_);
  const auto& kernel = kernels::active();
  if (dense) {
    from += unit * unit_bytes_;
    if (!swapped_) return from;
    swap_numbers(buffer, from, coding_, count);
    return buffer;
  }
  const auto apart = static_cast<std::ptrdiff_t>(unit_bytes_);
  for (std::size_t done = 0; done < count;) {
    const std::uint64_t item = (unit + done) / place_.units, inner = (unit + done) % place_.units;
    const auto some = static_cast<std::size_t>(
        one ? count : std::min<std::uint64_t>(count - done, place_.units - inner));
    kernel.copy_items(buffer + done * unit_bytes_, apart,
                      from + item * place_.item_bytes + inner * place_.unit_stride,
                      static_cast<std::ptrdiff_t>(one ? place_.item_bytes : place_.unit_stride),
                      unit_bytes_, some);
    done += some;
  }
  if (swapped_) swap_numbers(buffer, buffer, coding_, count);
  return buffer;
}

void number_scan::look(block_statistics& to, const std::byte* numbers, std::size_t count,
                       scratch& room) const noexcept {
  const auto wide = reinterpret_cast<const std::byte*>(room.integers);
  if (time_ && integer_) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto ticks = bytes::load<std::uint64_t>(numbers + 8 * i, native_endian);
      room.integers[kept] = ticks;
      kept += ticks != kernels::sign_of_word ? 1 : 0;  // NaT
    }
    kernel_(to, wide, kept);
    to.nan = count - kept;
  } else if (kernel_ != nullptr) {
    kernel_(to, numbers, count);
  } else if (integer_) {
    kernels::load_integers(coding_, room.integers, numbers, count);
    kernels::active().statistics(has_sign_ ? number::i8 : number::u8)(to, wide, count);
  } else {
    doubles(room.doubles, numbers, count);
    kernels::active().statistics(number::f8)(to, reinterpret_cast<const std::byte*>(room.doubles),
                                             count);
  }
}

void number_scan::look_extended(number_summary& to, const std::byte* numbers, std::size_t count,
                                std::uint64_t first, const item_order& order) const noexcept {
  kernels::extended values[extended_numbers];
  double rounded[extended_numbers];
  kernels::load_extended(coding_, values, numbers, count);
  block_statistics block;
  order_key least{~std::uint64_t{0}, ~std::uint64_t{0}}, most{};
  std::uint64_t beyond_above = 0, beyond_below = 0;
  for (std::size_t i = 0; i < count; ++i) {
    rounded[i] = kernels::double_from_extended(values[i]);
    if (values[i].kind == kernels::extended_class::nan) continue;
    const order_key key = key_of_quad(values[i]);
    const bool is_finite = values[i].kind != kernels::extended_class::infinite;
    const bool beyond = is_finite && rounded[i] - rounded[i] != 0;
    beyond_above += beyond && rounded[i] > 0 ? 1 : 0;
    beyond_below += beyond && rounded[i] < 0 ? 1 : 0;
    if (is_finite) least = std::min(least, key), most = std::max(most, key);
    const extreme_place here =
        place_at(key, c_position(first + i, order), numbers + i * unit_bytes_, unit_bytes_);
    offer(to.least, here, false);
    offer(to.most, here, true);
  }
  kernels::active().statistics(number::f8)(block, reinterpret_cast<const std::byte*>(rounded),
                                           count);
  block.above -= beyond_above;
  block.below -= beyond_below;
  block.least = least;
  block.most = most;
  to.beyond_above += beyond_above;
  to.beyond_below += beyond_below;
  to.of.add(block);
}

void number_scan::keys(order_key* to, const std::byte* numbers, std::size_t count,
                       scratch& room) const noexcept {
  if (!integer_) {
    doubles(room.doubles, numbers, count);
    for (std::size_t i = 0; i < count; ++i) to[i] = key_of(room.doubles[i]);
    return;
  }
  kernels::load_integers(coding_, room.integers, numbers, count);
  const std::uint64_t flip = has_sign_ ? kernels::sign_of_word : 0;
  for (std::size_t i = 0; i < count; ++i) to[i] = {room.integers[i] ^ flip, 0};
}

std::uint64_t number_scan::c_position(std::uint64_t number,
                                      const item_order& order) const noexcept {
  if (order.in_c_order()) return number;
  if (place_.units == 1) return order.c_position(number);
  return order.c_position(number / place_.units) * place_.units + number % place_.units;
}

/// Offers the first place, in C order, at which one of the numbers has that key. Along the fastest
/// axis of Fortran order the first one that has it is the first in C order, too.
void number_scan::find(extreme_place& best, order_key key, const std::byte* numbers,
                       std::size_t count, std::uint64_t first, const item_order& order,
                       scratch& room) const noexcept {
  keys(room.keys, numbers, count, room);
  extreme_place found;
  for (std::size_t i = 0; i < count; ++i) {
    if (room.keys[i] != key) continue;
    offer(found,
          place_at(key, c_position(first + i, order), numbers + i * unit_bytes_, unit_bytes_),
          false);
    if (order.in_c_order()) break;
    const std::uint64_t along = order.extents[0];
    if (place_.units == 1)
      i += static_cast<std::size_t>(
          std::min<std::uint64_t>(along - (first + i) % along, count - i) - 1);
  }
  if (!best.found || best.key != key || found.position < best.position) best = found;
}

void number_scan::add(number_summary& to, const std::byte* items, std::uint64_t count,
                      std::uint64_t first, const item_order& order) const noexcept {
  scratch room;
  const std::uint64_t numbers = count * place_.units, base = first * place_.units;
  const bool extended = kernels::is_long_double(coding_);
  const std::size_t most_at_once = extended ? extended_numbers : block_numbers;
  // In C order a place is looked for at the end only: of the first block that holds the extreme.
  std::uint64_t least_block = numbers, most_block = numbers;
  extreme_place least, most;
  for (std::uint64_t unit = 0; unit < numbers; unit += most_at_once) {
    const auto some =
        static_cast<std::size_t>(std::min<std::uint64_t>(numbers - unit, most_at_once));
    const std::byte* block = packed(items, unit, some, room.packed);
    if (extended) {
      look_extended(to, block, some, base + unit, order);
      continue;
    }
    block_statistics found;
    look(found, block, some, room);
    to.of.add(found);
    if (found.nan == some) continue;
    const order_key low = least_of(found), high = most_of(found);
    if (order.in_c_order()) {
      if (!least.found || low < least.key) least = {low, 0, true, {}}, least_block = unit;
      if (!most.found || high > most.key) most = {high, 0, true, {}}, most_block = unit;
      continue;
    }
    if (!least.found || low <= least.key) find(least, low, block, some, base + unit, order, room);
    if (!most.found || high >= most.key) find(most, high, block, some, base + unit, order, room);
  }
  const auto settle = [&](extreme_place& best, std::uint64_t unit) {
    if (unit == numbers) return;
    const auto some =
        static_cast<std::size_t>(std::min<std::uint64_t>(numbers - unit, most_at_once));
    const order_key key = best.key;
    best = {};
    find(best, key, packed(items, unit, some, room.packed), some, base + unit, order, room);
  };
  settle(least, least_block);
  settle(most, most_block);
  offer(to.least, least, false);
  offer(to.most, most, true);
}

void number_scan::each_block(const std::byte* items, std::uint64_t count,
                             function_ref<void(std::span<const double>)> show) const noexcept {
  scratch room;
  const std::uint64_t numbers = count * place_.units;
  const bool extended = kernels::is_long_double(coding_);
  const std::size_t most_at_once = extended ? extended_numbers : block_numbers;
  for (std::uint64_t unit = 0; unit < numbers; unit += most_at_once) {
    const auto some =
        static_cast<std::size_t>(std::min<std::uint64_t>(numbers - unit, most_at_once));
    doubles(room.doubles, packed(items, unit, some, room.packed), some);
    show({room.doubles, some});
  }
}

void number_scan::doubles(double* to, const std::byte* numbers, std::size_t count) const noexcept {
  if (kernels::is_long_double(coding_)) {
    kernels::extended values[extended_numbers];
    kernels::load_extended(coding_, values, numbers, count);
    for (std::size_t i = 0; i < count; ++i) to[i] = kernels::double_from_extended(values[i]);
    return;
  }
  kernels::load_doubles(coding_, to, numbers, count);
  if (!time_) return;
  for (std::size_t i = 0; i < count; ++i)
    if (bytes::load<std::uint64_t>(numbers + 8 * i, native_endian) == kernels::sign_of_word)
      to[i] = std::numeric_limits<double>::quiet_NaN();
}

}  // namespace nopy::inline v1::core
