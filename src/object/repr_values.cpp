// SPDX-License-Identifier: MIT
// The values in a repr, spelled as Python and NumPy spell them: numbers, text, dates, and what stands
// around the items of an array.
#include "object/repr_writer.hpp"

#include "dtype/python_repr.hpp"

#include <nopy/print.hpp>

#include <iterator>

namespace nopy::object {
namespace {

const std::byte* as_bytes(const char* text) noexcept {
  return reinterpret_cast<const std::byte*>(text);
}

}  // namespace

void repr_writer::text_element(const nopy::dtype& type, const char* item) noexcept {
  const std::size_t room = full() ? 0 : most_ - out_.count();
  const auto point_at = [&](std::size_t i) {
    std::uint32_t unit;
    std::memcpy(&unit, item + 4 * i, 4);
    if (type.endian() != native_endian) unit = __builtin_bswap32(unit);
    return static_cast<char32_t>(unit);
  };
  std::size_t count = static_cast<std::size_t>(type.item_bytes()) / 4;
  while (count > 0 && point_at(count - 1) == 0) --count;
  python::write_str_repr(out_, count < room ? count : room, point_at);
}

void repr_writer::element(const nopy::dtype& type, const char* item) noexcept {
  switch (type.kind()) {
    case nopy::kind::text:
      return text_element(type, item);
    case nopy::kind::bytes: {
      std::string_view raw(item, static_cast<std::size_t>(type.item_bytes()));
      while (raw.ends_with('\0')) raw.remove_suffix(1);
      return python::write_bytes_repr(out_, clip(raw));
    }
    case nopy::kind::datetime:
      out_.put('\'');
      out_.put_from([&](char* to) { return write_value(type, as_bytes(item), to); });
      out_.put('\'');
      return;
    default:
      out_.put_from([&](char* to) { return write_value(type, as_bytes(item), to); });
  }
}

void repr_writer::scalar(const object_node& node) noexcept {
  const bool time = node.dtype()->kind() == nopy::kind::datetime;
  const bool span = node.dtype()->kind() == nopy::kind::timedelta;
  if (time || span) out_.put(time ? "datetime64(" : "timedelta64(");
  element(*node.dtype(), node.text);
  if (time || span) out_.put(')');
}

void repr_writer::opening_brackets(const nopy::shape& shape, std::uint64_t item) noexcept {
  if (item != 0) out_.put(", ");
  std::uint64_t block = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    block *= shape[axis];
    if (item % block == 0) out_.put('[');
  }
}

void repr_writer::closing_brackets(const nopy::shape& shape, std::uint64_t item) noexcept {
  std::uint64_t block = 1;
  for (std::size_t axis = shape.rank(); axis-- > 0;) {
    block *= shape[axis];
    if ((item + 1) % block == 0) out_.put(']');
  }
}

/// ", dtype=...)", which NumPy leaves out for the types a literal has by itself. As on a little-endian machine,
/// whatever this one is: the text of a file is the same everywhere.
void repr_writer::array_end(const object_node& node) noexcept {
  const nopy::dtype type = node.dtype() == nullptr ? nopy::dtype() : *node.dtype();
  const bool empty = node.shape->count() == 0;
  if (empty) out_.put("[]");
  if (empty && node.shape->rank() > 1) {
    out_.put(", shape=(");
    for (std::size_t axis = 0; axis < node.shape->rank(); ++axis)
      (axis == 0 ? out_ : out_.put(", ")).decimal((*node.shape)[axis]);
    out_.put(')');
  }
  const bool number = type.kind() == nopy::kind::signed_int ||
                      type.kind() == nopy::kind::unsigned_int ||
                      type.kind() == nopy::kind::floating || type.kind() == nopy::kind::complex;
  const bool plain = type == nopy::dtype::boolean() ||
                     type == nopy::dtype::number(nopy::kind::signed_int, 8, endian::little) ||
                     type == nopy::dtype::number(nopy::kind::floating, 8, endian::little) ||
                     type == nopy::dtype::number(nopy::kind::complex, 16, endian::little);
  if (!plain || empty) {
    out_.put(", dtype=");
    const bool bare = type.kind() == nopy::kind::record;
    if (node.symbol == symbol::string_dtype)
      out_.put("StringDType()");
    else if (type.kind() == nopy::kind::object)
      out_.put("object");
    else if (number && type.endian() != endian::big)
      out_.put_from([&](char* to) { return type.write_words(to); });
    else if (bare)
      out_.put_from([&](char* to) { return type.write_descr(to); });
    else
      out_.put('\'').put_from([&](char* to) { return type.write_descr(to); }).put('\'');
  }
  out_.put(')');
}

void repr_writer::numbers(const object_node& node) noexcept {
  out_.put("array(");
  const auto item_bytes =
      node.dtype() == nullptr ? 0 : static_cast<std::size_t>(node.dtype()->item_bytes());
  for (std::uint64_t i = 0, count = node.shape->count(); i < count && !full(); ++i) {
    opening_brackets(*node.shape, i);
    element(*node.dtype(), node.text + static_cast<std::size_t>(i) * item_bytes);
    closing_brackets(*node.shape, i);
  }
  if (!full()) array_end(node);
}

/// "datetime.datetime(2026, 11, 29, 12, 0": the numbers of the ISO form, of which those behind the
/// first `least` are left out where they and all behind them are zero.
void repr_writer::moment(const object_node& node, std::string_view name,
                         std::size_t least) noexcept {
  std::uint64_t numbers[7] = {};
  std::size_t count = 0;
  bool inside = false;
  for (const char c : node.view()) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && !inside && count < 7) ++count;
    if (digit) numbers[count - 1] = numbers[count - 1] * 10 + static_cast<unsigned>(c - '0');
    inside = digit;
  }
  while (count > least && numbers[count - 1] == 0) --count;
  out_.put("datetime.").put(name).put('(');
  for (std::size_t i = 0; i < count; ++i) (i == 0 ? out_ : out_.put(", ")).decimal(numbers[i]);
  out_.put(node.count == 0 ? ")" : ", tzinfo=");
}

void repr_writer::timedelta(const object_node& node) noexcept {
  constexpr std::string_view names[] = {"days=", "seconds=", "microseconds="};
  out_.put("datetime.timedelta(");
  bool any = false;
  for (std::size_t i = 0; i < std::size(names); ++i) {  // as `make_timedelta` made it
    if (node.item(i)->view() == "0") continue;
    (any ? out_.put(", ") : out_).put(names[i]).put(node.item(i)->view());
    any = true;
  }
  out_.put(any ? ")" : "0)");
}

bool repr_writer::leaf(const object_node& node) noexcept {
  switch (node.kind) {
    case value_kind::none:
      out_.put("None");
      return true;
    case value_kind::boolean:
      out_.put(node.text_bytes != 0 ? "True" : "False");
      return true;
    case value_kind::integer:
      out_.put(clip(node.view()));
      return true;
    case value_kind::floating:
      element(nopy::dtype::number(nopy::kind::floating, 8), node.text);
      return true;
    case value_kind::complex:
      element(nopy::dtype::number(nopy::kind::complex, 16), node.text);
      return true;
    case value_kind::text:
      python::write_str_repr(out_, clip(node.view()));
      return true;
    case value_kind::bytes: {
      const bool array = node.symbol == symbol::bytearray_class;
      if (array) out_.put("bytearray(");
      python::write_bytes_repr(out_, clip(node.view()));
      if (array) out_.put(')');
      return true;
    }
    case value_kind::scalar:
      scalar(node);
      return true;
    case value_kind::timedelta:
      timedelta(node);
      return true;
    case value_kind::name:
      out_.put('<').put(clip(node.view())).put('>');
      return true;
    default:
      return false;
  }
}

}  // namespace nopy::object
