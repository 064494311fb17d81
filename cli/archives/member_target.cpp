// SPDX-License-Identifier: MIT
#include "archives/member_target.hpp"

#include "archives/archive_edit.hpp"
#include "archives/packed_files.hpp"
#include "command/signals.hpp"
#include "input/arguments.hpp"
#include "input/jobs.hpp"
#include "input/packing_options.hpp"
#include "printing/report.hpp"
#include "system/files.hpp"

#include <nopy/npz.hpp>

namespace nopy::cli {

std::optional<member_target> member_target::named_by(const std::string& argument,
                                                     const request& asked) {
  source_argument told = parse_source(argument);
  if (!told.path.ends_with(".npz") || (!told.member && !told.slice)) return std::nullopt;
  if (told.slice)
    refuse("a part of a member can not be written", argument, "the target is FILE.npz:NAME");
  if (told.member->empty()) refuse("the target names no member", argument, "FILE.npz:NAME");
  member_target made;
  made.archive_ = std::move(told.path);
  made.stored_name_ = *std::move(told.member);
  if (!made.stored_name_.ends_with(".npy")) made.stored_name_ += ".npy";
  // Said before the work is done; the edit looks again.
  if (!asked.has("--force") && made.archive_exists() &&
      npz_reader(made.archive_).contains(made.stored_name_))
    refuse_taken(made.archive_, made.stored_name_);
  return made;
}

bool member_target::archive_exists() const noexcept {
  return system::look(archive_).type != system::file_type::none;
}

void member_target::put(const source& from, std::uint64_t bytes, const request& asked) const {
  const named_source member{stored_name_, from};
  if (archive_exists()) {
    return edit_archive(asked, archive_, bytes, [&](npz_editor& editor) {
      if (!asked.has("--force") && editor.contains(stored_name_))
        refuse_taken(archive_, stored_name_);
      check_edit(editor.try_put_sources({&member, 1}), archive_);
    });
  }
  const interrupts_held held;
  progress_bar bar(archive_, bytes);
  check_edit(try_pack_npz(archive_, {&member, 1},
                          {.compression = packing_of(asked),
                           .alignment = alignment_of(asked),
                           .existing = existing::refuse,
                           .progress = report_to(bar),
                           .parallel = jobs_of(asked)}),
             archive_);
}

}  // namespace nopy::cli
