// SPDX-License-Identifier: MIT
#include "header_text.hpp"

#include "escape.hpp"
#include "findings.hpp"
#include "table.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

std::string fact(std::string_view label, std::string_view value) {
  return fmt::format("  {:<12}  {}\n", label, value);
}

std::string field_lines(const dtype& type) {
  table fields;
  fields.column("");
  fields.column("field");
  fields.column("dtype");
  fields.column("offset", align::right);
  fields.column("bytes", align::right);
  for (const dtype_field& field : type.fields()) {
    std::string name = escaped(field.name);
    if (field.title.data() != nullptr) name += " (" + escaped(field.title) + ")";
    fields.row({"               ", name.empty() ? "''" : name, escaped(field.type.words()),
                fmt::format("{}", field.offset), fmt::format("{}", field.type.item_bytes())});
  }
  return fields.text();
}

std::string bytes_fact(const listed_array& of) {
  if (of.head.dtype.has_objects()) return fmt::format("a pickle from byte {} on", of.data_offset());
  std::string text = fmt::format("{} bytes", of.head.data_bytes);
  if (of.head.data_bytes >= 1024) text += " (" + human_bytes(of.head.data_bytes) + ")";
  return text + fmt::format(" from byte {} on, aligned to {}", of.data_offset(), of.alignment());
}

constexpr std::size_t bytes_per_line = 16;

std::string hex_line(std::uint64_t offset, std::string_view bytes, std::string_view meaning) {
  std::string hex, text;
  for (const char c : bytes) {
    const auto value = static_cast<unsigned char>(c);
    hex += fmt::format("{:02x} ", value);
    text += value >= 0x20 && value < 0x7F ? c : '.';
  }
  std::string line = fmt::format("  {:>6}  {:<48} {:<16}  {}", offset, hex, text, meaning);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string header_facts(const listed_array& of) {
  const header& head = of.head;
  const bool record = head.dtype.kind() == kind::record;
  std::string out = fact("version", fmt::format("{}.0", head.major));
  out += fact("descr", escaped(head.dtype.descr()));
  out += fact("dtype", record ? fmt::format("record of {} fields, {} bytes",
                                            head.dtype.fields().size(), head.dtype.item_bytes())
                              : escaped(head.dtype.words()));
  if (record) out += field_lines(head.dtype);
  const std::uint64_t count = head.shape.count();
  out += fact("shape",
              fmt::format("{}  {} item{}", shape_text(head.shape), count, count == 1 ? "" : "s"));
  out += fact("order", head.order == order::c ? "C (row-major)" : "Fortran (column-major)");
  out += fact("header", fmt::format("{} bytes from byte {} on", head.header_bytes,
                                    of.offset + (head.major == 1 ? 10 : 12)));
  out += fact("data", bytes_fact(of));
  out += fact("mappable", of.mappable()              ? "yes"
                          : of.cut()                 ? "no: the data ends early"
                          : head.dtype.has_objects() ? "no: the elements are Python objects"
                                                     : "no: the data is not aligned for its type");
  if (head.findings.empty()) out += fact("findings", "none");
  std::string_view label = "findings";
  for (const finding& one : head.findings) {
    out += fact(label, fmt::format("{}: {} [{}]", severity_word(one.severity),
                                   escaped(one_line(one.what)), one.what.id()));
    label = "";
  }
  return out;
}

std::string header_bytes_text(const input& from, const listed_array& of) {
  const std::string bytes = from.read(of.offset, of.head.data_offset);
  std::string out;
  core::explain_header(std::as_bytes(std::span(bytes)), [&](const header_span& span) {
    std::string_view meaning = span.meaning;
    std::string_view rest = std::string_view(bytes).substr(
        static_cast<std::size_t>(span.range.offset), static_cast<std::size_t>(span.range.count));
    for (std::uint64_t at = of.offset + span.range.offset; !rest.empty(); at += bytes_per_line) {
      out += hex_line(at, rest.substr(0, bytes_per_line), meaning);
      rest.remove_prefix(std::min(rest.size(), bytes_per_line));
      meaning = "";
    }
  });
  return out;
}

}  // namespace nopy::cli
