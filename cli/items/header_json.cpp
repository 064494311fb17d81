// SPDX-License-Identifier: MIT
#include "items/header_json.hpp"

#include "items/item_json.hpp"
#include "printing/findings.hpp"
#include "zip/names.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

void number_or_null(json_writer& out, std::string_view key, std::optional<std::uint64_t> value) {
  out.key(key);
  if (value)
    out.number(*value);
  else
    out.null();
}

/// How NumPy names it, and how the archive does; both null for a file of its own.
void write_names(json_writer& out, const std::optional<member>& of) {
  if (!of) {
    out.key("name").null().key("member").null();
    return;
  }
  out.key("name").text(of->name()).key("member").text(of->stored_name());
  if (of->alias().empty()) return;
  out.key("aliases").begin_list().text(zip::key_of(of->alias())).end_list();
}

void write_storage(json_writer& out, const member& of) {
  out.key("method").text(method_name(of.compression()));
  out.key("compressed_bytes").number(of.compressed_bytes());
  out.key("uncompressed_bytes").number(of.uncompressed_bytes());
  out.key("crc32").text(fmt::format("{:08x}", of.crc32()));
}

}  // namespace

void write_json_array(json_writer& out, const listed_array& of) {
  const header& head = of.head;
  write_names(out, of.of);
  out.key("version").text(fmt::format("{}.0", head.major));
  out.key("descr");
  write_json_descr(out, head.dtype);
  out.key("dtype").text(head.dtype.words());
  out.key("shape");
  write_json_shape(out, head.shape);
  out.key("fortran_order").boolean(head.order == order::fortran);
  out.key("header_bytes").number(head.header_bytes);
  number_or_null(out, "data_offset", of.data_offset());
  number_or_null(out, "data_bytes",
                 head.dtype.has_objects() ? std::nullopt : std::optional(head.data_bytes));
  number_or_null(out, "alignment", of.alignment());
  out.key("mappable").boolean(of.mappable());
  if (of.of) write_storage(out, *of.of);
  out.key("findings");
  write_json_findings(out, {head.findings.begin(), head.findings.end()},
                      of.of ? of.of->stored_name() : std::string_view());
}

void write_json_member(json_writer& out, const listed_member& of) {
  if (of.array) return write_json_array(out, *of.array);
  write_names(out, of.of);
  for (const char* key : {"version", "descr", "dtype", "shape", "fortran_order", "header_bytes",
                          "data_offset", "data_bytes", "alignment"})
    out.key(key).null();
  out.key("mappable").boolean(false);
  write_storage(out, of.of);
  std::vector<finding> all = of.findings;
  if (of.failed) all.insert(all.begin(), {severity::error, *of.failed});
  out.key("findings");
  write_json_findings(out, all, of.of.stored_name());
}

}  // namespace nopy::cli
