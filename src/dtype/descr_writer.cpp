// SPDX-License-Identifier: MIT
// Writes descr as NumPy does: type strings, and the list of a record with its padding. Source:
// docs/format.md, "dtypes".
#include "dtype/descr_writer.hpp"

#include "bytes/tuple_text.hpp"
#include "dtype/kind_letter.hpp"
#include "dtype/python_repr.hpp"
#include "dtype/time_unit_table.hpp"

namespace nopy {
namespace {

constexpr char order_letter(endian order) noexcept {
  return order == endian::little ? '<' : order == endian::big ? '>' : '|';
}

/// ml_dtypes' types have byte order "native", so even their one-byte types begin with '<'; here on every machine, for
/// one byte has no order, and what is written is not to depend on who writes it.
bool write_extension(bytes::text_sink& sink, const dtype& type) noexcept {
  if (type.coding() < coding::bfloat16) return false;
  sink.put(type.endian() == endian::big ? '>' : '<');
  sink.put(is_written_as_void(type) ? 'V' : 'f').decimal(type.item_bytes());
  return true;
}

void write_gap(bytes::text_sink& sink, std::uint64_t gap) noexcept {
  sink.put("('', '|V").decimal(gap).put("')");
}

void write_field(bytes::text_sink& sink, const dtype_field& field) noexcept {
  sink.put('(');
  if (field.title.data() != nullptr) {
    sink.put('(');
    python::write_str_repr(sink, field.title);
    sink.put(", ");
    python::write_str_repr(sink, field.name);
    sink.put("), ");
  } else {
    python::write_str_repr(sink, field.name);
    sink.put(", ");
  }
  write_descr_literal(sink, field.type.base());
  if (field.type.kind() == kind::subarray) {
    sink.put(", ");
    bytes::put_tuple(sink, field.type.extents());
  }
  sink.put(')');
}

void write_record(bytes::text_sink& sink, const dtype& type) noexcept {
  sink.put('[');
  std::uint64_t offset = 0;
  std::string_view between;
  const auto separate = [&] { sink.put(std::exchange(between, ", ")); };
  for (const dtype_field& field : type.fields()) {
    if (field.offset > offset) {
      separate();
      write_gap(sink, field.offset - offset);
    }
    separate();
    write_field(sink, field);
    offset = field.offset + field.type.item_bytes();
  }
  if (type.item_bytes() > offset) {
    separate();
    write_gap(sink, type.item_bytes() - offset);
  }
  sink.put(']');
}

}  // namespace

bool is_written_as_void(const dtype& type) noexcept {
  return type.kind() == kind::opaque ||
         (type.coding() >= coding::bfloat16 && type.coding() != coding::float8_e5m2);
}

void write_type_string(bytes::text_sink& sink, const dtype& type) noexcept {
  if (write_extension(sink, type)) return;
  sink.put(order_letter(type.endian())).put(kind_letter(type.kind()));
  if (type.kind() == kind::object) return;
  sink.decimal(type.kind() == kind::text ? type.item_bytes() / 4 : type.item_bytes());
  const bool timed = type.kind() == kind::datetime || type.kind() == kind::timedelta;
  if (!timed || type.unit() == time_unit::generic) return;
  sink.put('[');
  if (type.unit_multiple() != 1) sink.decimal(type.unit_multiple());
  sink.put(facts_of(type.unit()).symbol).put(']');
}

void write_descr_literal(bytes::text_sink& sink, const dtype& type) noexcept {
  if (type.kind() == kind::record) {
    write_record(sink, type);
  } else if (type.kind() == kind::subarray) {
    sink.put('(');
    write_descr_literal(sink, type.base());
    sink.put(", ");
    bytes::put_tuple(sink, type.extents());
    sink.put(')');
  } else {
    sink.put('\'');
    write_type_string(sink, type);
    sink.put('\'');
  }
}

inline namespace v1 {

std::size_t dtype::write_descr(char* out) const noexcept {
  bytes::text_sink sink(out);
  if (kind_ == kind::record || kind_ == kind::subarray)
    write_descr_literal(sink, *this);
  else
    write_type_string(sink, *this);
  return sink.count();
}

}  // namespace v1
}  // namespace nopy
