// SPDX-License-Identifier: MIT
// `nopy diff`: whether two arrays are equal, and where they are not. Streams: arrays may be larger
// than memory.
#include "command_table.hpp"
#include "dtype_argument.hpp"
#include "escape.hpp"
#include "findings.hpp"
#include "item_json.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "report.hpp"
#include "window.hpp"

#include <nopy/compare.hpp>
#include <nopy/print.hpp>

#include <fmt/core.h>

#include <cmath>

namespace nopy::cli {
namespace {

struct difference {
  std::vector<std::uint64_t> index;
  std::vector<std::byte> a, b;
};

struct side {
  input from;
  npy_file file;
  selection chosen;
  dtype type;

  explicit side(const std::string& argument)
      : from(input::open(argument)),
        file(from.open_array()),
        chosen(from.selected(file.shape())),
        type(told_type(file)) {}
};

struct outcome {
  bool equal = true;
  std::uint64_t different = 0, signed_zeros = 0;
  double max_abs = 0;
  std::vector<difference> first{};
  std::optional<error> reason{};
};

compare_options options_of(const request& asked) {
  compare_options options;
  if (asked.has("--values")) options.equality = equality::values;
  if (const auto text = asked.value("--rtol")) options.rtol = parse_tolerance("--rtol", *text);
  if (const auto text = asked.value("--atol")) options.atol = parse_tolerance("--atol", *text);
  if (options.rtol > 0 || options.atol > 0) options.equality = equality::values;
  options.equal_nan = asked.has("--equal-nan");
  return options;
}

/// The index in the result of the item at `position` (in C order) of a window.
std::vector<std::uint64_t> index_of(std::uint64_t position, const region& window,
                                    const selection& chosen) {
  std::vector<std::uint64_t> index;
  for (std::size_t axis = window.extents.rank(); axis-- > 0;) {
    const std::uint64_t extent = window.extents[axis];
    if (!chosen.axes()[axis].dropped)
      index.insert(index.begin(), window.start[axis] + position % extent);
    position /= extent;
  }
  return index;
}

std::vector<std::byte> item_at(std::span<const std::byte> block, std::uint64_t position,
                               std::uint64_t item_bytes) {
  const auto item = block.subspan(static_cast<std::size_t>(position * item_bytes),
                                  static_cast<std::size_t>(item_bytes));
  return {item.begin(), item.end()};
}

void join(outcome& into, const comparison& block) {
  into.equal = into.equal && block.same;
  into.different += block.different;
  into.signed_zeros += block.signed_zeros;
  if (block.reason && !into.reason) into.reason = block.reason;
  if (std::isnan(block.max_abs) || block.max_abs > into.max_abs) into.max_abs = block.max_abs;
}

/// Windows have the extents of `a`; those of `b` may have dropped axes elsewhere.
region window_in(const region& window, const selection& of, const selection& in) {
  region made;
  std::size_t axis = 0;
  const auto skip = [&] {
    while (axis < of.axes().size() && of.axes()[axis].dropped) ++axis;
  };
  for (const axis_slice& slice : in.axes()) {
    skip();
    made.start.push_back(slice.dropped ? 0 : window.start[axis]);
    made.extents.push_back(slice.dropped ? 1 : window.extents[axis]);
    if (!slice.dropped) ++axis;
  }
  return made;
}

outcome compare_sides(const side& a, const side& b, const compare_options& options,
                      std::size_t most) {
  outcome made;
  const shape of = a.chosen.result_shape();
  if (!(of == b.chosen.result_shape())) {
    made.reason = error({.code = errc::shape_mismatch,
                         .found = shape_text(of),
                         .expected = shape_text(b.chosen.result_shape())});
    made.equal = false;
    return made;
  }
  const selected_items left(a.file, a.chosen, a.file.header().dtype, order::c);
  const selected_items right(b.file, b.chosen, b.file.header().dtype, order::c);
  progress_bar bar("comparing", a.chosen.extents().count() * left.item_bytes());
  if (of.count() == 0)
    join(made, compare(any_view(a.type, of, {}), any_view(b.type, of, {}), options));
  std::vector<std::byte> left_bytes, right_bytes;
  for_each_window(a.chosen.extents(), order::c, std::max(left.item_bytes(), right.item_bytes()),
                  std::max(left.block_bytes(), right.block_bytes()), [&](const region& window) {
                    if (made.reason) return;
                    const std::uint64_t count = window.extents.count();
                    left_bytes.resize(static_cast<std::size_t>(count * left.item_bytes()));
                    right_bytes.resize(static_cast<std::size_t>(count * right.item_bytes()));
                    left.read(window, left_bytes);
                    right.read(window_in(window, a.chosen, b.chosen), right_bytes);
                    const auto remember = [&](std::uint64_t position) {
                      if (made.first.size() >= most) return false;
                      made.first.push_back({index_of(position, window, a.chosen),
                                            item_at(left_bytes, position, left.item_bytes()),
                                            item_at(right_bytes, position, right.item_bytes())});
                      return true;
                    };
                    const shape flat{count};
                    join(made, compare(any_view(a.type, flat, left_bytes),
                                       any_view(b.type, flat, right_bytes), options, remember));
                    bar.advance(left_bytes.size());
                  });
  return made;
}

std::string index_text(const std::vector<std::uint64_t>& index) {
  std::string out = "[";
  for (std::size_t i = 0; i < index.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : ", ", index[i]);
  return out + "]";
}

void print_text(const side& a, const side& b, const outcome& found, const shape& of) {
  const std::string names =
      fmt::format("{} and {}", escaped(a.from.name()), escaped(b.from.name()));
  if (found.reason) {
    print(fmt::format("{} differ: {}\n", names, escaped(one_line(*found.reason))));
    return;
  }
  if (found.equal) {
    print(fmt::format("{} are equal\n", names));
    return;
  }
  std::string line = fmt::format("{} differ in {} of {} items", names, found.different, of.count());
  if (found.signed_zeros != 0)
    line += fmt::format(", {} of them only in the sign of zero", found.signed_zeros);
  if (found.max_abs > 0) line += fmt::format("; largest difference {}", found.max_abs);
  if (std::isnan(found.max_abs)) line += "; NaN stands against a number";
  print(line + "\n");
  for (const difference& one : found.first)
    print(fmt::format("  {}  {}  {}\n", index_text(one.index), value_text(a.type, one.a.data()),
                      value_text(b.type, one.b.data())));
  if (found.different > found.first.size() && !found.first.empty())
    print(fmt::format("  and {} more\n", found.different - found.first.size()));
}

void print_json(const side& a, const side& b, const outcome& found) {
  std::string line;
  json_writer out(line);
  out.begin_object().key("equal").boolean(found.equal).key("different");
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
    write_json_item(out, a.type, one.a.data());
    out.key("b");
    write_json_item(out, b.type, one.b.data());
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
  out.end_object();
  print(line + "\n");
}

int run(const request& asked) {
  const side a(asked.operand(0)), b(asked.operand(1));
  const auto most = asked.value("--max");
  outcome found;
  try {
    found = compare_sides(a, b, options_of(asked),
                          most ? static_cast<std::size_t>(parse_count("--max", *most)) : 10);
  } catch (const exception& failed) {
    if (!failed.error().parts().subject.starts_with("descriptor ")) throw;
    throw exception(error(failed.error()).about(a.from.name() + " or " + b.from.name()));
  }
  if (asked.has("--json"))
    print_json(a, b, found);
  else if (!asked.has("--quiet"))
    print_text(a, b, found, a.chosen.result_shape());
  return found.equal ? exit_fine : exit_no;
}

constexpr operand_row operands[] = {{"A"}, {"B"}};
constexpr option_row options[] = {
    {"--values", "", "compare as NumPy's ==: 0.0 equals -0.0, NaN equals nothing"},
    {"--rtol", "R", "equal where |a - b| <= ATOL + R * |b|"},
    {"--atol", "A", "equal where |a - b| <= A + RTOL * |b|"},
    {"--equal-nan", "", "NaN equals NaN, NaT equals NaT (with --values or a tolerance)"},
    {"--max", "N", "print the first N differences (default 10)"},
    {"-q,--quiet", "", "print nothing; the exit code says it"},
    {"--json", "", "one JSON object"},
};

}  // namespace

const command diff_command{
    "diff",
    "Compare two arrays: exit code 0 equal, 1 different",
    operands,
    options,
    "Without options the bits are compared, after byte order and memory order are made equal; the\n"
    "types must agree. With --values or a tolerance, values of different types are compared.",
    "nopy diff a.npy b.npy\n"
    "nopy diff --rtol 1e-6 --equal-nan a.npy b.npy\n"
    "nopy diff 'a.npy[0]' 'b.npy[0]'   two parts",
    run};

}  // namespace nopy::cli
