// SPDX-License-Identifier: MIT
#include "engine/array_json.hpp"

#include "bytes/tuple_text.hpp"
#include "engine/columns.hpp"
#include "zip/names.hpp"

#include <bit>

namespace nopy::engine {
namespace {

constexpr std::string_view kind_names[] = {
    "boolean",  "signed_int", "unsigned_int", "floating", "complex",  "bytes", "text",
    "datetime", "timedelta",  "opaque",       "record",   "subarray", "object"};
constexpr std::string_view coding_names[] = {"standard",
                                             "extended",
                                             "x87",
                                             "quad",
                                             "double_double",
                                             "bfloat16",
                                             "float8_e5m2",
                                             "float8_e4m3fn",
                                             "float8_e4m3fnuz",
                                             "float8_e5m2fnuz",
                                             "float8_e4m3b11fnuz",
                                             "float8_e4m3",
                                             "float8_e3m4",
                                             "float8_e8m0fnu",
                                             "float6_e2m3fn",
                                             "float6_e3m2fn",
                                             "float4_e2m1fn",
                                             "int4",
                                             "uint4",
                                             "int2",
                                             "uint2",
                                             "int1",
                                             "uint1"};
constexpr std::string_view endian_names[] = {"little", "big", "none"};

constexpr std::uint64_t most_alignment = 4096;

void put_words(json_writer& to, const dtype& type) noexcept {
  to.key("descr").text_from([&](nopy::bytes::text_sink& sink) {
    sink.put_from([&](char* out) { return type.write_descr(out); });
  });
  to.key("words").text_from([&](nopy::bytes::text_sink& sink) {
    sink.put_from([&](char* out) { return type.write_words(out); });
  });
}

void put_column(json_writer& to, const column& of) noexcept {
  to.open('{').key("name").text({of.name.data(), of.name.size()});
  to.key("offset").number(of.offset);
  to.key("bytes").number(of.type.item_bytes());
  to.key("kind").text(kind_names[static_cast<std::size_t>(of.type.kind())]);
  put_words(to, of.type);
  to.key("numeric").boolean(is_numeric(of.type));
  to.close('}');
}

/// The fields of a record, nested; of an array of records too. Recursion is bounded by the nesting of records.
void put_fields(json_writer& to, const dtype& type) noexcept {
  to.open('[');
  for (const dtype_field& field : type.fields()) {
    const bool many = field.type.kind() == kind::subarray;
    to.open('{').key("name").text(field.name);
    to.key("title").text_or_null(field.title);
    to.key("offset").number(field.offset);
    to.key("bytes").number(field.type.item_bytes());
    put_words(to, field.type);
    to.key("extents").extents(many ? field.type.extents() : std::span<const std::uint64_t>());
    put_fields(to.key("fields"), many ? field.type.base() : field.type);
    to.close('}');
  }
  to.close(']');
}

/// Bytes of an item that belong to no field, at any depth. Bounded like `put_fields`.
std::uint64_t padding_of(const dtype& type) noexcept {
  if (type.kind() == kind::subarray) {
    const std::uint64_t one = type.base().item_bytes();
    return one == 0 ? 0 : type.item_bytes() / one * padding_of(type.base());
  }
  if (type.kind() != kind::record) return 0;
  std::uint64_t used = 0;
  for (const dtype_field& field : type.fields())
    used += field.type.item_bytes() - padding_of(field.type);
  return type.item_bytes() - used;
}

void put_columns(json_writer& to, const dtype& type) noexcept {
  const auto columns = columns_of(type);
  to.key("columns").open('[');
  if (columns)
    for (const column& one : columns->columns) put_column(to, one);
  to.close(']');
  to.key("columnsLeftOut").number(columns ? columns->left_out : 0);
}

std::uint64_t alignment_of(std::uint64_t offset) noexcept {
  if (offset == 0) return most_alignment;
  return std::uint64_t{1} << std::min(std::countr_zero(offset), std::countr_zero(most_alignment));
}

void put_place(json_writer& to, const array_state& of) noexcept {
  const bool deflated = of.bytes.is_deflated();
  const std::uint64_t offset = of.bytes.stored_offset() + of.head.data_offset;
  const std::uint64_t alignment = deflated ? 0 : alignment_of(offset);
  to.key("fileOffset");
  deflated ? to.null() : to.number(offset);
  to.key("alignment").number(alignment);
  to.key("mappable")
      .text(of.type().has_objects()              ? "no, objects"
            : deflated                           ? "no, deflated"
            : alignment >= of.type().alignment() ? "yes, aligned"
                                                 : "yes, unaligned");
}

}  // namespace

void put_findings(json_writer& to, const finding_list& findings) noexcept {
  to.open('[');
  for (const finding& one : findings) to.finding_of(one);
  to.close(']');
}

void put_array(json_writer& to, const array_state& of) noexcept {
  const header& head = of.head;
  const dtype& type = head.dtype;
  to.open('{').key("member").signed_number(of.member == no_member ? -1 : std::int64_t{of.member});
  char version[] = {static_cast<char>('0' + head.major), '.', '0'};
  to.key("version").text({version, sizeof version});
  put_words(to, type);
  to.key("kind").text(kind_names[static_cast<std::size_t>(type.kind())]);
  to.key("coding").text(coding_names[static_cast<std::size_t>(type.coding())]);
  to.key("endian").text(endian_names[static_cast<std::size_t>(type.endian())]);
  to.key("itemBytes").number(type.item_bytes());
  to.key("shape").extents({head.shape.begin(), head.shape.end()});
  to.key("shapeText").text_from([&](nopy::bytes::text_sink& sink) {
    nopy::bytes::put_tuple(sink, head.shape, max_rank);
  });
  to.key("count").number(head.shape.count());
  to.key("order").text(head.order == order::c ? "C" : "F");
  to.key("headerBytes").number(head.header_bytes);
  to.key("dataOffset").number(head.data_offset);
  to.key("dataBytes").number(head.data_bytes);
  to.key("presentBytes").number(of.present_bytes);
  put_place(to, of);
  to.key("findings").open('[');
  for (const finding& one : of.findings) to.finding_of(one);
  for (const finding& one : head.findings) to.finding_of(one);
  to.close(']');
  put_columns(to, type);
  put_fields(to.key("fields"), type);
  to.key("paddingBytes").number(padding_of(type));
  to.close('}');
}

void put_peeked(json_writer& to, opened_file& file, std::uint32_t member) noexcept {
  const auto* place = file.slot(member);
  const array_state* of = place == nullptr ? nullptr : place->get();
  to.open('{').key("index").number(member);
  to.key("array");
  of == nullptr || of->wrong ? (void)to.null() : put_array(to, *of);
  to.key("error");
  if (of == nullptr)
    to.put_error(error(errc::not_found, "the archive has no member at that position"));
  else if (of->wrong)
    to.put_error(*of->wrong);
  else
    to.null();
  const bool understood = of != nullptr && of->local_bytes != 0;
  to.key("localBytes");
  understood ? to.number(of->local_bytes) : to.null();
  to.key("dataOffset");
  understood ? to.number(file.members.at(member).header_offset + of->local_bytes) : to.null();
  to.close('}');
}

void put_member(json_writer& to, const opened_file& file, std::uint32_t member) noexcept {
  const zip::entry one = file.members.at(member);
  const zip::utf8_name name(one.name, one.flags);
  to.open('{').key("index").number(member);
  to.key("name").text(name.text());
  to.key("key").text(zip::key_of(name.text()));
  to.key("method");
  if (one.method == zip::method_stored)
    to.text("stored");
  else if (one.method == zip::method_deflated)
    to.text("deflated");
  else
    to.text_from([&](nopy::bytes::text_sink& sink) { sink.put("method ").decimal(one.method); });
  to.key("bytes").number(one.uncompressed_bytes);
  to.key("compressedBytes").number(one.compressed_bytes);
  to.key("crc32").number(one.crc32);
  to.key("flags").number(one.flags);
  to.key("headerOffset").number(one.header_offset);
  to.key("recordOffset").number(one.record_offset);
  to.key("recordBytes").number(file.members.record_bytes(member).size());
  to.key("shared").boolean(file.shared[member]);
  const auto checked = file.members.checked(member);
  to.key("error");
  checked ? to.null() : to.put_error(checked.error());
  to.close('}');
}

}  // namespace nopy::engine
