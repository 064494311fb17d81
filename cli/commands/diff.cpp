// SPDX-License-Identifier: MIT
// `nopy diff`: whether two arrays, or two archives, are equal, and where they are not.
#include "command/command_table.hpp"
#include "commands/diff_archives.hpp"
#include "commands/diff_text.hpp"
#include "input/dtype_argument.hpp"
#include "input/member_options.hpp"
#include "output/output.hpp"
#include "printing/escape.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

compare_options options_of(const request& asked) {
  compare_options options;
  if (asked.has("--values")) options.equality = equality::values;
  if (const auto text = asked.value("--rtol")) options.rtol = parse_tolerance("--rtol", *text);
  if (const auto text = asked.value("--atol")) options.atol = parse_tolerance("--atol", *text);
  // A tolerance of 0 is one, too: values are compared.
  if (asked.has("--rtol") || asked.has("--atol")) options.equality = equality::values;
  options.equal_nan = asked.has("--equal-nan");
  if (options.equal_nan && options.equality != equality::values)
    refuse("--equal-nan goes with --values or a tolerance", "",
           "without them bits are compared: a NaN equals one of the same bits");
  return options;
}

int run(const request& asked) {
  if (asked.has("--quiet") && asked.has("--json"))
    refuse("--quiet prints nothing, --json an object: one of the two");
  const auto given = asked.value("--max");
  const std::size_t most = given ? static_cast<std::size_t>(parse_count("--max", *given)) : 10;
  input a = input::open(asked.operand(0), asked), b = input::open(asked.operand(1), asked);
  const bool archives =
      a.is_archive() && b.is_archive() && !a.argument().slice && !b.argument().slice;
  if (!archives) {
    a.choose_only_array();
    b.choose_only_array();
  }
  const std::string names = fmt::format("{} and {}", escaped(a.spelled()), escaped(b.spelled()));
  std::string text, line;
  json_writer json(line);
  const bool as_json = asked.has("--json");
  bool equal = false, all_read = true;
  if (archives) {
    const archive_outcome found = compare_archives(a, b, options_of(asked), most);
    equal = found.equal();
    all_read = found.all_read;
    if (as_json)
      write_json_archives(json, found);
    else
      text = names + archive_text(a, b, found);
  } else {
    const compared_pair found = compare_pair(a, b, options_of(asked), most);
    equal = found.outcome.equal;
    if (as_json) {
      json.begin_object();
      write_json_outcome(json, found);
      json.end_object();
    } else {
      text = names + " " + outcome_text(found, "differ", 2);
    }
  }
  if (as_json)
    print(line + "\n");
  else if (!asked.has("--quiet"))
    print(text);
  if (!all_read) return exit_failed;
  return equal ? exit_fine : exit_no;
}

constexpr operand_row operands[] = {{"A"}, {"B"}};
constexpr option_row options[] = {
    {"--values", "", "compare as NumPy's ==: 0.0 equals -0.0, NaN equals nothing"},
    {"--rtol", "R", "equal where |a - b| <= ATOL + R * |b|"},
    {"--atol", "A", "equal where |a - b| <= A + RTOL * |b|"},
    {"--equal-nan", "", "NaN equals NaN, NaT equals NaT (with --values or a tolerance)"},
    {"--max", "N", "print the first N differences of an array (default 10)"},
    {"--member", "KEY", "compare this member of both archives"},
    index_option,
    {"--slice", "SLICE", "compare this part of both, as in NumPy: 0:5,...,-1"},
    {"-q,--quiet", "", "print nothing; the exit code says it"},
    {"--json", "", "one JSON object"},
};

}  // namespace

const command diff_command{
    "diff",
    "Compare two arrays or archives: exit code 0 equal, 1 different",
    operands,
    options,
    "Without options the bits are compared, after byte order and memory order are made equal; the\n"
    "types must agree. With --values or a tolerance, values of different types are compared.\n"
    "Archives are compared member by member, by name; how they are stored is no difference.",
    "nopy diff a.npy b.npy\n"
    "nopy diff --rtol 1e-6 --equal-nan a.npy b.npy\n"
    "nopy diff 'a.npy[0]' 'b.npy[0]'   two parts\n"
    "nopy diff old.npz new.npz\n"
    "nopy diff run.npz:train train.npy",
    run};

}  // namespace nopy::cli
