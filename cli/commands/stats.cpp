// SPDX-License-Identifier: MIT
// `nopy stats`: what the values of arrays are like. One pass, over a mapping where there is one.
#include "command/command_table.hpp"
#include "input/dtype_argument.hpp"
#include "input/jobs.hpp"
#include "input/member_options.hpp"
#include "input/operands.hpp"
#include "items/header_text.hpp"
#include "items/item_json.hpp"
#include "output/output.hpp"
#include "printing/color.hpp"
#include "printing/escape.hpp"
#include "printing/report.hpp"
#include "statistics/stats_report.hpp"

#include <fmt/core.h>

#include <cstdlib>

namespace nopy::cli {
namespace {

constexpr std::size_t usual_bins = 10, bar_width = 40;

stats_request request_of(const request& asked) {
  stats_request made{.as = asked.value("--as"), .jobs = jobs_of(asked)};
  if (const auto text = asked.value("--histogram")) {
    made.bins = text->empty() ? usual_bins
                              : static_cast<std::size_t>(
                                    parse_within("--histogram", *text, "a number of bins", 65536));
  }
  if (const auto text = asked.value("--axis")) {
    const bool negative = text->starts_with('-');
    const auto axis =
        static_cast<std::int64_t>(parse_count("--axis", std::string_view(*text).substr(negative)));
    made.axis = negative ? -axis : axis;
    if (made.bins)
      refuse("--histogram is of the whole array", "--axis", "a slice takes one line: 'a.npy[:,3]'");
  }
  return made;
}

class stats_printer {
 public:
  explicit stats_printer(const request& asked)
      : asked_(request_of(asked)),
        json_(asked.has("--json")),
        several_(asked.operands().size() > 1) {}

  /// One array. Throws what reading gives.
  void add(const input& from);
  /// Every array of an archive; false where one can not be read.
  bool add_archive(input& from);
  /// What is left to print when all have been added.
  [[nodiscard]] std::string text() const {
    return rows_.empty() ? std::string() : stats_table(rows_);
  }

 private:
  void print_json(const input& from, const array_stats& found) const;
  void print_bars(const std::string& name, const array_stats& found);

  stats_request asked_;
  bool json_, several_;
  std::vector<stats_cells> rows_{};
};

void stats_printer::print_json(const input& from, const array_stats& found) const {
  std::string line;
  json_writer out(line);
  out.begin_object().key("file").path(from.name());
  if (from.member())
    out.key("name").text(from.member()->name()).key("member").text(from.member()->stored_name());
  out.key("descr");
  write_json_descr(out, found.type);
  out.key("dtype").text(found.type.words()).key("shape");
  write_json_shape(out, found.of);
  write_json_stats(out, found);
  out.end_object();
  print(line + "\n");
}

void stats_printer::print_bars(const std::string& name, const array_stats& found) {
  if (found.axis) return;  // lines have no bins, and there may be no line
  for (std::size_t i = 0; i < found.parts.size(); ++i) {
    if (!found.all[i].bins) continue;
    const std::string& part = found.parts[i].name;
    if (several_ || found.parts.size() > 1)
      print(fmt::format("{}\n",
                        bold(part.empty() ? name : fmt::format("{} {}", name, escaped(part)))));
    print(bars_of(*found.all[i].bins, bar_width));
    if (several_ || found.parts.size() > 1) print("\n");
  }
}

void stats_printer::add(const input& from) {
  const array_stats found = stats_of(from, asked_);
  if (json_) return print_json(from, found);
  const std::string name = escaped(from.spelled());
  auto rows = cells_of(name, found);
  if (!several_ && rows.size() == 1 && !found.axis) {
    print(fmt::format("{}  {} {}\n{}", bold(rows[0].name), brief_words(found.type),
                      shape_text(found.of), facts_of(rows[0])));
    if (asked_.bins && found.all[0].bins) print("\n");
  } else {
    for (stats_cells& row : rows) rows_.push_back(std::move(row));
  }
  print_bars(name, found);
}

bool stats_printer::add_archive(input& from) {
  several_ = true;
  return for_each_member(from, [&](const listed_member& looked) {
    if (looked.failed) throw exception(from.about(*looked.failed));
    if (!looked.array)
      remark(fmt::format("{}: no array", from.title()));
    else if (looked.array->head.dtype.has_objects())
      remark(fmt::format("{}: Python objects have no statistics", from.title()));
    else
      add(from);
  });
}

int run(const request& asked) {
  stats_printer printer(asked);
  bool all_read = true;
  const int code = for_each_operand(asked, [&](const std::string& operand) {
    input from = input::open(operand, asked);
    if (from.argument().slice) from.choose_only_array();
    if (from.is_archive())
      all_read &= printer.add_archive(from);
    else
      printer.add(from);
  });
  print(printer.text());
  return all_read ? code : exit_failed;
}

constexpr operand_row operands[] = {{"FILE...", 1, any_number}};
constexpr option_row options[] = {
    {"--axis", "K", "along an axis: a result for each index of the others; -1 is the last axis"},
    {"--histogram", "[N]",
     "count the finite values in N equal bins between min and max (default 10)"},
    {"--as", "DTYPE",
     "read the same bits as another type: bfloat16, uint32, x87, quad, double-double"},
    {"--slice", "SLICE", "the part to look at, as in NumPy: 0:5,...,-1"},
    {"--member", "KEY", "the member of an archive"},
    index_option,
    {"--json", "", "one JSON object per array"},
    jobs_option,
};

}  // namespace

const command stats_command{
    "stats",
    "Count, min, max, mean, std, sum, NaN, infinities and zeros",
    operands,
    options,
    "NaN and NaT are counted and left out of everything else; infinities are not, as in NumPy's\n"
    "nanmin, nanmean and nanstd. std is that of the population. Of equal extremes the first in C\n"
    "order is told. Sums of integers are exact; sums of floats are made in twice the precision of\n"
    "a double and rounded once, so the results do not depend on --jobs. Complex numbers have a "
    "row\n"
    "for each part, records for each field; strings are ordered by code points or bytes, and\n"
    "`zeros` counts the empty ones. Edges and counts of a histogram are those of np.histogram of\n"
    "the values as float64.",
    "nopy stats a.npy\n"
    "nopy stats --jobs --histogram 20 a.npy\n"
    "nopy stats --axis 0 table.npy   a row for each column\n"
    "nopy stats 'run.npz:train[:, 0]'\n"
    "nopy stats --json run.npz | jq .mean   a line for each array",
    run};

}  // namespace nopy::cli
