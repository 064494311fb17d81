// SPDX-License-Identifier: MIT
// `nopy info`: everything about one array.
#include "command_table.hpp"
#include "escape.hpp"
#include "findings.hpp"
#include "header_json.hpp"
#include "header_text.hpp"
#include "output.hpp"
#include "report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

void write_json_spans(json_writer& out, const input& from, const listed_array& of) {
  const std::string bytes = from.read(of.offset, of.head.data_offset);
  out.key("bytes").begin_list();
  core::explain_header(std::as_bytes(std::span(bytes)), [&](const header_span& span) {
    std::string hex;
    for (const char c : bytes.substr(static_cast<std::size_t>(span.range.offset),
                                     static_cast<std::size_t>(span.range.count)))
      hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
    out.begin_object().key("offset").number(of.offset + span.range.offset);
    out.key("count").number(span.range.count).key("meaning").text(span.meaning);
    out.key("hex").text(hex).end_object();
  });
  out.end_list();
}

void inform(const std::string& argument, const request& asked) {
  const input from = input::open(argument, asked);
  from.require_array_file();
  const listing arrays = list_arrays(from);
  if (arrays.arrays.empty()) throw exception(*arrays.stopped);
  for (const listed_array& one : arrays.arrays) {
    if (asked.has("--json")) {
      std::string line;
      json_writer out(line);
      out.begin_object().key("file").text(from.name());
      write_json_array(out, one);
      if (asked.has("--bytes")) write_json_spans(out, from, one);
      out.end_object();
      print(line + "\n");
      continue;
    }
    std::string name = escaped(from.name());
    if (one.offset != 0) name += fmt::format(" @{}", one.offset);
    print(name + "\n" + header_facts(one));
    if (asked.has("--bytes")) print(header_bytes_text(from, one));
  }
  if (arrays.stopped) throw exception(*arrays.stopped);
}

int run(const request& asked) {
  bool all_good = true;
  for (const std::string& argument : asked.operands()) {
    try {
      inform(argument, asked);
    } catch (const exception& failed) {
      report(failed.error());
      all_good = false;
    }
  }
  return all_good ? exit_fine : exit_failed;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-b,--bytes", "", "explain the header byte by byte"},
    {"--member", "KEY", "the member of an archive"},
    {"--json", "", "one JSON object per array"},
};

}  // namespace

const command info_command{
    "info",
    "Show all about an array: version, dtype, fields, offsets, findings",
    operands,
    options,
    "Reads the header only. Of object arrays it shows the header; their pickle is never executed.",
    "nopy info a.npy\n"
    "nopy info --bytes a.npy   the header byte by byte\n"
    "nopy info --json a.npy",
    run};

}  // namespace nopy::cli
