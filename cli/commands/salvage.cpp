// SPDX-License-Identifier: MIT
// `nopy salvage`, which is `nopy repair` of an archive: what is whole in a damaged one, in a new one.
#include "commands/salvage.hpp"

#include "archives/packed_files.hpp"
#include "command/command_table.hpp"
#include "command/signals.hpp"
#include "output/output.hpp"
#include "printing/escape.hpp"
#include "printing/findings.hpp"
#include "printing/json_writer.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

/// A member that was lost, and why.
std::string loss(const input& from, const error& what) {
  const error named = from.about(what);
  return fmt::format("{}: {} [{}]", named.parts().subject, one_line(named), named.id());
}

std::string account(const input& from, const salvage_report& made, const std::string& target,
                    bool as_json) {
  std::string text;
  if (as_json) {
    json_writer out(text);
    out.begin_object().key("file").path(from.name()).key("output").path(target);
    out.key("saved").number(made.saved).key("saved_bytes").number(made.saved_bytes);
    out.key("directory_lost").boolean(made.directory_lost).key("lost").begin_list();
    for (const finding& one : made.lost) out.text(loss(from, one.what));
    out.end_list().end_object();
    return text + "\n";
  }
  text = escaped(from.name()) + "\n";
  if (made.directory_lost)
    text += "  done: the directory is lost; members were found by their local headers\n";
  text += fmt::format("  done: {} member{} saved, {} bytes\n", made.saved,
                      made.saved == 1 ? "" : "s", made.saved_bytes);
  for (const finding& one : made.lost)
    text += fmt::format("  lost: {}\n", escaped(loss(from, one.what)));
  return text + "  written: " + escaped(target) + "\n";
}

int run(const request& asked) {
  const input from = input::open(asked.operand(0));
  from.require_whole();
  return salvage_archive(from, asked.operand(1), asked);
}

constexpr operand_row operands[] = {{"FILE.npz"}, {"OUT.npz"}};
constexpr option_row options[] = {
    {"-f,--force", "", "replace OUT.npz"},
    {"--json", "", "one JSON object"},
};

}  // namespace

int salvage_archive(const input& from, const std::string& target, const request& asked) {
  require_no_stdout(target);
  require_file(target);
  const interrupts_held held;
  salvage_options how{.existing = asked.has("--force") ? existing::replace : existing::refuse};
  auto saved = [&] {
    progress_bar bar(from.name(), from.size_bytes());
    how.progress = report_to(bar);
    return try_salvage_npz(from.file(), target, how);
  }();
  if (!saved) throw exception(named_by(from, saved.error()));
  print(account(from, *saved, target, asked.has("--json")));
  return exit_fine;
}

const command salvage_command{"salvage",
                              "Save what is whole in a damaged archive",
                              operands,
                              options,
                              "Members whose bytes agree with their checksum are copied into a new "
                              "archive: by the directory,\n"
                              "and where there is none, as in an archive that was cut, by the "
                              "headers in front of each. What\n"
                              "was lost is printed, with the reason.",
                              "nopy salvage cut.npz whole.npz",
                              run};

}  // namespace nopy::cli
