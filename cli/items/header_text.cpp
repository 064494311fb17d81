// SPDX-License-Identifier: MIT
#include "items/header_text.hpp"

#include "printing/escape.hpp"
#include "printing/findings.hpp"
#include "printing/table.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

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

/// Where something lies: in the file, or in the member where that is compressed.
std::string place(const listed_array& of, std::uint64_t in_stream) {
  if (of.offset) return fmt::format("from byte {} on", *of.offset + in_stream);
  return fmt::format("from byte {} of the member on", in_stream);
}

std::string bytes_fact(const listed_array& of) {
  const std::string where = place(of, of.head.data_offset);
  if (of.head.dtype.has_objects()) return "a pickle " + where;
  std::string text = fmt::format("{} bytes", of.head.data_bytes);
  if (of.head.data_bytes >= 1024) text += " (" + human_bytes(of.head.data_bytes) + ")";
  text += " " + where;
  return of.alignment() ? text + fmt::format(", aligned to {}", *of.alignment()) : text;
}

std::string member_fact(const member& of) {
  std::string text = escaped(of.stored_name());
  if (!of.alias().empty()) text += fmt::format(" (also {})", escaped(of.alias()));
  if (of.compression() == compression::stored)
    return text + fmt::format(", {} bytes stored", of.uncompressed_bytes());
  return text + fmt::format(", {} bytes {} to {}", of.uncompressed_bytes(),
                            method_name(of.compression()), of.compressed_bytes());
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

std::string record_words(const dtype& type) {
  return fmt::format("record of {} fields, {} bytes", type.fields().size(), type.item_bytes());
}

}  // namespace

std::string brief_words(const dtype& type) {
  constexpr std::size_t widest = 50;
  std::string words = escaped(type.words());
  if (type.kind() == kind::record && display_width(words) > widest) return record_words(type);
  return words;
}

std::string fact(std::string_view label, std::string_view value) {
  return fmt::format("  {:<12}  {}\n", label, value);
}

std::string finding_facts(const std::vector<finding>& all) {
  if (all.empty()) return fact("findings", "none");
  std::string out;
  std::string_view label = "findings";
  for (const finding& one : all) {
    out += fact(label, fmt::format("{}: {} [{}]", severity_word(one.severity),
                                   escaped(one_line(one.what)), one.what.id()));
    label = "";
  }
  return out;
}

std::string header_facts(const listed_array& of) {
  const header& head = of.head;
  const bool record = head.dtype.kind() == kind::record;
  std::string out;
  if (of.of) out += fact("member", member_fact(*of.of));
  out += fact("version", fmt::format("{}.0", head.major));
  out += fact("descr", escaped(head.dtype.descr()));
  out += fact("dtype", record ? record_words(head.dtype) : escaped(head.dtype.words()));
  if (record) out += field_lines(head.dtype);
  const std::uint64_t count = head.shape.count();
  out += fact("shape",
              fmt::format("{}  {} item{}", shape_text(head.shape), count, count == 1 ? "" : "s"));
  out += fact("order", head.order == order::c ? "C (row-major)" : "Fortran (column-major)");
  out += fact("header",
              fmt::format("{} bytes {}", head.header_bytes, place(of, head.major == 1 ? 10 : 12)));
  out += fact("data", bytes_fact(of));
  out += fact("mappable", of.mappable_words());
  return out + finding_facts({head.findings.begin(), head.findings.end()});
}

std::string member_facts(const listed_member& of) {
  return fact("member", member_fact(of.of)) + fact("dtype", "none: this member is no array") +
         finding_facts(of.findings);
}

std::string header_bytes(const input& from, const listed_array& of) {
  return from.read(of.of ? 0 : *of.offset, of.head.data_offset);
}

std::string header_bytes_text(const input& from, const listed_array& of) {
  const std::string bytes = header_bytes(from, of);
  const std::uint64_t base = of.offset.value_or(0);
  std::string out;
  core::explain_header(std::as_bytes(std::span(bytes)), [&](const header_span& span) {
    std::string_view meaning = span.meaning;
    std::string_view rest = std::string_view(bytes).substr(
        static_cast<std::size_t>(span.range.offset), static_cast<std::size_t>(span.range.count));
    for (std::uint64_t at = base + span.range.offset; !rest.empty(); at += bytes_per_line) {
      out += hex_line(at, rest.substr(0, bytes_per_line), meaning);
      rest.remove_prefix(std::min(rest.size(), bytes_per_line));
      meaning = "";
    }
  });
  return out;
}

}  // namespace nopy::cli
