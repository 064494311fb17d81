// SPDX-License-Identifier: MIT
// One item of any dtype as text.
#include "text/value.hpp"

#include "bytes/endian.hpp"
#include "bytes/utf8.hpp"
#include "dtype/python_repr.hpp"
#include "text/float_text.hpp"
#include "text/time_text.hpp"

#include <nopy/print.hpp>

#include <string_view>

namespace nopy::texts {

namespace {

/// How many low bits of a one-byte item are the number, where not all are.
int narrow_bits(coding coding) noexcept {
  switch (coding) {
    case coding::int4:
    case coding::uint4:
      return 4;
    case coding::int2:
    case coding::uint2:
      return 2;
    case coding::int1:
    case coding::uint1:
      return 1;
    default:
      return 0;
  }
}

char32_t code_point(const dtype& type, const std::byte* item, std::size_t i) noexcept {
  return static_cast<char32_t>(bytes::load<std::uint32_t>(item + 4 * i, type.endian()));
}

/// Code points of an item of `U` up to the last that is not NUL.
std::size_t text_count(const dtype& type, const std::byte* item) noexcept {
  auto count = static_cast<std::size_t>(type.item_bytes() / 4);
  while (count > 0 && code_point(type, item, count - 1) == 0) --count;
  return count;
}

/// Whether a terminal or a page would act on it, or change the direction of what follows.
bool controls(char32_t point) noexcept {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || (point >= 0xD800 && point < 0xE000) ||
         point == 0x61C || point == 0x200E || point == 0x200F ||
         (point >= 0x2028 && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

void put_escaped(bytes::text_sink& sink, char32_t point, char quote) noexcept {
  if (point > 0x10FFFF)
    sink.put("\\U").hex(point, 8);  // no code point: Python has no spelling for it
  else
    python::put_repr_point(sink, point, quote);
}

void put_text(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept {
  const std::size_t count = text_count(type, item);
  for (std::size_t i = 0; i < count; ++i) {
    const char32_t point = code_point(type, item, i);
    if (controls(point) || point > 0x10FFFF)
      put_escaped(sink, point, '\'');
    else
      bytes::put_code_point(sink, point);
  }
}

void put_hex(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept {
  for (std::uint64_t i = 0; i < type.item_bytes(); ++i)
    sink.hex(static_cast<std::uint8_t>(item[i]), 2);
}

void put_complex_item(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept {
  const std::uint64_t half = type.item_bytes() / 2;
  put_complex(sink, decode_float(type.coding(), half, type.endian(), item),
              decode_float(type.coding(), half, type.endian(), item + half));
}

}  // namespace

std::uint64_t load_unsigned(const dtype& type, const std::byte* item) noexcept {
  switch (type.item_bytes()) {
    case 1: {
      const auto byte = static_cast<std::uint8_t>(*item);
      const int bits = narrow_bits(type.coding());
      return bits == 0 ? byte : byte & ((1u << bits) - 1);
    }
    case 2:
      return bytes::load<std::uint16_t>(item, type.endian());
    case 4:
      return bytes::load<std::uint32_t>(item, type.endian());
    default:
      return bytes::load<std::uint64_t>(item, type.endian());
  }
}

std::int64_t load_signed(const dtype& type, const std::byte* item) noexcept {
  const int narrow = narrow_bits(type.coding());
  const int unused = 64 - (narrow != 0 ? narrow : static_cast<int>(type.item_bytes() * 8));
  return static_cast<std::int64_t>(load_unsigned(type, item) << unused) >> unused;
}

void put_text_repr(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept {
  const std::size_t count = text_count(type, item);
  bool single = false;
  bool twofold = false;
  for (std::size_t i = 0; i < count; ++i) {
    single = single || code_point(type, item, i) == U'\'';
    twofold = twofold || code_point(type, item, i) == U'"';
  }
  const char quote = python::repr_quote(single, twofold);
  sink.put(quote);
  for (std::size_t i = 0; i < count; ++i) put_escaped(sink, code_point(type, item, i), quote);
  sink.put(quote);
}

void put_bytes_repr(bytes::text_sink& sink, const dtype& type, const std::byte* item) noexcept {
  std::string_view raw(reinterpret_cast<const char*>(item),
                       static_cast<std::size_t>(type.item_bytes()));
  while (!raw.empty() && raw.back() == '\0') raw.remove_suffix(1);
  python::write_bytes_repr(sink, raw);
}

bool uncountable(const dtype& type) noexcept {
  if (type.item_bytes() != 0) return false;
  constexpr std::uint64_t most = 100;
  std::uint64_t brackets = 1;
  for (const std::uint64_t extent : type.extents()) {
    if (extent == 0) return false;
    if (extent > most || brackets * extent > most) return true;
    brackets *= extent;
  }
  return type.base().kind() == kind::record || type.base().kind() == kind::subarray;
}

void put_value(bytes::text_sink& sink, const dtype& type, const std::byte* item,
               place where) noexcept {
  switch (type.kind()) {
    case kind::boolean:
      sink.put(*item != std::byte{0} ? "True" : "False");
      return;
    case kind::signed_int:
      sink.signed_decimal(load_signed(type, item));
      return;
    case kind::unsigned_int:
      sink.decimal(load_unsigned(type, item));
      return;
    case kind::floating:
      put_float(sink, decode_float(type.coding(), type.item_bytes(), type.endian(), item));
      return;
    case kind::complex:
      put_complex_item(sink, type, item);
      return;
    case kind::bytes:
      put_bytes_repr(sink, type, item);
      return;
    case kind::text:
      if (where == place::alone)
        put_text(sink, type, item);
      else
        put_text_repr(sink, type, item);
      return;
    case kind::datetime:
      put_datetime(sink, load_signed(type, item), type.unit(), type.unit_multiple());
      return;
    case kind::timedelta:
      put_timedelta(sink, load_signed(type, item), type.unit(), type.unit_multiple());
      return;
    case kind::opaque:
      put_hex(sink, type, item);
      return;
    case kind::object:
      sink.put("<object>");
      return;
    case kind::record:
      put_record(sink, type, [&](const dtype_field& field) {
        put_value(sink, field.type, item + field.offset, place::inside);
      });
      return;
    case kind::subarray:
      put_subarray(sink, type, item, [&](const std::byte* element) {
        put_value(sink, type.base(), element, place::inside);
      });
      return;
  }
}

}  // namespace nopy::texts

namespace nopy {
inline namespace v1 {

std::size_t write_value(const dtype& type, const std::byte* item, char* out) noexcept {
  bytes::text_sink sink(out);
  texts::put_value(sink, type, item);
  return sink.count();
}

}  // namespace v1
}  // namespace nopy
