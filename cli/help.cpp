// SPDX-License-Identifier: MIT
// `nopy help`: the table of commands, and the page of each.
#include "color.hpp"
#include "command_table.hpp"
#include "output.hpp"
#include "report.hpp"
#include "table.hpp"

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

void print_overview() {
  print(
      fmt::format("nopy: NumPy's .npy and .npz files without Python\n\n"
                  "{} nopy COMMAND [OPTIONS] FILE...\n\n{}\n",
                  bold("Usage:"), bold("Commands:")));
  table lines;
  lines.column("");
  lines.column("");
  for (const command* one : commands())
    lines.row({fmt::format("  {}", one->name), std::string(one->summary)});
  print(lines.text());
  print(fmt::format(
      "\n{}\n"
      "  FILE                  a .npy file or a .npz archive; - is stdin or stdout\n"
      "  FILE.npz:NAME         an array of an archive\n"
      "  'FILE[0:5, ..., -1]'  a part of either, as NumPy slices; quote it for the shell\n"
      "\n{}\n"
      "  0  fine\n"
      "  1  the answer is no: the arrays differ, the check found errors\n"
      "  2  usage, input or output failed\n"
      "\n"
      "`nopy help COMMAND` shows the options and examples of a command.\n",
      bold("Files:"), bold("Exit codes:")));
}

int run(const request& asked) {
  if (asked.operands().empty()) {
    print_overview();
    return exit_fine;
  }
  const std::string& name = asked.operand(0);
  const command* of = find_command(name);
  if (of == nullptr) {
    const auto near = meant_command(name);
    refuse(fmt::format("nopy has no command '{}'", name), "",
           near ? fmt::format("did you mean `nopy help {}`?", *near)
                : std::string("`nopy help` lists the commands"));
  }
  print_page(*of);
  return exit_fine;
}

constexpr operand_row operands[] = {{"COMMAND", 0, 1}};

}  // namespace

const command help_command{"help",
                           "Explain a command, with examples",
                           operands,
                           {},
                           "",
                           "nopy help\n"
                           "nopy help convert",
                           run};

}  // namespace nopy::cli
