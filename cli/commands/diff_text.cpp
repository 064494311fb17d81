// SPDX-License-Identifier: MIT
#include "commands/diff_text.hpp"

#include "items/item_json.hpp"
#include "printing/escape.hpp"
#include "printing/findings.hpp"

#include <nopy/print.hpp>

#include <fmt/core.h>

#include <cmath>

namespace nopy::cli {
namespace {

std::string index_text(const std::vector<std::uint64_t>& index) {
  std::string out = "[";
  for (std::size_t i = 0; i < index.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : ", ", index[i]);
  return out + "]";
}

/// Objects have no bits to compare one by one.
compared_pair compare_objects(const input& a, const input& b) {
  compared_pair made;
  if (same_bytes(a, b)) return made;
  throw exception(error({.code = errc::object_dtype,
                         .subject = a.spelled() + " and " + b.spelled(),
                         .summary = "arrays of Python objects are compared as bytes, and differ",
                         .hint = "`nopy show` decodes them as data"}));
}

}  // namespace

compared_pair compare_pair(const input& a, const input& b, const compare_options& options,
                           std::size_t most) {
  if (!a.argument().slice && !b.argument().slice && a.read_header().dtype.has_objects() &&
      b.read_header().dtype.has_objects())
    return compare_objects(a, b);
  const side left(a), right(b);
  return {compare_sides(left, right, options, most), left.chosen.result_shape().count(), left.type,
          right.type};
}

std::string outcome_text(const compared_pair& of, std::string_view verb, std::size_t indent) {
  const diff_outcome& found = of.outcome;
  if (found.reason) return fmt::format("{}: {}\n", verb, escaped(one_line(*found.reason)));
  if (found.equal) return "are equal\n";
  std::string out = fmt::format("{} in {} of {} items", verb, found.different, of.items);
  if (found.signed_zeros != 0)
    out += fmt::format(", {} of them only in the sign of zero", found.signed_zeros);
  if (found.max_abs > 0) out += fmt::format("; largest difference {}", found.max_abs);
  if (std::isnan(found.max_abs)) out += "; NaN stands against a number";
  out += "\n";
  const std::string blanks(indent, ' ');
  for (const difference& one : found.first)
    out += fmt::format("{}{}  {}  {}\n", blanks, index_text(one.index),
                       value_text(of.a_type, one.a.data()), value_text(of.b_type, one.b.data()));
  if (found.different > found.first.size() && !found.first.empty())
    out += fmt::format("{}and {} more\n", blanks, found.different - found.first.size());
  return out;
}

void write_json_outcome(json_writer& out, const compared_pair& of) {
  const diff_outcome& found = of.outcome;
  out.key("equal").boolean(found.equal).key("different");
  if (found.reason)
    out.null();
  else
    out.number(found.different);
  out.key("max_abs").floating(found.max_abs).key("signed_zeros").number(found.signed_zeros);
  out.key("first").begin_list();
  for (const difference& one : found.first) {
    out.begin_object().key("index").begin_list();
    for (const std::uint64_t i : one.index) out.number(i);
    out.end_list().key("a");
    write_json_item(out, of.a_type, one.a.data());
    out.key("b");
    write_json_item(out, of.b_type, one.b.data());
    out.end_object();
  }
  out.end_list().key("reason");
  if (found.reason)
    out.begin_object()
        .key("kind")
        .text(found.reason->id())
        .key("message")
        .text(one_line(*found.reason))
        .end_object();
  else
    out.null();
}

}  // namespace nopy::cli
