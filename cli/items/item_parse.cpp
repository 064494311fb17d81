// SPDX-License-Identifier: MIT
#include "items/item_parse.hpp"

#include "bytes/endian.hpp"
#include "bytes/utf8.hpp"
#include "items/iso_time.hpp"
#include "items/python_text.hpp"

#include <nopy/element.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

namespace nopy::cli {
namespace {

error no_value(const dtype& type, std::string_view text) {
  const std::string words = type.words();
  return error({.code = errc::usage,
                .summary = "this is no value of the type",
                .found = bytes::clipped(text),
                .expected = words});
}

error no_fit(const dtype& type, std::string_view text) {
  const std::string words = type.words();
  return error({.code = errc::out_of_range,
                .summary = "the value does not fit the type",
                .found = bytes::clipped(text),
                .expected = words});
}

template <class T>
void put(std::byte* into, T value) noexcept {
  std::memcpy(into, &value, sizeof value);
}

result<void> parse_boolean(const dtype& type, std::string_view text, std::byte* into) {
  const bool yes = text == "True" || text == "true" || text == "TRUE" || text == "1";
  const bool no = text == "False" || text == "false" || text == "FALSE" || text == "0";
  if (!yes && !no) return no_value(type, text);
  *into = yes ? std::byte{1} : std::byte{0};
  return {};
}

result<void> parse_integer(const dtype& type, std::string_view text, std::byte* into) {
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  if (digits.empty()) return no_value(type, text);
  std::uint64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return no_value(type, text);
    const auto digit = static_cast<std::uint64_t>(c - '0');
    if (value > (UINT64_MAX - digit) / 10) return no_fit(type, text);
    value = value * 10 + digit;
  }
  unsigned bits = static_cast<unsigned>(type.item_bytes() * 8);
  if (type.coding() == coding::int4 || type.coding() == coding::uint4) bits = 4;
  if (type.coding() == coding::int2 || type.coding() == coding::uint2) bits = 2;
  if (type.coding() == coding::int1 || type.coding() == coding::uint1) bits = 1;
  const bool is_signed = type.kind() == kind::signed_int;
  // An int1 holds -1 and 0: not one bit is left for the magnitude.
  const std::uint64_t most =
      is_signed ? (std::uint64_t{1} << (bits - 1)) - 1 : UINT64_MAX >> (64 - bits);
  if (negative ? value > (is_signed ? most + 1 : 0) : value > most) return no_fit(type, text);
  if (negative) value = 0 - value;
  switch (type.item_bytes()) {
    case 1:
      put(into, static_cast<std::uint8_t>(value));
      return {};
    case 2:
      put(into, static_cast<std::uint16_t>(value));
      return {};
    case 4:
      put(into, static_cast<std::uint32_t>(value));
      return {};
    default:
      put(into, value);
      return {};
  }
}

/// Whether the text is a decimal float, nan or inf: what strtod takes beyond that is no data.
bool is_float(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  if (text == "nan" || text == "inf" || text == "NaN" || text == "Infinity" || text == "NAN" ||
      text == "Inf")
    return true;
  const auto digits = [&] {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
    text.remove_prefix(count);
    return count;
  };
  std::size_t mantissa = digits();
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    mantissa += digits();
  }
  if (mantissa == 0) return false;
  if (!text.starts_with('e') && !text.starts_with('E')) return text.empty();
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return digits() > 0 && text.empty();
}

/// The tool never leaves the C locale, so the point is a point.
template <class T>
T to_float(const std::string& text) {
  if constexpr (std::is_same_v<T, float>) return std::strtof(text.c_str(), nullptr);
  if constexpr (std::is_same_v<T, double>) return std::strtod(text.c_str(), nullptr);
  if constexpr (std::is_same_v<T, long double>) return std::strtold(text.c_str(), nullptr);
}

result<void> parse_long_double(const dtype& type, const std::string& text, std::byte* into) {
#if __LDBL_MANT_DIG__ == 64
  if (type.coding() == coding::x87 || type.coding() == coding::extended) {
    const auto value = to_float<long double>(text);
    std::memset(into, 0, static_cast<std::size_t>(type.item_bytes()));
    std::memcpy(into, &value, 10);
    return {};
  }
#endif
  return no_value(type, text);
}

result<void> parse_float(const dtype& type, std::string_view text, std::byte* into) {
  if (!is_float(text)) return no_value(type, text);
  const std::string copy(text);
  switch (type.coding()) {
    case coding::standard:
      break;
    case coding::bfloat16:
      put(into, bfloat16_from_float(to_float<float>(copy)));
      return {};
    case coding::extended:
    case coding::x87:
    case coding::quad:
    case coding::double_double:
      return parse_long_double(type, copy, into);
    default:
      put(into, float8_from_float(type.coding(), to_float<float>(copy)));
      return {};
  }
  const bool spelled_infinite = text.find_first_of("iI") != std::string_view::npos;
  if (type.item_bytes() == 8) {
    const auto value = to_float<double>(copy);
    if (std::isinf(value) && !spelled_infinite) return no_fit(type, text);
    put(into, value);
  } else if (type.item_bytes() == 4) {
    const auto value = to_float<float>(copy);
    if (std::isinf(value) && !spelled_infinite) return no_fit(type, text);
    put(into, value);
  } else {
    const std::uint16_t bits = float16_from_double(to_float<double>(copy));
    if ((bits & 0x7FFF) == 0x7C00 && !spelled_infinite) return no_fit(type, text);
    put(into, bits);
  }
  return {};
}

result<void> parse_complex(const dtype& type, std::string_view text, std::byte* into) {
  const dtype part =
      dtype::number(kind::floating, static_cast<std::uint32_t>(type.item_bytes() / 2),
                    native_endian, type.coding());
  std::string_view inside = text;
  if (inside.starts_with('(') && inside.ends_with(')'))
    inside = inside.substr(1, inside.size() - 2);
  std::string_view real = "0", imaginary = "0";
  if (inside.ends_with('j')) {
    inside.remove_suffix(1);
    std::size_t sign = inside.size();
    while (sign > 1 && !((inside[sign - 1] == '+' || inside[sign - 1] == '-') &&
                         inside[sign - 2] != 'e' && inside[sign - 2] != 'E'))
      --sign;
    imaginary = inside.substr(sign > 1 ? sign - 1 : 0);
    if (sign > 1) real = inside.substr(0, sign - 1);
  } else {
    real = inside;
  }
  if (!is_float(real) || !is_float(imaginary)) return no_value(type, text);
  const auto first = parse_float(part, real, into);
  return first ? parse_float(part, imaginary, into + part.item_bytes()) : first;
}

result<void> parse_bytes(const dtype& type, std::string_view text, std::byte* into) {
  const auto literal = bytes_of_repr(text);
  const std::string_view plain = literal ? std::string_view(*literal) : text;
  if (plain.size() > type.item_bytes()) return no_fit(type, text);
  std::memcpy(into, plain.data(), plain.size());
  std::memset(into + plain.size(), 0, static_cast<std::size_t>(type.item_bytes()) - plain.size());
  return {};
}

result<void> parse_text(const dtype& type, std::string_view text, std::byte* into) {
  std::memset(into, 0, static_cast<std::size_t>(type.item_bytes()));
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size(); written += 4) {
    const std::optional<char32_t> point = code_point_or_surrogate(text, at);
    if (!point) return no_value(type, text);
    if (written == type.item_bytes()) return no_fit(type, text);
    put(into + written, static_cast<std::uint32_t>(*point));
  }
  return {};
}

result<void> parse_hex(const dtype& type, std::string_view text, std::byte* into) {
  const auto digit = [](char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
  };
  if (text.starts_with("0x")) text.remove_prefix(2);
  if (text.size() != type.item_bytes() * 2) return no_value(type, text);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit(text[i]), low = digit(text[i + 1]);
    if (high < 0 || low < 0) return no_value(type, text);
    into[i / 2] = static_cast<std::byte>(high << 4 | low);
  }
  return {};
}

result<void> parse_time(const dtype& type, std::string_view text, std::byte* into) {
  const auto ticks = type.kind() == kind::datetime
                         ? ticks_of_datetime(text, type.unit(), type.unit_multiple())
                         : ticks_of_timedelta(text, type.unit(), type.unit_multiple());
  if (!ticks) return no_value(type, text);
  put(into, *ticks);
  return {};
}

result<void> parse_native(const dtype& type, std::string_view text, std::byte* into) {
  switch (type.kind()) {
    case kind::boolean:
      return parse_boolean(type, text, into);
    case kind::signed_int:
    case kind::unsigned_int:
      return parse_integer(type, text, into);
    case kind::floating:
      return parse_float(type, text.empty() ? "nan" : text, into);
    case kind::complex:
      return parse_complex(type, text.empty() ? "nan" : text, into);
    case kind::bytes:
      return parse_bytes(type, text, into);
    case kind::text:
      return parse_text(type, text, into);
    case kind::datetime:
    case kind::timedelta:
      return parse_time(type, text.empty() ? "NaT" : text, into);
    case kind::opaque:
      return parse_hex(type, text, into);
    default:
      return no_value(type, text);
  }
}

/// Bytes of one number inside an item; 1 where order means nothing.
std::size_t word_bytes(const dtype& type) {
  switch (type.kind()) {
    case kind::text:
      return 4;
    case kind::complex:
      return static_cast<std::size_t>(type.item_bytes() / 2);
    case kind::signed_int:
    case kind::unsigned_int:
    case kind::floating:
    case kind::datetime:
    case kind::timedelta:
      return static_cast<std::size_t>(type.item_bytes());
    default:
      return 1;
  }
}

}  // namespace

void swap_items(const dtype& type, endian target, std::byte* items, std::uint64_t count) {
  const auto item_bytes = static_cast<std::size_t>(type.item_bytes());
  if (type.kind() == kind::record) {
    for (std::uint64_t i = 0; i < count; ++i)
      for (const dtype_field& field : type.fields())
        swap_items(field.type, target, items + i * item_bytes + field.offset, 1);
    return;
  }
  if (type.kind() == kind::subarray) {
    const std::uint64_t each = shape(type.extents()).count();
    for (std::uint64_t i = 0; i < count; ++i)
      swap_items(type.base(), target, items + i * item_bytes, each);
    return;
  }
  const std::size_t word = word_bytes(type);
  if (word <= 1 || type.endian() == endian::none || type.endian() == target) return;
  for (std::byte* at = items; at != items + count * item_bytes; at += word)
    std::reverse(at, at + word);
}

result<void> parse_item(const dtype& type, std::string_view text, std::byte* into) {
  const auto parsed = parse_native(type, text, into);
  if (parsed) swap_items(type, native_endian, into, 1);
  return parsed;
}

}  // namespace nopy::cli
