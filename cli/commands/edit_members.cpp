// SPDX-License-Identifier: MIT
// `nopy add`, `nopy rm`, `nopy mv`: members of an archive come, go and get other names; the others are
// copied as they are.
#include "archives/archive_edit.hpp"
#include "archives/packed_files.hpp"
#include "command/command_table.hpp"
#include "input/jobs.hpp"
#include "output/output.hpp"

namespace nopy::cli {
namespace {

int run_add(const request& asked) {
  const std::string& path = asked.operand(0);
  require_file(path);
  packed_files files(asked);
  for (std::size_t i = 1; i < asked.operands().size(); ++i) files.take(asked.operand(i));
  edit_archive(asked, path, files.total_bytes(), [&](npz_editor& editor) {
    for (const named_source& one : files.members())
      if (!asked.has("--force") && editor.contains(one.stored_name))
        refuse_taken(path, one.stored_name);
    check_edit(editor.try_put_sources(files.members()), path);
  });
  return exit_fine;
}

int run_rm(const request& asked) {
  const std::string& path = asked.operand(0);
  edit_archive(asked, path, 0, [&](npz_editor& editor) {
    for (std::size_t i = 1; i < asked.operands().size(); ++i)
      check_edit(editor.try_remove(asked.operand(i)), path);
  });
  return exit_fine;
}

int run_mv(const request& asked) {
  const std::string &path = asked.operand(0), &from = asked.operand(1), &to = asked.operand(2);
  edit_archive(asked, path, 0, [&](npz_editor& editor) {
    auto renamed = editor.try_rename(from, to);
    if (!renamed && renamed.error().code() == errc::zip_duplicate) {
      if (!asked.has("--force")) refuse_taken(path, to);
      check_edit(editor.try_remove(to), path);
      renamed = editor.try_rename(from, to);
    }
    check_edit(renamed, path);
  });
  return exit_fine;
}

constexpr operand_row add_operands[] = {{"FILE.npz"}, {"FILE...", 1, any_number}};
constexpr operand_row rm_operands[] = {{"FILE.npz"}, {"NAME...", 1, any_number}};
constexpr operand_row mv_operands[] = {{"FILE.npz"}, {"NAME"}, {"NEW"}};
constexpr option_row add_options[] = {
    {"-f,--force", "", "replace members of the same name"},
    {"--store", "", "store what is added, so that it can be mapped (default)"},
    {"--deflate", "[LEVEL]", "compress what is added: 1 to 12 (default 6)"},
    {"--zstd", "[LEVEL]", "compress what is added: 1 to 19 (default 3); for few readers"},
    {"--align", "BYTES",
     "data of what is added begins at a multiple of it: a power of two (default 64)"},
    {"--bytes", "", "take files that are no arrays, too, as they are"},
    jobs_option,
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
