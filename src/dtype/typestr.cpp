// SPDX-License-Identifier: MIT
// Reads type strings: [order] kind size, one-letter codes, names, datetimes. Source:
// docs/format.md, "dtypes".
#include "dtype/typestr.hpp"

#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "dtype/coding_table.hpp"
#include "dtype/datetime_unit.hpp"
#include "dtype/descr_writer.hpp"
#include "dtype/tree.hpp"
#include "dtype/type_name_table.hpp"

#include <optional>

namespace nopy {
namespace {

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

error too_large_item(std::string_view text) noexcept {
  return error({.code = errc::too_large,
                .summary = "one item would be larger than NumPy's can be",
                .found = bytes::clipped(text),
                .expected = "at most 2147483647 bytes"});
}

/// A type of a plain kind and a size in bytes; nothing where NumPy has none of that size.
std::optional<dtype> make(kind of, std::uint64_t item_bytes, endian order) noexcept {
  const auto size = static_cast<std::uint32_t>(item_bytes);
  switch (of) {
    case kind::bytes:
      return dtype::bytes(size);
    case kind::text:
      return dtype::text(size / 4, order);
    case kind::opaque:
      return dtype::number(kind::opaque, size, order);
    case kind::object:
      if (size != 4 && size != 8) return std::nullopt;
      return dtype::object();
    case kind::datetime:
    case kind::timedelta:
      if (size != 8) return std::nullopt;
      return dtype::time(of, time_unit::generic, 1, order);
    default:
      break;
  }
  coding code = coding::standard;
  if (of == kind::floating && size == 1) code = coding::float8_e5m2;
  dtype made = dtype::number(of, size, order, code);
  if (made.kind() != of) return std::nullopt;
  return made;
}

std::optional<kind> kind_of_letter(char letter) noexcept {
  switch (letter) {
    case 'b':
      return kind::boolean;
    case 'i':
      return kind::signed_int;
    case 'u':
      return kind::unsigned_int;
    case 'f':
      return kind::floating;
    case 'c':
      return kind::complex;
    case 'S':
    case 'a':
      return kind::bytes;
    case 'U':
      return kind::text;
    case 'V':
      return kind::opaque;
    case 'M':
      return kind::datetime;
    case 'm':
      return kind::timedelta;
    case 'O':
      return kind::object;
    default:
      return std::nullopt;
  }
}

template <std::size_t Count>
const type_name_row* find_row(const type_name_row (&table)[Count], std::string_view name) noexcept {
  for (const type_name_row& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

/// The decimal size behind the kind; 2^64 - 1 stands for "more than any".
std::optional<std::uint64_t> read_size(std::string_view digits) noexcept {
  if (digits.empty()) return std::nullopt;
  constexpr std::size_t most_digits = 10;
  std::uint64_t size = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return std::nullopt;
    if (digits.size() <= most_digits) size = 10 * size + static_cast<std::uint64_t>(c - '0');
  }
  return digits.size() <= most_digits ? size : UINT64_MAX;
}

/// kind and size, as in "f4"; nothing where the text has another form.
std::optional<result<dtype>> read_sized(std::string_view all, std::string_view rest,
                                        endian order) noexcept {
  const auto of = kind_of_letter(rest.front());
  rest.remove_prefix(1);
  const auto size = read_size(rest);
  if (!of || !size) return std::nullopt;
  const std::uint64_t unit_bytes = *of == kind::text ? 4 : 1;
  if (*size > most_item_bytes / unit_bytes) return result<dtype>(too_large_item(all));
  auto made = make(*of, *size * unit_bytes, order);
  if (!made)
    return result<dtype>(typestr_error(all, "descr names a type of a size it can not have"));
  return result<dtype>(*std::move(made));
}

/// The descr of most files, '<f4' or '|u1': an order, a letter and a digit, as NumPy writes them.
std::optional<dtype> read_ordinary(std::string_view text) noexcept {
  if (text.size() != 3 || !is_digit(text[2])) return std::nullopt;
  const bool number = text[1] == 'i' || text[1] == 'u' || text[1] == 'f' || text[1] == 'c';
  const auto size = static_cast<std::uint64_t>(text[2] - '0');
  if (!number || size == 1 || (text[1] == 'c' && size != 8)) return std::nullopt;
  if (text[0] != '<' && text[0] != '>') return std::nullopt;
  return make(*kind_of_letter(text[1]), size, text[0] == '<' ? endian::little : endian::big);
}

/// Who spells a type like that, told from the spelling NumPy writes.
spelling spelling_of(std::string_view text, const dtype& type) noexcept {
  const bool extension =
      type.coding() >= coding::bfloat16 || (type.kind() == kind::complex && type.item_bytes() == 4);
  char canonical[40];
  bytes::text_sink sink(canonical);
  write_type_string(sink, type);
  const std::string_view expected(canonical, sink.count());
  if (text == expected) {
    const bool hinted = type.kind() == kind::opaque && type.endian() != endian::none;
    return extension || hinted ? spelling::extension : spelling::canonical;
  }
  if (text == bytes::slice(expected, 1)) return spelling::known;
  // cnpy and others write '<u1', ml_dtypes on big-endian machines '>f1'.
  const bool one_byte = type.item_bytes() == 1 && type.endian() == endian::none;
  const bool says_order = text[0] == '<' || text[0] == '>';
  if (one_byte && says_order && bytes::slice(text, 1) == bytes::slice(expected, 1))
    return extension ? spelling::extension : spelling::known;
  if (type.kind() == kind::object && (text == "|O4" || text == "|O8")) return spelling::known;
  return spelling::odd;
}

result<typestr_reading> read_name(std::string_view text, std::string_view rest,
                                  endian order) noexcept {
  if (const type_name_row* row = find_row(type_letter_table, rest)) {
    const dtype type = *make(row->of, row->item_bytes, order);
    const bool string_dtype = rest == "T";
    return typestr_reading{type, string_dtype ? spelling::odd : spelling_of(text, type)};
  }
  if (const type_name_row* row = find_row(type_name_table, text))
    return typestr_reading{*make(row->of, row->item_bytes, order), spelling::known};
  if (text == "datetime64" || text == "timedelta64")
    return typestr_reading{
        dtype::time(text[0] == 'd' ? kind::datetime : kind::timedelta, time_unit::generic),
        spelling::known};
  if (const coding_row* row = find_coding(text))
    return typestr_reading{dtype::number(row->of, row->item_bytes, order, row->code),
                           spelling::named};
  return typestr_error(text);
}

}  // namespace

error typestr_error(std::string_view text, std::string_view summary) noexcept {
  return error({.code = errc::bad_dtype,
                .summary = summary.empty() ? "descr names no dtype" : summary,
                .found = bytes::clipped(text),
                .expected = "a type string such as '<f4', '|u1', '|S5' or '<M8[ns]'"});
}

result<typestr_reading> read_typestr(std::string_view text) noexcept {
  if (text.empty()) return typestr_error(text, "descr is an empty string");
  if (auto ordinary = read_ordinary(text)) return typestr_reading{*std::move(ordinary)};
  if (is_comma_string(text)) return read_comma_string(text);
  std::string_view rest = text;
  endian order = native_endian;
  if (rest.front() == '<' || rest.front() == '>' || rest.front() == '=' || rest.front() == '|') {
    order = rest.front() == '<'   ? endian::little
            : rest.front() == '>' ? endian::big
                                  : native_endian;
    rest.remove_prefix(1);
    if (rest.empty()) return typestr_error(text, "descr is a byte order without a type");
  }
  if (rest.back() == ']') {
    auto made = read_datetime(rest, order);
    if (!made) return typestr_error(text, made.error().parts().summary);
    const spelling how =
        bytes::slice(rest, 1, 1) == "8" ? spelling_of(text, *made) : spelling::known;
    return typestr_reading{*std::move(made), how};
  }
  const bool says_order = text.front() == '<' || text.front() == '>';
  if (auto sized =
          read_sized(text, rest, says_order || rest.front() != 'V' ? order : endian::none)) {
    if (!*sized) return sized->error();
    const spelling how = spelling_of(text, **sized);
    return typestr_reading{**std::move(sized), how};
  }
  return read_name(text, rest, order);
}

}  // namespace nopy
