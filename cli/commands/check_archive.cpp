// SPDX-License-Identifier: MIT
#include "commands/check_archive.hpp"

#include "input/jobs.hpp"
#include "input/listing.hpp"
#include "input/member_bytes.hpp"
#include "items/item_scan.hpp"
#include "printing/progress.hpp"
#include "verbs/archive.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nopy::cli {
namespace {

std::uint64_t header_offset(const member& of) {
  return nopy::source(of).archive().get()->members.at(of.index()).header_offset;
}

class member_check {
 public:
  member_check(const input& from, const load_options& options, progress_bar& bar,
               checked_file& into)
      : from_(from), options_(options), bar_(bar), into_(into) {}

  /// Adds the findings of one member; returns its outcome.
  verdict run(const member& one);

 private:
  void add(const member& of, severity how, const error& what);
  void scan_values(const member& one, const listed_array& array);

  const input& from_;
  const load_options& options_;
  progress_bar& bar_;
  checked_file& into_;
};

void member_check::add(const member& of, severity how, const error& what) {
  std::string name(of.stored_name());
  error_parts parts = what.parts();
  // Errors of records say whose they are; here every finding is under its member's name.
  const std::string whose = fmt::format("member '{}'", name);
  if (parts.found.starts_with(whose)) {
    parts.found.remove_prefix(whose.size());
    if (parts.found.starts_with(": ")) parts.found.remove_prefix(2);
  }
  into_.findings.push_back({{how, from_.about(error(parts))}, std::move(name)});
}

verdict member_check::run(const member& one) {
  const std::size_t before = into_.findings.size();
  const listed_member looked = look_at(from_.archive(), one, options_);
  if (looked.failed) add(one, severity::error, *looked.failed);
  for (const finding& told : looked.findings) add(one, told.severity, told.what);
  if (looked.array)
    for (const finding& told : looked.array->head.findings) add(one, told.severity, told.what);
  if (looked.array && looked.array->head.dtype.has_objects())
    add(one, severity::error,
        error({.code = errc::object_dtype,
               .offset = looked.array->head.data_offset,
               .hint = "`nopy show` decodes them as data"}));
  const auto whole = verify_member(
      one, [&](std::uint64_t bytes) { bar_.advance(bytes); }, options_.parallel);
  // What keeps the header from being read may keep the rest from it, too.
  if (!whole && !(looked.failed && looked.failed->code() == whole.error().code()))
    add(one, severity::error, whole.error());
  if (whole && *whole) add(one, (*whole)->severity, (*whole)->what);
  if (looked.array && into_.outcome(before) != verdict::error) scan_values(one, *looked.array);
  return into_.outcome(before);
}

void member_check::scan_values(const member& one, const listed_array& array) {
  const auto file = npy_file::open(one, options_);
  if (!file) return add(one, severity::error, file.error());
  try {
    for (const finding& told : scan_items(*file, array.head.data_offset))
      add(one, told.severity, told.what);
  } catch (const exception& failed) {
    add(one, severity::error, failed.error());
  }
}

}  // namespace

void check_archive(const input& from, const load_options& options, checked_file& into) {
  const npz_reader& all = from.archive(options);
  std::vector<member> members;
  if (from.member()) {
    members.push_back(*from.member());
  } else {
    members.assign(all.begin(), all.end());
    for (const finding& one : all.findings()) into.add(one.severity, from.about(one.what));
  }
  std::vector<std::size_t> by_place(members.size());
  std::uint64_t total_bytes = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    by_place[i] = i;
    total_bytes += members[i].uncompressed_bytes();
    into.members.push_back({std::string(members[i].name())});
  }
  std::stable_sort(by_place.begin(), by_place.end(), [&](std::size_t a, std::size_t b) {
    return header_offset(members[a]) < header_offset(members[b]);
  });
  progress_bar bar("checking " + from.title(), total_bytes);
  // Several members at once, or several chunks of an only one; what is told is in the file's order.
  const bool by_members = members.size() > 1;
  load_options each = options;
  if (by_members) each.parallel = {};
  std::vector<checked_file> found(members.size());
  run_jobs(by_members ? options.parallel : parallel_callback(), members.size(), [&](std::size_t i) {
    const std::size_t at = by_place[i];
    into.members[at].outcome = member_check(from, each, bar, found[i]).run(members[at]);
  });
  for (checked_file& one : found)
    for (told_finding& told : one.findings) into.findings.push_back(std::move(told));
}

}  // namespace nopy::cli
