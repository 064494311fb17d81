// SPDX-License-Identifier: MIT
// `nopy append`: rows of one array behind those of another, in place.
#include "command/command_table.hpp"
#include "command/signals.hpp"
#include "input/dtype_argument.hpp"
#include "input/input.hpp"
#include "input/member_options.hpp"
#include "input/window.hpp"
#include "output/output.hpp"
#include "printing/json_writer.hpp"
#include "printing/progress.hpp"
#include "printing/report.hpp"

#include <nopy/append.hpp>

#include <fmt/core.h>

namespace nopy::cli {
namespace {

std::size_t growth_axis(const header& of) { return of.order == order::c ? 0 : of.shape.rank() - 1; }

shape row_of(const header& of) {
  shape row;
  for (std::size_t axis = 0; axis < of.shape.rank(); ++axis)
    if (axis != growth_axis(of)) row.push_back(of.shape[axis]);
  return row;
}

/// Rows that `chosen` adds to an array; throws where its shape does not fit.
std::uint64_t rows_added(const header& to, const shape& added, const input& from) {
  const std::size_t axis = growth_axis(to);
  if (added == row_of(to)) return 1;  // one row, without the axis
  bool fits = added.rank() == to.shape.rank();
  for (std::size_t i = 0; fits && i < added.rank(); ++i)
    fits = i == axis || added[i] == to.shape[i];
  if (fits) return added[axis];
  std::string expected = "(";
  for (std::size_t i = 0; i < to.shape.rank(); ++i)
    expected += fmt::format("{}{}", i == 0 ? "" : ", ",
                            i == axis ? std::string("any") : fmt::format("{}", to.shape[i]));
  expected += to.shape.rank() == 1 ? ",)" : ")";
  const std::string found = shape_text(added);
  throw exception(from.about(error({.code = errc::shape_mismatch,
                                    .summary = "these rows do not fit the array",
                                    .found = found,
                                    .expected = expected})));
}

/// Appends in place; while it runs, Ctrl-C takes the rows back instead of leaving them behind.
void append_in_place(const std::string& path, const header& to, const selected_items& rows) {
  const interrupts_held held;  // outlives the appender, which takes its rows back first
  auto opened = any_appender::open(path, to.dtype, row_of(to), {.order = to.order});
  if (!opened) throw exception(opened.error());
  any_appender appender = *std::move(opened);
  progress_bar bar(path, rows.chosen().extents().count() * rows.item_bytes());
  // try_append takes whole rows, so that windows are collected up to the end of one.
  std::uint64_t row_bytes = to.dtype.item_bytes();
  for (const std::uint64_t extent : row_of(to)) row_bytes *= extent;
  std::vector<std::byte> pending;
  rows.for_each_block([&](const region&, std::span<const std::byte> block) {
    if (interrupts_held::interrupted()) throw exception(error(errc::cancelled));
    pending.insert(pending.end(), block.begin(), block.end());
    const auto whole =
        static_cast<std::size_t>(row_bytes == 0 ? 0 : pending.size() / row_bytes * row_bytes);
    appender.try_append(std::span(pending).first(whole)).value();
    pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(whole));
    bar.advance(block.size());
  });
  appender.try_commit().value();
}

/// Writes old and new rows to a new file that then takes the old one's place.
void append_rewriting(const std::string& path, const npy_file& old, const selected_items& rows,
                      std::uint64_t added) {
  shape grown = old.shape();
  grown[growth_axis(old.header())] += added;
  auto opened = output::open(path, overwrite::allow);
  if (!opened) throw exception(opened.error());
  output to = *std::move(opened);
  const auto head = core::encode_header(old.header().dtype, grown, old.header().order);
  if (!head) throw exception(head.error());
  to.write(head->bytes());
  const auto copy = [&](const region&, std::span<const std::byte> block) { to.write(block); };
  selected_items(old, selection(old.shape()), old.header().dtype, old.header().order)
      .for_each_block(copy);
  rows.for_each_block(copy);
  to.close();
}

void say(const request& asked, const std::string& path, const shape& before, std::uint64_t added,
         std::size_t axis) {
  shape after = before;
  after[axis] += added;
  if (!asked.has("--json")) {
    remark(fmt::format("{}: {} row{} appended, shape {}", path, added, added == 1 ? "" : "s",
                       shape_text(after)));
    return;
  }
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").path(path).key("appended").number(added).key("shape").begin_list();
  for (const std::uint64_t extent : after) out.number(extent);
  out.end_list().end_object();
  print(line + "\n");
}

int run(const request& asked) {
  const std::string& path = asked.operand(0);
  if (path == "-")
    refuse("rows are appended to a file", "", "`nopy append FILE -` takes them from stdin");
  require_file(path);
  const input target = input::open(path);
  const npy_file old = target.open_array();
  const header& head = old.header();
  if (head.shape.rank() == 0)
    throw exception(target.about(error({.code = errc::usage,
                                        .summary = "an array without axes has no rows",
                                        .found = "shape ()"})));
  input from = input::open(asked.operand(1), asked);
  from.choose_only_array();
  load_options options;
  if (const auto casting = asked.value("--casting")) options.casting = parse_casting(*casting);
  const npy_file source = from.open_array(options);
  const selection chosen = from.selected(source.shape());
  from.verify_for(chosen.whole(source.shape()));
  const std::uint64_t added = rows_added(head, chosen.result_shape(), from);
  const selected_items rows(source, chosen, head.dtype, head.order);
  if (asked.has("--rewrite"))
    append_rewriting(path, old, rows, added);
  else
    append_in_place(path, head, rows);
  say(asked, path, head.shape, added, growth_axis(head));
  return exit_fine;
}

constexpr operand_row operands[] = {{"FILE"}, {"SRC"}};
constexpr option_row options[] = {
    {"--casting", "RULE", "none, safe, same_kind (default), checked, saturate, truncate",
     "none safe same_kind checked saturate truncate"},
    {"--slice", "SLICE", "the part of SRC to append, as in NumPy"},
    {"--member", "KEY", "the member of an archive that is SRC"},
    index_option,
    {"--rewrite", "", "write a new file where the old header has no room to grow"},
    {"--json", "", "one JSON object"},
};

}  // namespace

const command append_command{
    "append",
    "Add rows to a .npy file in place, crash-safe",
    operands,
    options,
    "The array grows along its first axis, in Fortran order along its last. The rows are written\n"
    "first, the header last: a reader sees the old rows or all of the new ones. FILE is a file of "
    "its\n"
    "own, no member. `nopy help convert` says what the words of --casting allow.",
    "nopy append log.npy today.npy\n"
    "nopy append log.npy 'today.npy[-10:]'",
    run};

}  // namespace nopy::cli
