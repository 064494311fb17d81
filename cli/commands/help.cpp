// SPDX-License-Identifier: MIT
// `nopy help`: the table of commands, and the page of each.
#include "command/command_table.hpp"
#include "command/overview.hpp"
#include "output/output.hpp"
#include "printing/color.hpp"
#include "printing/report.hpp"
#include "printing/table.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += fmt::format("  {}\n", text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return out;
}

std::string usage_line(const command& of) {
  std::string line = fmt::format("nopy {}", of.name);
  if (!of.options.empty()) line += " [OPTIONS]";
  for (const operand_row& row : of.operands)
    line += row.least == 0 ? fmt::format(" [{}]", row.name) : fmt::format(" {}", row.name);
  return line;
}

std::string option_lines(const command& of) {
  table lines;
  lines.column("");
  lines.column("");
  for (const option_row& row : of.options) {
    const std::size_t comma = row.names.find(',');
    std::string names =
        comma == std::string_view::npos
            ? fmt::format("    {}", row.names)
            : fmt::format("{}, {}", row.names.substr(0, comma), row.names.substr(comma + 1));
    const bool attached = row.value.starts_with("[=");
    if (!row.value.empty()) names += fmt::format("{}{}", attached ? "" : " ", row.value);
    lines.row({fmt::format("  {}", names), std::string(row.help)});
  }
  lines.row({"  -h, --help", "print this page"});
  return lines.text();
}

void print_page(const command& of) {
  print(fmt::format("{}\n\n{} {}\n\n", of.summary, bold("Usage:"), usage_line(of)));
  if (!of.text.empty()) print(fmt::format("{}\n\n", of.text));
  print(fmt::format("{}\n{}", bold("Options:"), option_lines(of)));
  print(fmt::format("\n{}\n{}", bold("Examples:"), indented(of.examples)));
}

template <class Rows>
void print_terms(std::string_view head, const Rows& rows) {
  table lines;
  lines.column("");
  lines.column("");
  for (const explained& row : rows)
    lines.row({fmt::format("  {}", row.what), std::string(row.meaning)});
  print(fmt::format("\n{}\n{}", bold(head), lines.text()));
}

void print_overview() {
  print(
      fmt::format("nopy: {}\n\n"
                  "{} nopy COMMAND [OPTIONS] FILE...\n\n{}\n",
                  tool_in_words, bold("Usage:"), bold("Commands:")));
  table lines;
  lines.column("");
  lines.column("");
  for (const command* one : commands())
    lines.row({fmt::format("  {}", one->name), std::string(one->summary)});
  print(lines.text());
  print_terms("Files:", operand_forms);
  print_terms("Exit codes:", exit_codes);
  print_terms("Environment:", environment_variables);
  print(
      "\n`nopy help COMMAND` shows the options and examples of a command, `nopy help --all` those "
      "of "
      "every one.\n");
}

int run(const request& asked) {
  if (asked.has("--all")) {
    if (!asked.operands().empty()) refuse("--all takes all pages");
    print_overview();
    for (const command* one : commands()) {
      print(fmt::format("\n\n{}\n\n", bold(fmt::format("nopy {}", one->name))));
      print_page(*one);
    }
    return exit_fine;
  }
  if (asked.operands().empty()) {
    print_overview();
    return exit_fine;
  }
  print_page(meant(asked.operand(0), "help"));
  return exit_fine;
}

constexpr operand_row operands[] = {{"COMMAND", 0, 1}};
constexpr option_row options[] = {{"-a,--all", "", "the pages of all commands"}};

}  // namespace

const command help_command{"help",
                           "Explain a command, with examples",
                           operands,
                           options,
                           "Without COMMAND it lists the commands, and what holds for all of them.",
                           "nopy help\n"
                           "nopy help convert\n"
                           "nopy help --all",
                           run};

}  // namespace nopy::cli
