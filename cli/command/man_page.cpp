// SPDX-License-Identifier: MIT
#include "command/man_page.hpp"

#include "command/overview.hpp"

#include <nopy/version.hpp>

#include <fmt/core.h>

namespace nopy::cli {
namespace {

/// Text as roff shows it: dashes that can be searched and copied, no line that is a request.
std::string roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string title(std::string_view name) {
  std::string upper;
  for (const char c : name) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  // No date: equal sources give equal pages.
  return fmt::format(".TH {} 1 \"\" \"nopy " NOPY_VERSION_STRING "\" \"nopy\"\n.nh\n.ad l\n",
                     upper);
}

template <class Rows>
std::string terms(const Rows& rows) {
  std::string out;
  for (const explained& row : rows)
    out += fmt::format(".TP\n.B {}\n{}\n", roff(row.what), roff(row.meaning));
  return out;
}

/// "\fB\-f\fR, \fB\-\-force\fR \fIOUT\fR"
std::string option_term(const option_row& row) {
  std::string out;
  for (std::string_view names = row.names; !names.empty();) {
    const std::size_t end = std::min(names.find(','), names.size());
    out += fmt::format("{}\\fB{}\\fR", out.empty() ? "" : ", ", roff(names.substr(0, end)));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  if (!row.value.empty())
    out += fmt::format("{}\\fI{}\\fR", row.value.starts_with("[=") ? "" : " ", roff(row.value));
  return out;
}

std::string synopsis(const command& of) {
  std::string out = fmt::format(".SH SYNOPSIS\n.B nopy {}\n", roff(of.name));
  if (!of.options.empty()) out += "[\\fIOPTIONS\\fR]\n";
  for (const operand_row& row : of.operands)
    out += row.least == 0 ? fmt::format("[\\fI{}\\fR]\n", roff(row.name))
                          : fmt::format("\\fI{}\\fR\n", roff(row.name));
  return out;
}

}  // namespace

std::string man_overview() {
  std::string out = title("nopy");
  out += fmt::format(".SH NAME\nnopy \\- {}\n", roff(tool_in_words));
  out += ".SH SYNOPSIS\n.B nopy\n\\fICOMMAND\\fR [\\fIOPTIONS\\fR] \\fIFILE...\\fR\n.SH COMMANDS\n";
  for (const command* one : commands())
    out += fmt::format(".TP\n.BR nopy\\-{} (1)\n{}\n", roff(one->name), roff(one->summary));
  out += ".SH FILES\n" + terms(operand_forms);
  out += ".SH EXIT STATUS\n" + terms(exit_codes);
  out += ".SH ENVIRONMENT\n" + terms(environment_variables);
  return out + ".SH SEE ALSO\n.B nopy help\n\\fICOMMAND\\fR\nshows the same in the terminal.\n";
}

std::string man_page(const command& of) {
  std::string out = title(fmt::format("nopy-{}", of.name));
  out += fmt::format(".SH NAME\nnopy\\-{} \\- {}\n", roff(of.name), roff(of.summary));
  out += synopsis(of);
  if (!of.text.empty()) out += fmt::format(".SH DESCRIPTION\n{}\n", roff(of.text));
  out += ".SH OPTIONS\n";
  for (const option_row& row : of.options)
    out += fmt::format(".TP\n{}\n{}\n", option_term(row), roff(row.help));
  out += ".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nprint this page\n";
  out += fmt::format(".SH EXAMPLES\n.nf\n{}\n.fi\n", roff(of.examples));
  out += ".SH EXIT STATUS\n" + terms(exit_codes);
  return out + ".SH SEE ALSO\n.BR nopy (1)\n";
}

}  // namespace nopy::cli
