// SPDX-License-Identifier: MIT
// `nopy info`: everything about one array, or an archive in a few lines.
#include "archives/archive_summary.hpp"
#include "command/command_table.hpp"
#include "input/member_options.hpp"
#include "input/operands.hpp"
#include "items/header_json.hpp"
#include "items/header_text.hpp"
#include "output/output.hpp"
#include "printing/escape.hpp"
#include "printing/findings.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

void write_json_spans(json_writer& out, const input& from, const listed_array& of) {
  const std::string bytes = header_bytes(from, of);
  const std::uint64_t base = of.offset.value_or(0);
  out.key("bytes").begin_list();
  core::explain_header(std::as_bytes(std::span(bytes)), [&](const header_span& span) {
    std::string hex;
    for (const char c : bytes.substr(static_cast<std::size_t>(span.range.offset),
                                     static_cast<std::size_t>(span.range.count)))
      hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
    out.begin_object().key("offset").number(base + span.range.offset);
    out.key("count").number(span.range.count).key("meaning").text(span.meaning);
    out.key("hex").text(hex).end_object();
  });
  out.end_list();
}

/// A member that is no array has no more to tell than how it is stored.
void inform_of_bytes(const input& from, const listed_member& of, bool as_json) {
  if (as_json) {
    std::string line;
    json_writer out(line);
    out.begin_object().key("file").path(from.name());
    write_json_member(out, of);
    out.end_object();
    return print(line + "\n");
  }
  print(escaped(from.title()) + "\n" + member_facts(of));
}

void inform(const input& from, const request& asked) {
  if (from.is_archive()) return print(archive_summary(from, asked.has("--json")));
  if (from.member()) {
    const listed_member looked = look_at(from.archive(), *from.member());
    if (!looked.array && !looked.failed) return inform_of_bytes(from, looked, asked.has("--json"));
  }
  const listing arrays = list_arrays(from);
  if (arrays.arrays.empty()) throw exception(*arrays.stopped);
  for (std::size_t i = 0; i < arrays.arrays.size(); ++i) {
    const listed_array& one = arrays.arrays[i];
    if (asked.has("--json")) {
      std::string line;
      json_writer out(line);
      out.begin_object().key("file").path(from.name());
      write_json_array(out, one);
      if (asked.has("--bytes")) write_json_spans(out, from, one);
      out.end_object();
      print(line + "\n");
      continue;
    }
    std::string name = escaped(from.title());
    if (i != 0) name += fmt::format(" @{}", *one.offset);
    print(name + "\n" + header_facts(one));
    if (asked.has("--bytes")) print(header_bytes_text(from, one));
  }
  if (arrays.stopped) throw exception(*arrays.stopped);
}

int run(const request& asked) {
  return for_each_operand(asked, [&](const std::string& operand) {
    input from = input::open(operand, asked);
    from.require_no_slice();
    if (asked.has("--bytes")) from.choose_only_array();
    inform(from, asked);
  });
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-b,--bytes", "", "explain the header byte by byte"},
    {"--member", "KEY", "the member of an archive"},
    index_option,
    {"--json", "", "one JSON object per array"},
};

}  // namespace

const command info_command{
    "info",
    "Show all about an array: version, dtype, fields, offsets, findings",
    operands,
    options,
    "Reads the header only. Of object arrays it shows the header; their pickle is never executed.\n"
    "Of a whole archive it shows what is in it, and every finding of the members' headers.",
    "nopy info a.npy\n"
    "nopy info run.npz\n"
    "nopy info --bytes run.npz:train   the header byte by byte\n"
    "nopy info --json a.npy",
    run};

}  // namespace nopy::cli
