// SPDX-License-Identifier: MIT
// `nopy man`: the manual's pages, printed or written to a folder.
#include "command/command_table.hpp"
#include "command/man_page.hpp"
#include "output/output.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

void write_page(const std::string& folder, std::string_view name, const std::string& page,
                overwrite existing) {
  auto to = output::open(fmt::format("{}/{}.1", folder, name), existing);
  if (!to) throw exception(to.error());
  to->write(page);
  to->close();
}

int run(const request& asked) {
  const overwrite existing = asked.has("--force") ? overwrite::allow : overwrite::refuse;
  if (const auto folder = asked.value("--directory")) {
    if (!asked.operands().empty()) refuse("--directory takes all pages");
    write_page(*folder, "nopy", man_overview(), existing);
    for (const command* one : commands())
      write_page(*folder, fmt::format("nopy-{}", one->name), man_page(*one), existing);
    return exit_fine;
  }
  print(asked.operands().empty() ? man_overview() : man_page(meant(asked.operand(0), "man")));
  return exit_fine;
}

constexpr operand_row operands[] = {{"COMMAND", 0, 1}};
constexpr option_row options[] = {
    {"-d,--directory", "DIR", "write every page to this folder"},
    {"-f,--force", "", "replace existing files"},
};

}  // namespace

const command man_command{"man",
                          "Print a page of the manual, for man",
                          operands,
                          options,
                          "Without COMMAND the page of nopy itself. An installed nopy brings them "
                          "along: man nopy, man nopy-show.",
                          "nopy man show | man -l -\n"
                          "nopy man -d .   every page, to be installed",
                          run};

}  // namespace nopy::cli
