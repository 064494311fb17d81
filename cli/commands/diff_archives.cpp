// SPDX-License-Identifier: MIT
#include "commands/diff_archives.hpp"

#include "input/listing.hpp"
#include "printing/escape.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace nopy::cli {
namespace {

compared_pair can_not_be_compared(const error& why) {
  compared_pair made;
  made.outcome.equal = false;
  made.outcome.reason = why;
  return made;
}

compared_pair differ_because(std::string_view summary) {
  return can_not_be_compared(error({.code = errc::type_mismatch, .summary = summary}));
}

compared_pair compare_members(const input& a, const input& b, const compare_options& options,
                              std::size_t most) {
  const listed_member left = look_at(a.archive(), *a.member());
  const listed_member right = look_at(b.archive(), *b.member());
  if (left.failed) throw exception(a.about(*left.failed));
  if (right.failed) throw exception(b.about(*right.failed));
  if (left.array && right.array) return compare_pair(a, b, options, most);
  // A damaged beginning makes no array something else.
  if (left.array || right.array) {
    (left.array ? b : a).verify();
    return differ_because("only one of them is an array");
  }
  return same_bytes(a, b) ? compared_pair() : differ_because("other bytes, and no array");
}

void append_names(std::string& to, const std::vector<std::string>& names, const input& in) {
  for (const std::string& name : names)
    to += fmt::format("  {} is only in {}\n", escaped(name), escaped(in.name()));
}

void write_names(json_writer& out, std::string_view key, const std::vector<std::string>& names) {
  out.key(key).begin_list();
  for (const std::string& name : names) out.text(name);
  out.end_list();
}

}  // namespace

bool archive_outcome::equal() const noexcept {
  return only_a.empty() && only_b.empty() &&
         std::all_of(both.begin(), both.end(),
                     [](const compared_member& one) { return one.found.outcome.equal; });
}

archive_outcome compare_archives(input& a, input& b, const compare_options& options,
                                 std::size_t most) {
  archive_outcome made;
  const npz_reader left = a.archive(), right = b.archive();
  for (const member& one : left) {
    const std::string name(spelling_of(left, one));
    const auto own = left.find(name);
    if (!own || own->index() != one.index()) continue;  // another one has its name
    const auto other = right.find(name);
    if (!other) {
      made.only_a.push_back(name);
      continue;
    }
    a.choose(one, name);
    b.choose(*other, name);
    try {
      made.both.push_back({name, compare_members(a, b, options, most)});
    } catch (const exception& failed) {
      report(failed.error());
      made.both.push_back({name, can_not_be_compared(failed.error())});
      made.all_read = false;
    }
  }
  for (const member& one : right) {
    const std::string name(spelling_of(right, one));
    const auto own = right.find(name);
    if (own && own->index() == one.index() && !left.contains(name)) made.only_b.push_back(name);
  }
  return made;
}

std::string archive_text(const input& a, const input& b, const archive_outcome& found) {
  if (found.equal()) {
    const std::size_t count = found.both.size();
    return fmt::format(" are equal in {} member{}\n", count, count == 1 ? "" : "s");
  }
  std::string out = " differ\n";
  std::size_t equal = 0;
  for (const compared_member& one : found.both) {
    if (one.found.outcome.equal)
      ++equal;
    else
      out += fmt::format("  {} {}", escaped(one.name), outcome_text(one.found, "differs", 4));
  }
  append_names(out, found.only_a, a);
  append_names(out, found.only_b, b);
  if (equal != 0)
    out += fmt::format("  {} other member{} equal\n", equal, equal == 1 ? " is" : "s are");
  return out;
}

void write_json_archives(json_writer& out, const archive_outcome& found) {
  std::uint64_t different = 0, signed_zeros = 0;
  double max_abs = 0;
  bool counted = true;
  for (const compared_member& one : found.both) {
    const diff_outcome& of = one.found.outcome;
    different += of.different;
    signed_zeros += of.signed_zeros;
    if (std::isnan(of.max_abs) || of.max_abs > max_abs) max_abs = of.max_abs;
    counted = counted && !of.reason;
  }
  out.begin_object().key("equal").boolean(found.equal()).key("different");
  counted ? out.number(different) : out.null();
  out.key("max_abs").floating(max_abs).key("signed_zeros").number(signed_zeros);
  out.key("first").begin_list().end_list().key("reason").null().key("members").begin_list();
  for (const compared_member& one : found.both) {
    out.begin_object().key("name").text(one.name);
    write_json_outcome(out, one.found);
    out.end_object();
  }
  out.end_list();
  write_names(out, "only_a", found.only_a);
  write_names(out, "only_b", found.only_b);
  out.end_object();
}

}  // namespace nopy::cli
