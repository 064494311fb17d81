// SPDX-License-Identifier: MIT
// `nopy check`: every finding of a file, in file order. Exit code 1 where one is an error.
#include "command_table.hpp"
#include "escape.hpp"
#include "findings.hpp"
#include "item_scan.hpp"
#include "json_writer.hpp"
#include "listing.hpp"
#include "output.hpp"
#include "report.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nopy::cli {
namespace {

struct checked_file {
  std::string name;
  std::optional<std::string> kind{};
  std::vector<finding> findings{};
  bool unreadable = false;  // not even an answer

  [[nodiscard]] bool has(severity of) const {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const finding& one) { return one.severity == of; });
  }
  [[nodiscard]] std::string_view outcome() const {
    return has(severity::error) ? "error" : has(severity::warning) ? "findings" : "ok";
  }
};

void check_array(const input& from, const listed_array& one, const load_options& options,
                 checked_file& into) {
  into.findings.insert(into.findings.end(), one.head.findings.begin(), one.head.findings.end());
  if (one.head.dtype.has_objects()) {
    into.findings.push_back(
        {severity::error, from.about(error({.code = errc::object_dtype,
                                            .offset = one.data_offset(),
                                            .hint = "`nopy show` decodes them as data"}))});
    return;
  }
  const auto is_error = [](const finding& it) { return it.severity == severity::error; };
  if (std::any_of(one.head.findings.begin(), one.head.findings.end(), is_error))
    return;  // data that is not there has no values to look at
  load_options here = options;
  here.offset = one.offset;
  const npy_file file = from.open_array(here);
  for (finding& found : scan_items(file, one.data_offset()))
    into.findings.push_back({found.severity, from.about(found.what)});
}

void check_arrays(const input& from, bool strict, checked_file& into) {
  load_options options;
  if (strict) options.policy = policy::strict;
  const listing arrays = list_arrays(from, options);
  for (std::size_t i = 0; i < arrays.arrays.size(); ++i) {
    const listed_array& one = arrays.arrays[i];
    if (i != 0) {
      const std::string found = fmt::format("array {} of this file", i + 1);
      into.findings.push_back(
          {severity::warning,
           from.about(error({.code = errc::trailing_bytes,
                             .offset = one.offset,
                             .summary = "another array follows; np.load reads the first only",
                             .found = found}))});
    }
    check_array(from, one, options, into);
  }
  if (arrays.stopped) into.findings.push_back({severity::error, *arrays.stopped});
}

checked_file check_file(const std::string& argument, bool strict) {
  checked_file made{parse_source(argument).path};
  try {
    const input from = input::open(argument);
    if (from.kind() == file_kind::npy) made.kind = "npy";
    if (from.kind() == file_kind::npz) made.kind = "npz";
    from.require_array_file();
    check_arrays(from, strict, made);
  } catch (const exception& failed) {
    made.findings.push_back({severity::error, failed.error()});
    const errc code = failed.error().code();
    made.unreadable = code == errc::io || code == errc::not_regular || code == errc::usage;
  }
  return made;
}

void print_json(const checked_file& file) {
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").text(file.name).key("kind").text_or_null(file.kind);
  out.key("outcome").text(file.outcome()).key("findings");
  write_json_findings(out, file.findings);
  out.key("members").begin_list().end_list().end_object();
  print(line + "\n");
}

void print_text(const checked_file& file) {
  print(fmt::format("{}: {}\n", escaped(file.name), file.outcome()));
  for (const finding& one : file.findings) {
    print(fmt::format("  {}: {} [{}]", severity_word(one.severity), escaped(one_line(one.what)),
                      one.what.id()));
    if (one.offset() != no_offset) print(fmt::format(" at byte {}", one.offset()));
    print("\n");
    if (!one.what.hint().empty()) print(fmt::format("    hint: {}\n", escaped(one.what.hint())));
  }
}

int run(const request& asked) {
  int code = exit_fine;
  for (const std::string& argument : asked.operands()) {
    const checked_file file = check_file(argument, asked.has("--strict"));
    asked.has("--json") ? print_json(file) : print_text(file);
    if (file.unreadable)
      code = exit_failed;
    else if (file.has(severity::error))
      code = std::max(code, exit_no);
  }
  return code;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"--strict", "", "what two readers could read differently is an error"},
    {"--json", "", "one JSON object per file"},
};

}  // namespace

const command check_command{
    "check",
    "Report every finding: exit code 0 none is an error, 1 one is",
    operands,
    options,
    "Errors: the file can not be read as NumPy would. Warnings: something another reader may not\n"
    "take, or bytes behind the array. Notes: what was told from the values, odd values.",
    "nopy check a.npy\n"
    "nopy check --strict uploads/*.npy\n"
    "nopy check --json a.npy | jq .outcome",
    run};

}  // namespace nopy::cli
