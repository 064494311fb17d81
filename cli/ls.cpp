// SPDX-License-Identifier: MIT
// `nopy ls`: the arrays of files, one line each.
#include "command_table.hpp"
#include "escape.hpp"
#include "findings.hpp"
#include "header_json.hpp"
#include "output.hpp"
#include "report.hpp"
#include "table.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

table heads() {
  table made;
  made.column("name");
  made.column("dtype");
  made.column("shape");
  made.column("order");
  made.column("bytes", align::right);
  made.column("offset", align::right);
  made.column("align", align::right);
  made.column("map");
  return made;
}

void add_row(table& to, const std::string& name, const listed_array& of, bool exact) {
  const header& head = of.head;
  const std::string bytes = head.dtype.has_objects() ? "pickle"
                            : exact                  ? fmt::format("{}", head.data_bytes)
                                                     : human_bytes(head.data_bytes);
  to.row({name, escaped(head.dtype.words()), shape_text(head.shape),
          head.order == order::c ? "C" : "F", bytes, fmt::format("{}", of.data_offset()),
          fmt::format("{}", of.alignment()),
          of.mappable() ? "yes"
          : of.cut()    ? "no, cut"
                        : "no"});
}

void print_json(const input& from, const listing& arrays) {
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").text(from.name()).key("kind").text("npy").key("members");
  out.begin_list();
  for (const listed_array& one : arrays.arrays) {
    out.begin_object();
    write_json_array(out, one);
    out.end_object();
  }
  out.end_list().key("findings");
  std::vector<finding> all;
  if (arrays.stopped) all.push_back({severity::error, *arrays.stopped});
  write_json_findings(out, all);
  out.end_object();
  print(line + "\n");
}

/// Lists one file; false where something of it could not be read.
bool list_file(const std::string& argument, const request& asked, table& rows) {
  const input from = input::open(argument, asked);
  from.require_array_file();
  if (asked.has("--names")) {
    print(escaped(from.name()) + "\n");
    return true;
  }
  const listing arrays = list_arrays(from);
  if (arrays.arrays.empty() && arrays.stopped) throw exception(*arrays.stopped);
  if (asked.has("--json")) {
    print_json(from, arrays);
  } else {
    for (std::size_t i = 0; i < arrays.arrays.size(); ++i) {
      std::string name = escaped(from.name());
      if (i != 0) name += fmt::format(" @{}", arrays.arrays[i].offset);
      add_row(rows, name, arrays.arrays[i], asked.has("--bytes"));
    }
  }
  if (arrays.stopped) report(*arrays.stopped);
  return !arrays.stopped;
}

int run(const request& asked) {
  table rows = heads();
  bool all_good = true;
  for (const std::string& argument : asked.operands()) {
    try {
      all_good &= list_file(argument, asked, rows);
    } catch (const exception& failed) {
      report(failed.error());
      all_good = false;
    }
  }
  if (!asked.has("--json") && !rows.empty()) print(rows.text());
  return all_good ? exit_fine : exit_failed;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-b,--bytes", "", "sizes as exact numbers of bytes"},
    {"--names", "", "print the names only"},
    {"--json", "", "one JSON object per file"},
};

}  // namespace

const command ls_command{
    "ls",
    "List arrays: name, dtype, shape, order, bytes, where the data lies",
    operands,
    options,
    "A .npy file may hold several arrays one after another; those behind the first are named\n"
    "FILE @OFFSET. `map` says whether the elements can be used where they lie.",
    "nopy ls a.npy\n"
    "nopy ls --json *.npy   one line of JSON per file",
    run};

}  // namespace nopy::cli
