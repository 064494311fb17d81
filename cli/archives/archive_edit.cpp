// SPDX-License-Identifier: MIT
#include "archives/archive_edit.hpp"

#include "archives/packed_files.hpp"
#include "command/signals.hpp"
#include "input/jobs.hpp"
#include "input/packing_options.hpp"
#include "output/output.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"

#include <fmt/core.h>

#include <cerrno>

namespace nopy::cli {
namespace {

[[noreturn]] void fail(const error& what, const std::string& path) {
  const error named = with_colon(path, what);
  error_parts parts = named.parts();
  if (parts.code == errc::not_found) parts.hint = "`nopy ls --names` lists the members";
  if (parts.code == errc::io && parts.system_code == ENOENT)
    parts.hint = "`nopy pack` makes a new archive";
  throw exception(error(parts));
}

}  // namespace

void check_edit(const result<void>& done, const std::string& path) {
  if (!done) fail(done.error(), path);
}

void refuse_taken(std::string_view path, std::string_view name) {
  throw exception(error({.code = errc::exists,
                         .subject = fmt::format("{}:{}", path, name),
                         .summary = "the archive has a member of that name",
                         .hint = "-f replaces it"}));
}

void edit_archive(const request& asked, const std::string& path, std::uint64_t more_bytes,
                  function_ref<void(npz_editor&)> body) {
  if (path == "-") refuse("an archive on stdin can not be edited", "", "keep it in a file first");
  require_file(path);
  const interrupts_held held;
  progress_bar bar(path, more_bytes + system::look(path).bytes);
  auto editor = npz_editor::open(path, {.compression = packing_of(asked),
                                        .alignment = alignment_of(asked),
                                        .progress = report_to(bar),
                                        .parallel = jobs_of(asked)});
  if (!editor) fail(editor.error(), path);
  body(*editor);
  check_edit(editor->try_commit(), path);
}

}  // namespace nopy::cli
