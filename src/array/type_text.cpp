// SPDX-License-Identifier: MIT
// The spellings of a dtype in messages.
#include "array/type_text.hpp"

#include "dtype/coding_table.hpp"
#include "dtype/time_unit_table.hpp"

namespace nopy::inline v1::core {
namespace {

constexpr std::size_t longest_spelling = 120;

void put_float(bytes::text_sink& sink, const dtype& type, std::uint64_t item_bytes) noexcept {
  if (type.coding() == coding::bfloat16) {
    sink.put("nopy::bfloat16");
  } else if (const coding_row* row = find_coding(type.coding())) {
    sink.put("nopy::float8<nopy::coding::").put(row->name).put('>');
  } else if (item_bytes == 2) {
    sink.put("nopy::float16");
  } else if (item_bytes == 4) {
    sink.put("float");
  } else if (item_bytes == 8) {
    sink.put("double");
  } else {
    sink.put("long double");
  }
}

void put_time(bytes::text_sink& sink, const dtype& type) noexcept {
  sink.put(type.kind() == kind::datetime ? "nopy::datetime64<nopy::time_unit::"
                                         : "nopy::timedelta64<nopy::time_unit::");
  sink.put(type.unit() == time_unit::generic ? "generic" : facts_of(type.unit()).plural);
  if (type.unit_multiple() != 1) sink.put(", ").decimal(type.unit_multiple());
  sink.put('>');
}

void put_integer(bytes::text_sink& sink, const dtype& type) noexcept {
  sink.put(type.kind() == kind::signed_int ? "std::int" : "std::uint");
  sink.decimal(8 * type.item_bytes()).put("_t");
}

/// Writes what `write(char*)` writes, which counts only where given null.
template <class Write>
void put_by(bytes::text_sink& sink, Write&& write) noexcept {
  const std::size_t count = write(nullptr);
  if (count > longest_spelling) return;
  char text[longest_spelling];
  write(text);
  sink.put(std::string_view(text, count));
}

}  // namespace

void put_type(bytes::text_sink& sink, const dtype& type) noexcept {
  const auto descr = [&](char* out) { return type.write_descr(out); };
  const auto words = [&](char* out) { return type.write_words(out); };
  if (descr(nullptr) > longest_spelling || words(nullptr) > longest_spelling) {
    sink.put("a record of ").decimal(type.item_bytes()).put(" bytes with ");
    sink.decimal(type.fields().size()).put(" fields");
    return;
  }
  const bool quoted = type.kind() != kind::record && type.kind() != kind::subarray;
  if (quoted) sink.put('\'');
  put_by(sink, descr);
  if (quoted) sink.put('\'');
  if (type.kind() == kind::record) return;
  sink.put(" (");
  put_by(sink, words);
  sink.put(')');
}

void put_cpp_type(bytes::text_sink& sink, const dtype& type, spelled_for verb) noexcept {
  switch (type.kind()) {
    case kind::boolean:
      sink.put(verb == spelled_for::load ? "bool" : "nopy::boolean");
      return;
    case kind::signed_int:
    case kind::unsigned_int:
      if (type.coding() == coding::standard) return put_integer(sink, type);
      break;
    case kind::floating:
      put_float(sink, type, type.item_bytes());
      return;
    case kind::complex:
      sink.put("nopy::complex<");
      put_float(sink, type, type.item_bytes() / 2);
      sink.put('>');
      return;
    case kind::bytes:
      sink.put("nopy::fixed_bytes<").decimal(type.item_bytes()).put('>');
      return;
    case kind::text:
      sink.put("nopy::fixed_text<").decimal(type.item_bytes() / 4).put('>');
      return;
    case kind::datetime:
    case kind::timedelta:
      return put_time(sink, type);
    case kind::record:
      sink.put("your_struct");
      return;
    case kind::opaque:
    case kind::subarray:
    case kind::object:
      break;
  }
  sink.put("std::array<std::byte, ").decimal(type.item_bytes()).put('>');
}

void put_call(bytes::text_sink& sink, spelled_for verb, const dtype& type,
              std::size_t rank) noexcept {
  const bool swapped = verb == spelled_for::map && type.endian() != native_endian &&
                       type.endian() != endian::none && type.item_bytes() <= 8 &&
                       (type.kind() == kind::signed_int || type.kind() == kind::unsigned_int ||
                        type.kind() == kind::floating);
  sink.put(verb == spelled_for::load ? "load<" : "map<");
  if (swapped) sink.put(type.endian() == endian::big ? "nopy::big<" : "nopy::little<");
  put_cpp_type(sink, type, verb);
  if (swapped) sink.put('>');
  if (rank != any_rank) sink.put(", ").decimal(rank);
  sink.put('>');
}

}  // namespace nopy::inline v1::core
