// SPDX-License-Identifier: MIT
// `nopy check`: every finding of a file, in file order. Exit code 1 where one is an error.
#include "command/command_table.hpp"
#include "commands/check_archive.hpp"
#include "input/folder_walk.hpp"
#include "input/jobs.hpp"
#include "input/listing.hpp"
#include "input/member_options.hpp"
#include "input/remote_input.hpp"
#include "items/item_scan.hpp"
#include "output/output.hpp"
#include "printing/escape.hpp"
#include "printing/findings.hpp"
#include "printing/json_writer.hpp"
#include "printing/report.hpp"
#include "printing/tool_words.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nopy::cli {
namespace {

// So many entries that are called arrays and are no files are told of one by one.
constexpr std::size_t skips_told = 10;

void check_array(const input& from, const listed_array& one, const load_options& options,
                 checked_file& into) {
  for (const finding& told : one.head.findings) into.add(told.severity, told.what);
  if (one.head.dtype.has_objects())
    return into.add(severity::error,
                    from.about(error({.code = errc::object_dtype,
                                      .offset = *one.data_offset(),
                                      .hint = "`nopy show` decodes them as data"})));
  const auto is_error = [](const finding& it) { return it.severity == severity::error; };
  if (std::any_of(one.head.findings.begin(), one.head.findings.end(), is_error))
    return;  // data that is not there has no values to look at
  load_options here = options;
  here.offset = *one.offset;
  const npy_file file = from.open_array(here);
  for (finding& found : scan_items(file, *one.data_offset()))
    into.add(found.severity, from.about(found.what));
}

void check_arrays(const input& from, const load_options& options, checked_file& into) {
  const listing arrays = list_arrays(from, options);
  for (std::size_t i = 0; i < arrays.arrays.size(); ++i) {
    const listed_array& one = arrays.arrays[i];
    if (i != 0) {
      const std::string found = fmt::format("array {} of this file", i + 1);
      into.add(severity::warning,
               from.about(error({.code = errc::trailing_bytes,
                                 .offset = *one.offset,
                                 .summary = "another array follows; np.load reads the first only",
                                 .found = found})));
    }
    check_array(from, one, options, into);
  }
  if (arrays.stopped) into.add(severity::error, *arrays.stopped);
}

void check_input(const input& from, const load_options& options, checked_file& made) {
  try {
    from.require_no_slice();
    if (from.kind() == file_kind::npy) made.kind = "npy";
    if (from.kind() == file_kind::npz) made.kind = "npz";
    if (from.kind() == file_kind::npz)
      check_archive(from, options, made);
    else
      check_arrays(from, options, made);
  } catch (const exception& failed) {
    made.add(severity::error, failed.error());
  }
}

checked_file check_file(const std::string& argument, const request& asked,
                        const load_options& options) {
  checked_file made{parse_source(argument).path};
  try {
    const input from = input::open(argument, asked, options);
    made.name = from.name();
    check_input(from, options, made);
  } catch (const exception& failed) {
    made.name = shown_address(made.name);
    made.add(severity::error, failed.error());
  }
  return made;
}

void print_json(const checked_file& file) {
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").path(file.name).key("kind").text_or_null(file.kind);
  out.key("outcome").text(word(file.outcome())).key("findings").begin_list();
  for (const told_finding& one : file.findings)
    write_json_finding(out, one.what,
                       one.member ? std::string_view(*one.member) : std::string_view());
  out.end_list().key("members").begin_list();
  for (const checked_member& one : file.members) {
    out.begin_object().key("name").text(one.name);
    out.key("outcome").text(word(one.outcome)).end_object();
  }
  out.end_list().end_object();
  print(line + "\n");
}

void print_text(const checked_file& file) {
  print(fmt::format("{}: {}", escaped(file.name), word(file.outcome())));
  if (file.kind == "npz" && !file.members.empty()) {
    const auto bad = std::count_if(file.members.begin(), file.members.end(),
                                   [](const auto& one) { return one.outcome == verdict::error; });
    const std::size_t count = file.members.size();
    print(fmt::format(", {} member{}", count, count == 1 ? "" : "s"));
    if (bad != 0) print(fmt::format(", {} of them bad", bad));
  }
  print("\n");
  for (const told_finding& told : file.findings) {
    const finding& one = told.what;
    const std::string whose = told.member ? escaped(*told.member) + ": " : "";
    print(fmt::format("  {}: {}{} [{}]", severity_word(one.severity), whose,
                      escaped(one_line(one.what)), one.what.id()));
    if (one.offset() != no_offset) print(fmt::format(" at byte {}", one.offset()));
    print("\n");
    const std::string hint = tool_hint(one.what.hint());
    if (!hint.empty()) print(fmt::format("    hint: {}\n", escaped(hint)));
  }
}

/// Prints what was found of a file; the exit code that the command ends with is at least this one's.
void tell(const checked_file& file, const request& asked, int& code) {
  asked.has("--json") ? print_json(file) : print_text(file);
  if (file.unreadable())
    code = exit_failed;
  else if (file.outcome() == verdict::error)
    code = std::max(code, exit_no);
}

/// Every array below a folder. None at all is a failure: who asked expects an answer about something.
void check_folder(const std::string& folder, const request& asked, const load_options& options,
                  int& code) {
  bool any = false;
  std::size_t skipped = 0;
  const auto left_out = [&](const std::string& path, std::string_view what) {
    if (++skipped <= skips_told) remark(fmt::format("{}: not checked: this is {}", path, what));
  };
  walk_folder(
      folder,
      {.below = asked.has("--recursive"), .misnamed = impostors::take, .left_out = left_out},
      [&](const input& from) {
        any = true;
        checked_file file{from.name()};
        check_input(from, options, file);
        tell(file, asked, code);
      },
      [&](const error& what) {
        any = true;
        checked_file file{std::string(what.parts().subject)};
        file.add(severity::error, what);
        tell(file, asked, code);
      });
  if (skipped > skips_told)
    remark(fmt::format("{}: {} more links, pipes and the like were not checked", folder,
                       skipped - skips_told));
  if (any) return;
  checked_file file{folder};
  file.add(severity::error,
           error({.code = errc::not_found,
                  .subject = folder,
                  .summary = "there are no arrays in this folder",
                  .hint = asked.has("--recursive") ? std::string_view()
                                                   : "-r looks into the folders in it"}));
  tell(file, asked, code);
}

int run(const request& asked) {
  load_options options{.parallel = jobs_of(asked)};
  if (asked.has("--strict")) options.policy = policy::strict;
  int code = exit_fine;
  for (const std::string& argument : asked.operands()) {
    if (is_folder(argument) && !asked.has("--member") && !asked.has("--index"))
      check_folder(argument, asked, options, code);
    else
      tell(check_file(argument, asked, options), asked, code);
  }
  return code;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"-r,--recursive", "", "of a folder, the folders in it, too"},
    {"--strict", "", "what two readers could read differently is an error"},
    {"--member", "KEY", "only this member of an archive"},
    index_option,
    {"--json", "", "one JSON object per file"},
    jobs_option,
};

}  // namespace

const command check_command{
    "check",
    "Report every finding: exit code 0 none is an error, 1 one is",
    operands,
    options,
    "Errors: the file can not be read as NumPy would. Warnings: something another reader may not\n"
    "take, or bytes behind the array. Notes: what was told from the values, odd values.\n"
    "Of an archive every member is read whole and held against its sizes and its checksum.\n"
    "With --jobs several members are, or several chunks of a large one.\n"
    "Of a folder, every file that is an array, or is called .npy or .npz, is checked;\n"
    "links are not followed: those that are called so are named on stderr, as are pipes and "
    "sockets.",
    "nopy check a.npy\n"
    "nopy check run.npz\n"
    "nopy check --strict uploads/*.npy\n"
    "nopy check -r uploads   every array below a folder\n"
    "nopy check --json a.npy | jq .outcome",
    run};

}  // namespace nopy::cli
