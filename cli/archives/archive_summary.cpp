// SPDX-License-Identifier: MIT
#include "archives/archive_summary.hpp"

#include "input/listing.hpp"
#include "items/header_text.hpp"
#include "printing/escape.hpp"
#include "printing/findings.hpp"
#include "printing/table.hpp"

#include <fmt/core.h>

#include <map>

namespace nopy::cli {
namespace {

struct told_finding {
  std::string member;  // its stored name, or empty
  finding what;
};

struct summary {
  std::uint64_t members = 0, arrays = 0, mappable = 0;
  std::uint64_t compressed_bytes = 0, uncompressed_bytes = 0;
  std::map<std::string, std::uint64_t> methods{};
  std::vector<told_finding> findings{};
};

void take_in(summary& into, const listed_member& of) {
  ++into.members;
  into.arrays += of.array.has_value();
  into.mappable += of.array && of.array->mappable();
  if (!of.failed) {  // else its sizes may be any number
    into.compressed_bytes += of.of.compressed_bytes();
    into.uncompressed_bytes += of.of.uncompressed_bytes();
  }
  ++into.methods[method_name(of.of.compression())];
  const std::string name(of.of.stored_name());
  if (of.failed) into.findings.push_back({name, {severity::error, *of.failed}});
  for (const finding& one : of.findings) into.findings.push_back({name, one});
  if (!of.array) return;
  for (const finding& one : of.array->head.findings) into.findings.push_back({name, one});
}

summary sum_up(const input& from) {
  summary made;
  const npz_reader& all = from.archive();
  for (const finding& one : all.findings()) made.findings.push_back({"", one});
  for (const member& one : all) take_in(made, look_at(all, one));
  return made;
}

std::string count_of(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string bytes_text(std::uint64_t bytes) {
  return bytes < 1024 ? fmt::format("{} bytes", bytes)
                      : fmt::format("{} bytes ({})", bytes, human_bytes(bytes));
}

std::string text_of(const input& from, const summary& of) {
  std::string out = escaped(from.name()) + "\n";
  std::string members = fmt::format("{}", of.members);
  if (of.arrays != of.members) members += ", " + count_of(of.arrays, "array") + " among them";
  out += fact("members", members);
  std::string methods;
  for (const auto& [name, count] : of.methods)
    methods += fmt::format("{}{} {}", methods.empty() ? "" : ", ", count, name);
  if (!methods.empty()) out += fact("stored as", methods);
  std::string bytes = bytes_text(of.uncompressed_bytes);
  if (of.compressed_bytes != of.uncompressed_bytes)
    bytes += ", compressed to " + bytes_text(of.compressed_bytes);
  out += fact("bytes", bytes);
  out += fact("mappable", of.mappable == of.arrays && of.arrays != 0
                              ? std::string("all arrays")
                              : fmt::format("{} of {}", of.mappable, count_of(of.arrays, "array")));
  if (of.findings.empty()) return out + fact("findings", "none");
  std::string_view label = "findings";
  for (const told_finding& one : of.findings) {
    const std::string whose = one.member.empty() ? "" : escaped(one.member) + ": ";
    out += fact(label, fmt::format("{}{}: {} [{}]", whose, severity_word(one.what.severity),
                                   escaped(one_line(one.what.what)), one.what.what.id()));
    label = "";
  }
  return out;
}

std::string json_of(const input& from, const summary& of) {
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").path(from.name()).key("kind").text("npz");
  out.key("member_count").number(of.members).key("array_count").number(of.arrays);
  out.key("mappable_count").number(of.mappable);
  out.key("compressed_bytes").number(of.compressed_bytes);
  out.key("uncompressed_bytes").number(of.uncompressed_bytes).key("methods").begin_object();
  for (const auto& [name, count] : of.methods) out.key(name).number(count);
  out.end_object().key("findings").begin_list();
  for (const told_finding& one : of.findings)
    write_json_finding(out, one.what,
                       one.member.empty() ? std::string_view() : std::string_view(one.member));
  out.end_list().end_object();
  return line + "\n";
}

}  // namespace

std::string archive_summary(const input& from, bool as_json) {
  const summary made = sum_up(from);
  return as_json ? json_of(from, made) : text_of(from, made);
}

}  // namespace nopy::cli
