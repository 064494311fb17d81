// SPDX-License-Identifier: MIT
// A dtype in words, for error messages and listings.
#include <nopy/dtype.hpp>

#include "bytes/text_sink.hpp"
#include "dtype/coding_table.hpp"
#include "dtype/time_unit_table.hpp"

namespace nopy {
namespace {

void write_time(bytes::text_sink& sink, const dtype& type, std::string_view name) noexcept {
  sink.put(name);
  if (type.unit() == time_unit::generic) {
    sink.put(" without a unit");
    return;
  }
  sink.put(type.unit_multiple() == 1 ? " in " : " in steps of ");
  if (type.unit_multiple() != 1) sink.decimal(type.unit_multiple()).put(' ');
  sink.put(facts_of(type.unit()).plural);
}

void write_float(bytes::text_sink& sink, const dtype& type) noexcept {
  const bool pair = type.kind() == kind::complex;
  switch (type.coding()) {
    case coding::standard:
      sink.put(pair ? "complex" : "float").decimal(8 * type.item_bytes());
      return;
    case coding::bfloat16:
      sink.put(pair ? "bcomplex32" : "bfloat16");
      return;
    case coding::extended:
      sink.put(pair ? "complex long double" : "long double");
      break;
    case coding::x87:
      sink.put(pair ? "complex x87 extended" : "x87 extended");
      break;
    case coding::quad:
      sink.put(pair ? "complex float128" : "float128");
      return;
    case coding::double_double:
      sink.put(pair ? "complex double-double" : "double-double");
      return;
    default:
      sink.put(find_coding(type.coding())->name);
      return;
  }
  sink.put(" of ").decimal(type.item_bytes()).put(" bytes");
}

void write_integer(bytes::text_sink& sink, const dtype& type) noexcept {
  if (const coding_row* row = find_coding(type.coding())) {
    sink.put(row->name);
    return;
  }
  sink.put(type.kind() == kind::signed_int ? "int" : "uint").decimal(8 * type.item_bytes());
}

void write(bytes::text_sink& sink, const dtype& type) noexcept;

void write_tree(bytes::text_sink& sink, const dtype& type) noexcept {
  if (type.kind() == kind::subarray) {
    std::string_view between;
    for (const std::uint64_t extent : type.extents())
      sink.put(std::exchange(between, " x ")).decimal(extent);
    sink.put(" of ");
    write(sink, type.base());
    return;
  }
  if (type.fields().empty()) {
    sink.put("record without fields");
    return;
  }
  std::string_view between = "record of ";
  for (const dtype_field& field : type.fields()) {
    sink.put(std::exchange(between, ", ")).put(field.name).put(' ');
    write(sink, field.type);
  }
}

void write(bytes::text_sink& sink, const dtype& type) noexcept {
  const bool swappable = type.kind() != kind::opaque;
  if (type.endian() == endian::big && swappable) sink.put("big-endian ");
  switch (type.kind()) {
    case kind::boolean:
      sink.put("bool");
      return;
    case kind::signed_int:
    case kind::unsigned_int:
      write_integer(sink, type);
      return;
    case kind::floating:
    case kind::complex:
      write_float(sink, type);
      return;
    case kind::bytes:
      sink.put("bytes of ").decimal(type.item_bytes());
      return;
    case kind::text:
      sink.put("text of ").decimal(type.item_bytes() / 4);
      return;
    case kind::datetime:
      write_time(sink, type, "datetime");
      return;
    case kind::timedelta:
      write_time(sink, type, "timedelta");
      return;
    case kind::opaque:
      sink.put("opaque of ").decimal(type.item_bytes()).put(" bytes");
      return;
    case kind::object:
      sink.put("Python object");
      return;
    case kind::record:
    case kind::subarray:
      write_tree(sink, type);
      return;
  }
}

}  // namespace

inline namespace v1 {

std::size_t dtype::write_words(char* out) const noexcept {
  bytes::text_sink sink(out);
  write(sink, *this);
  return sink.count();
}

}  // namespace v1
}  // namespace nopy
