// SPDX-License-Identifier: MIT
// The only file that knows the argument parser (CLI11): builds it from the table of commands, and
// names the nearest command or option where one was mistyped.
#include "command/command.hpp"
#include "output/output.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <algorithm>

namespace nopy::cli {
namespace {

/// A command and what the parser knows of it, option by option.
struct bound_command {
  const command* what;
  CLI::App* app;
  std::vector<CLI::Option*> options{};
};

/// Whether a value may be left out; "[=KIND]" follows with = alone.
bool may_take(const option_row& row) { return row.value.starts_with('['); }

/// Whether a number may follow, so that the next word is a file's name where it is none.
bool takes_number(const option_row& row) { return may_take(row) && !row.value.starts_with("[="); }

/// Whether a word is one of the names "-o,--option".
bool is_name(std::string_view names, std::string_view word) {
  return long_name(names) == word || (word.size() == 2 && names.substr(0, names.find(',')) == word);
}

/// Words with "--option 9", "-o 9" and "-o9" as "--option=9", where the number may be left out. A file
/// whose name is a number is written ./9 there.
std::vector<std::string> joined_numbers(std::span<const char* const> words) {
  const auto taker = [](std::string_view word) -> std::string_view {
    for (const command* one : commands())
      for (const option_row& row : one->options)
        if (takes_number(row) && is_name(row.names, word)) return long_name(row.names);
    return {};
  };
  std::vector<std::string> out;
  for (const std::string_view word : words) {
    const auto is_number = [](std::string_view text) {
      return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    };
    const bool joined = word.size() > 2 && word.starts_with('-') && is_number(word.substr(2));
    std::string_view takes;
    if (joined)
      takes = taker(word.substr(0, 2));
    else if (is_number(word) && !out.empty())
      takes = taker(out.back());
    if (takes.empty())
      out.emplace_back(word);
    else if (joined)
      out.push_back(fmt::format("{}={}", takes, word.substr(2)));
    else
      out.back() = fmt::format("{}={}", takes, word);
  }
  return out;
}

bound_command bind(CLI::App& top, const command& what) {
  bound_command made{&what, top.add_subcommand(std::string(what.name), std::string(what.summary))};
  made.app->set_help_flag("-h,--help", "Print this command's help");
  made.app->allow_extras();  // so that the message for a wrong option is ours
  for (const option_row& row : what.options) {
    std::string names(row.names);
    if (row.value.empty() || may_take(row))
      made.options.push_back(made.app->add_flag(names));
    else
      made.options.push_back(made.app->add_option(names)->expected(1)->multi_option_policy(
          CLI::MultiOptionPolicy::TakeLast));
  }
  return made;
}

error usage_error(std::string summary, std::string found, std::string hint) {
  return error({.code = errc::usage, .summary = summary, .found = found, .hint = hint});
}

error unknown_option(const std::string& word, const command& what) {
  std::vector<std::string_view> names;
  for (const option_row& row : what.options) names.push_back(long_name(row.names));
  const std::string_view plain = std::string_view(word).substr(0, word.find('='));
  const auto near = nearest(plain, names);
  return usage_error(fmt::format("`nopy {}` has no option {}", what.name, plain), "",
                     near ? fmt::format("did you mean {}?", *near)
                          : fmt::format("`nopy help {}` lists the options; a file of that name is "
                                        "written ./{}",
                                        what.name, plain));
}

error unknown_command(const std::string& word) {
  if (word.starts_with('-'))
    return usage_error(fmt::format("nopy has no option {}", word), "",
                       "options stand behind the command: nopy COMMAND --option");
  if (word.find(".npy") != std::string::npos || word.find(".npz") != std::string::npos)
    return usage_error(fmt::format("nopy has no command '{}'", word), "",
                       "the command stands in front of the file: nopy show FILE, nopy ls FILE");
  const auto near = meant_command(word);
  return usage_error(fmt::format("nopy has no command '{}'", word), "",
                     near ? fmt::format("did you mean `nopy {}`?", *near)
                          : std::string("`nopy help` lists the commands"));
}

/// Gives the extras to the operands of the table; what they do not take is a usage error.
request collect(const bound_command& bound, std::span<const char* const> behind_dashes) {
  request asked;
  std::size_t most = 0, least = 0;
  for (const operand_row& row : bound.what->operands) {
    most += row.most;
    least += row.least;
  }
  for (const std::string& word : bound.app->remaining()) {
    const bool of_stdin = word.starts_with("-:") || word.starts_with("-[");
    if (word.size() > 1 && word[0] == '-' && !of_stdin)
      throw exception(unknown_option(word, *bound.what));
    asked.add_operand(word);
  }
  for (const char* word : behind_dashes) asked.add_operand(word);
  const std::size_t count = asked.operands().size();
  if (count < least || count > most) {
    std::string form;
    for (const operand_row& row : bound.what->operands)
      form += row.least == 0 ? fmt::format(" [{}]", row.name) : fmt::format(" {}", row.name);
    throw exception(usage_error(fmt::format("`nopy {}` takes {}", bound.what->name,
                                            form.empty() ? "no operand" : form.substr(1)),
                                fmt::format("{} operand{}", count, count == 1 ? "" : "s"),
                                fmt::format("`nopy help {}` shows examples", bound.what->name)));
  }
  for (std::size_t i = 0; i < bound.options.size(); ++i) {
    const option_row& row = bound.what->options[i];
    if (bound.options[i]->count() == 0) continue;
    const std::string value = row.value.empty() ? "" : bound.options[i]->results().back();
    const bool left_out = may_take(row) && value == "true";  // what the parser has for a flag
    asked.add_option(long_name(row.names), left_out ? "" : value);
  }
  return asked;
}

int run_help(const std::string& of) {
  request asked;
  if (!of.empty()) asked.add_operand(of);
  return find_command("help")->run(asked);
}

int parse_and_run(std::span<const char* const> words) {
  // Behind "--" everything is an operand; the parser would make options of "-name.npy".
  const auto dashes = std::find_if(words.begin(), words.end(),
                                   [](const char* word) { return std::string_view(word) == "--"; });
  const std::span<const char* const> behind =
      dashes == words.end() ? std::span<const char* const>() : std::span(dashes + 1, words.end());
  CLI::App top("", "nopy");
  top.require_subcommand(0, 1);  // a file may have a command's name
  top.set_help_flag("-h,--help");
  CLI::Option* version = top.add_flag("-V,--version");
  top.allow_extras();
  std::vector<bound_command> bound;
  for (const command* one : commands()) bound.push_back(bind(top, *one));
  const auto parsed = joined_numbers(words.first(static_cast<std::size_t>(dashes - words.begin())));
  std::vector<const char*> arguments;
  for (const std::string& word : parsed) arguments.push_back(word.c_str());
  try {
    top.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::CallForHelp&) {
    const auto used = top.get_subcommands();
    return run_help(used.empty() ? "" : used.front()->get_name());
  } catch (const CLI::ParseError& wrong) {
    throw exception(usage_error(wrong.what(), "", "`nopy help COMMAND` shows examples"));
  }
  for (const bound_command& one : bound)
    if (one.app->parsed()) return one.what->run(collect(one, behind));
  if (version->count() != 0) return find_command("version")->run({});
  const auto unknown = top.remaining();
  if (!unknown.empty()) throw exception(unknown_command(unknown.front()));
  (void)run_help("");
  return exit_failed;
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates) {
  // Levenshtein's distance; words are short.
  const auto distance = [&](std::string_view other) {
    std::vector<std::size_t> row(other.size() + 1);
    for (std::size_t j = 0; j <= other.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= other.size(); ++j) {
        const std::size_t changed = diagonal + (word[i - 1] == other[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
      }
    }
    return row[other.size()];
  };
  std::optional<std::string_view> best;
  std::size_t least = 1 + word.size() / 2;
  for (const std::string_view candidate : candidates) {
    const bool begun = word.size() >= 2 && candidate.starts_with(word);
    const std::size_t found = begun ? 1 : distance(candidate);
    if (found < least) {
      least = found;
      best = candidate;
    }
  }
  return best;
}

int run_command_line(int argc, const char* const* argv) {
  try {
    const int code = parse_and_run({argv, static_cast<std::size_t>(argc)});
    flush_stdout();
    return code;
  } catch (const exception& failed) {
    if (failed.error().system_code() == EPIPE) return exit_failed;  // whoever reads has left
    try {
      flush_stdout();
    } catch (const exception&) {  // the first failure is the one to report
    }
    report(failed.error());
  } catch (const std::bad_alloc&) {
    report(error(errc::out_of_memory));
  }
  return exit_failed;
}

}  // namespace nopy::cli
