// SPDX-License-Identifier: MIT
// `nopy add`, `nopy rm`, `nopy mv`: members of an archive come, go and get other names; the others are
// copied as they are.
#include "command_table.hpp"
#include "packed_files.hpp"
#include "report.hpp"
#include "signals.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <filesystem>

namespace nopy::cli {
namespace {

/// The error in the words of the tool.
[[noreturn]] void fail(const error& what, const std::string& path) {
  const error named = with_colon(path, what);
  error_parts parts = named.parts();
  if (parts.code == errc::not_found) parts.hint = "`nopy ls --names` lists the members";
  if (parts.code == errc::io && parts.system_code == ENOENT)
    parts.hint = "`nopy pack` makes a new archive";
  throw exception(error(parts));
}

void check(const result<void>& done, const std::string& path) {
  if (!done) fail(done.error(), path);
}

/// Edits the archive that the first operand names; Ctrl-C leaves it as it was.
template <class Body>
int edit(const request& asked, std::uint64_t more_bytes, Body&& body) {
  const std::string& path = asked.operand(0);
  if (path == "-") refuse("an archive on stdin can not be edited");
  const interrupts_held held;
  std::error_code missing;
  const auto there = std::filesystem::file_size(path, missing);
  progress_bar bar(path, more_bytes + (missing ? 0 : there));
  auto editor = npz_editor::open(path, {.compression = compression_of(asked),
                                        .alignment = alignment_of(asked),
                                        .progress = report_to(bar)});
  if (!editor) fail(editor.error(), path);
  body(*editor);
  check(editor->try_commit(), path);
  return exit_fine;
}

error taken(std::string_view path, std::string_view name, std::string_view hint) {
  return error({.code = errc::exists,
                .subject = fmt::format("{}:{}", path, name),
                .summary = "the archive has a member of that name",
                .hint = hint});
}

int run_add(const request& asked) {
  packed_files files(asked);
  for (std::size_t i = 1; i < asked.operands().size(); ++i) files.take(asked.operand(i));
  return edit(asked, files.total_bytes(), [&](npz_editor& editor) {
    for (const named_source& one : files.members())
      if (!asked.has("--force") && editor.contains(one.stored_name))
        throw exception(taken(asked.operand(0), one.stored_name, "-f replaces it"));
    check(editor.try_put_sources(files.members()), asked.operand(0));
  });
}

int run_rm(const request& asked) {
  return edit(asked, 0, [&](npz_editor& editor) {
    for (std::size_t i = 1; i < asked.operands().size(); ++i)
      check(editor.try_remove(asked.operand(i)), asked.operand(0));
  });
}

int run_mv(const request& asked) {
  const std::string &from = asked.operand(1), &to = asked.operand(2);
  return edit(asked, 0, [&](npz_editor& editor) {
    auto renamed = editor.try_rename(from, to);
    if (!renamed && renamed.error().code() == errc::zip_duplicate) {
      if (!asked.has("--force")) throw exception(taken(asked.operand(0), to, "-f replaces it"));
      check(editor.try_remove(to), asked.operand(0));
      renamed = editor.try_rename(from, to);
    }
    check(renamed, asked.operand(0));
  });
}

constexpr operand_row add_operands[] = {{"FILE.npz"}, {"FILE...", 1, any_number}};
constexpr operand_row rm_operands[] = {{"FILE.npz"}, {"NAME...", 1, any_number}};
constexpr operand_row mv_operands[] = {{"FILE.npz"}, {"NAME"}, {"NEW"}};
constexpr option_row add_options[] = {
    {"-f,--force", "", "replace members of the same name"},
    {"--deflate", "[LEVEL]", "compress what is added: 1 to 12 (default 6)"},
    {"--align", "BYTES", "data of what is added begins at a multiple of it (default 64)"},
    {"--bytes", "", "take files that are no arrays, too, as they are"},
};
constexpr option_row mv_options[] = {{"-f,--force", "", "replace a member that has the new name"}};

}  // namespace

const command add_command{
    "add",
    "Add files to an archive, atomically",
    add_operands,
    add_options,
    "Files are named as by `nopy pack`. The other members are copied as they are, compressed "
    "bytes\n"
    "and all, into a new file that takes the archive's name when it is whole: it is the old "
    "archive\n"
    "or the new one at every moment, and whoever reads or maps the old one keeps it.",
    "nopy add run.npz y.npy\n"
    "nopy add -f run.npz x=better.npy\n"
    "nopy add --deflate run.npz log=other.npz:log",
    run_add};

const command rm_command{"rm",
                         "Remove members of an archive, atomically",
                         rm_operands,
                         {},
                         "Names are those that `nopy ls` shows. The bytes are gone from the file.",
                         "nopy rm run.npz scratch\n"
                         "nopy rm run.npz x y notes.txt",
                         run_rm};

const command mv_command{"mv",
                         "Rename a member of an archive, atomically",
                         mv_operands,
                         mv_options,
                         "NEW is a key, too: the .npy of an array's member stays.",
                         "nopy mv run.npz draft final\n"
                         "nopy mv -f run.npz new x   in the place of x",
                         run_mv};

}  // namespace nopy::cli
