// SPDX-License-Identifier: MIT
// NumPy's rules for the leaves of a dtype. Source: behaviour of numpy.array2string in NumPy 1.24.
#include "text/numpy_columns.hpp"

#include "text/time_text.hpp"
#include "text/value.hpp"

namespace nopy::texts {

namespace {

std::size_t leaf_count(const dtype& type) noexcept {
  if (type.kind() == kind::subarray) return leaf_count(type.base());
  if (type.kind() != kind::record) return 1;
  std::size_t count = 0;
  for (const dtype_field& field : type.fields()) count += leaf_count(field.type);
  return count;
}

binary_float part(const dtype& type, const std::byte* item, int which) noexcept {
  const std::uint64_t bytes =
      type.kind() == kind::complex ? type.item_bytes() / 2 : type.item_bytes();
  return decode_float(type.coding(), bytes, type.endian(),
                      item + bytes * static_cast<std::uint64_t>(which));
}

void put_upper_hex(bytes::text_sink& sink, std::byte byte) noexcept {
  constexpr char digits[] = "0123456789ABCDEF";
  sink.put("\\x").put(digits[static_cast<unsigned>(byte) >> 4]);
  sink.put(digits[static_cast<unsigned>(byte) & 15]);
}

/// The text whose width is shared by a column of integers or times.
void put_plain(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept {
  const kind what = type.kind();
  if (what == kind::signed_int) return (void)sink.signed_decimal(load_signed(type, item));
  if (what == kind::unsigned_int) return (void)sink.decimal(load_unsigned(type, item));
  const std::int64_t ticks = load_signed(type, item);
  if (ticks == not_a_time) return (void)sink.put("'NaT'");
  if (what == kind::timedelta) return (void)sink.signed_decimal(ticks);
  sink.put('\'');
  put_datetime(sink, ticks, type.unit(), type.unit_multiple());
  sink.put('\'');
}

}  // namespace

result<numpy_columns> numpy_columns::of(const dtype& type, bool alone) noexcept {
  numpy_columns made(type);
  if (!made.add_columns(type, alone)) return error(errc::out_of_memory);
  return made;
}

bool numpy_columns::add_columns(const dtype& type, bool alone) noexcept {
  if (type.kind() == kind::subarray) return add_columns(type.base(), false);
  if (type.kind() != kind::record) {
    column made;
    made.padded = !alone;
    return columns_.push_back(made);
  }
  for (const dtype_field& field : type.fields())
    if (!add_columns(field.type, alone)) return false;
  return true;
}

/// Calls `visit(leaf type, its bytes, its column)` for every leaf of an item; returns the column
/// behind the last.
template <class Visit>
std::size_t numpy_columns::walk(const dtype& type, const std::byte* item, std::size_t at,
                                Visit&& visit) noexcept {
  if (type.kind() == kind::record) {
    for (const dtype_field& field : type.fields())
      at = walk(field.type, item + field.offset, at, visit);
    return at;
  }
  if (type.kind() == kind::subarray) {
    const std::uint64_t step = type.base().item_bytes();
    for (std::uint64_t offset = 0; step != 0 && offset < type.item_bytes(); offset += step)
      walk(type.base(), item + offset, at, visit);
    return at + leaf_count(type.base());
  }
  visit(type, item, columns_[at]);
  return at + 1;
}

void numpy_columns::observe(const std::byte* item) noexcept {
  walk(type_, item, 0, [](const dtype& type, const std::byte* leaf, column& how) {
    if (type.kind() == kind::floating || type.kind() == kind::complex)
      how.real.observe(part(type, leaf, 0));
    if (type.kind() == kind::complex) how.imaginary.observe(part(type, leaf, 1));
  });
}

void numpy_columns::measure(const std::byte* item) noexcept {
  walk(type_, item, 0, [](const dtype& type, const std::byte* leaf, column& how) {
    switch (type.kind()) {
      case kind::complex:
        how.imaginary.measure(part(type, leaf, 1));
        [[fallthrough]];
      case kind::floating:
        how.real.measure(part(type, leaf, 0));
        return;
      case kind::signed_int:
      case kind::unsigned_int:
      case kind::datetime:
      case kind::timedelta: {
        bytes::text_sink count(nullptr);
        put_plain(count, type, leaf);
        if (count.count() > how.width) how.width = count.count();
        return;
      }
      default:
        return;
    }
  });
}

void numpy_columns::put(bytes::text_sink& sink, const std::byte* item) const noexcept {
  put_part(sink, type_, item, 0);
}

std::size_t numpy_columns::put_part(bytes::text_sink& sink, const dtype& type,
                                    const std::byte* item, std::size_t at) const noexcept {
  if (type.kind() == kind::record) {
    put_record(sink, type, [&](const dtype_field& field) {
      at = put_part(sink, field.type, item + field.offset, at);
    });
    return at;
  }
  if (type.kind() == kind::subarray) {
    put_subarray(sink, type, item,
                 [&](const std::byte* element) { put_part(sink, type.base(), element, at); });
    return at + leaf_count(type.base());
  }
  put_leaf(sink, type, item, columns_[at]);
  return at + 1;
}

void numpy_columns::put_leaf(bytes::text_sink& sink, const dtype& type, const std::byte* item,
                             const column& how) const noexcept {
  switch (type.kind()) {
    case kind::boolean:
      sink.put(*item == std::byte{0} ? "False" : how.padded ? " True" : "True");
      return;
    case kind::floating:
      how.real.put(sink, part(type, item, 0));
      return;
    case kind::complex:
      how.real.put(sink, part(type, item, 0));
      how.imaginary.put(sink, part(type, item, 1), "j");
      return;
    case kind::signed_int:
    case kind::unsigned_int:
    case kind::datetime:
    case kind::timedelta: {
      bytes::text_sink count(nullptr);
      put_plain(count, type, item);
      sink.repeat(' ', how.width > count.count() ? how.width - count.count() : 0);
      put_plain(sink, type, item);
      return;
    }
    case kind::opaque:
      sink.put("b'");
      for (std::uint64_t i = 0; i < type.item_bytes(); ++i) put_upper_hex(sink, item[i]);
      sink.put('\'');
      return;
    default:
      put_value(sink, type, item, place::inside);
      return;
  }
}

}  // namespace nopy::texts
