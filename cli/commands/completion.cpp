// SPDX-License-Identifier: MIT
// `nopy completion`, and the scripts of three shells.
#include "commands/completion.hpp"

#include "command/command_table.hpp"
#include "output/output.hpp"
#include "printing/report.hpp"

#include <fmt/core.h>

namespace nopy::cli {
namespace {

/// What stands in the place of a value or an operand.
enum class taken : unsigned char { nothing, words, folders, commands, members, files };

taken taken_by(const option_row& row) {
  if (row.value.empty()) return taken::nothing;
  if (!row.choices.empty()) return taken::words;
  if (row.value == "DIR" || row.value == "FOLDER") return taken::folders;
  if (row.value == "KEY") return taken::members;
  return row.value.starts_with("OUT") ? taken::files : taken::nothing;
}

taken taken_by(const operand_row& row) {
  if (row.name == "COMMAND") return taken::commands;
  if (!row.choices.empty()) return taken::words;
  return row.name == "NAME..." || row.name == "OLD" ? taken::members : taken::files;
}

bool attached(const option_row& row) { return row.value.starts_with('['); }

std::string command_names() {
  std::string out;
  for (const command* one : commands())
    out += fmt::format("{}{}", out.empty() ? "" : " ", one->name);
  return out;
}

/// "-f --force"
std::string spaced(std::string_view names) {
  std::string out(names);
  for (char& c : out)
    if (c == ',') c = ' ';
  return out;
}

/// Text between single quotes of a shell.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

/// The lines of a `case` that answer for the word behind an option: "show:--scale) ...".
std::string bash_values(const command& of) {
  std::string out;
  for (const option_row& row : of.options) {
    std::string action;
    switch (taken_by(row)) {
      case taken::words:
        action = fmt::format("_nopy_words {}", quoted(row.choices));
        break;
      case taken::folders:
        action =
            "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")";
        break;
      case taken::members:
        action = "_nopy_members \"${COMP_WORDS[2]}\"";
        break;
      case taken::files:
        action = ":";
        break;
      default:
        if (!row.value.empty() && !attached(row))
          action = "compopt +o default +o bashdefault 2>/dev/null";
    }
    if (action.empty()) continue;
    std::string pattern;
    for (std::string_view names = row.names; !names.empty();) {
      const std::size_t end = std::min(names.find(','), names.size());
      pattern +=
          fmt::format("{}{}:{}", pattern.empty() ? "" : " | ", of.name, names.substr(0, end));
      names.remove_prefix(std::min(end + 1, names.size()));
    }
    out += fmt::format("    {}) {}; return ;;\n", pattern, action);
  }
  return out;
}

std::string bash_operands(const command& of) {
  std::string options;
  for (const option_row& row : of.options) options += spaced(row.names) + " ";
  std::string out = fmt::format("    {})\n      [[ $cur == -* ]] && _nopy_words {}\n", of.name,
                                quoted(options + "-h --help"));
  for (const operand_row& row : of.operands) {
    const taken what = taken_by(row);
    if (what == taken::commands)
      out += fmt::format("      _nopy_words {}\n", quoted(command_names()));
    if (what == taken::words) out += fmt::format("      _nopy_words {}\n", quoted(row.choices));
    if (what == taken::members)
      out += "      ((COMP_CWORD > 2)) && _nopy_members \"${COMP_WORDS[2]}\"\n";
  }
  return out + "      ;;\n";
}

// Bash takes : and = for words of their own.
constexpr std::string_view bash_head =
    R"(# Completion of nopy for bash, made by `nopy completion bash`.

_nopy_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur")
}

_nopy_members() {
  local name
  [[ $1 == *.npz && -f $1 ]] || return
  while IFS= read -r name; do
    [[ $name == "$cur"* ]] && COMPREPLY+=("$name")
  done < <(nopy ls --names "$1" 2>/dev/null)
}

_nopy() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} before=
  ((COMP_CWORD > 1)) && before=${COMP_WORDS[COMP_CWORD-2]}
  COMPREPLY=()
  case $cur in
    : | =) before=$prev prev=$cur cur= ;;
  esac
  if [[ $prev == : ]]; then
    _nopy_members "$before"
    return
  fi
  [[ $prev == = ]] && prev=$before
  if ((COMP_CWORD == 1)); then
    _nopy_words ')";

std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(taken what, std::string_view choices) {
  switch (what) {
    case taken::words:
      return fmt::format("({})", choices);
    case taken::folders:
      return "_files -/";
    case taken::commands:
      return fmt::format("({})", command_names());
    case taken::files:
      return "_files";
    default:
      return " ";
  }
}

/// '(-f --force)'{-f,--force}'[replace ...]'
std::string zsh_option(const option_row& row) {
  const bool two = row.names.find(',') != std::string_view::npos;
  std::string value_name;
  for (const char c : row.value)
    if (c != '[' && c != ']' && c != '=') value_name += c;
  std::string value;
  if (!row.value.empty())
    value = fmt::format("{}{}:{}", attached(row) ? "::" : ":", zsh_text(value_name),
                        zsh_action(taken_by(row), row.choices));
  const std::string tail = quoted(fmt::format("[{}]{}", zsh_text(row.help), value));
  const std::string_view sign = row.value.empty() ? "" : attached(row) ? "=-" : "=";
  if (!two) return fmt::format("'{}{}'{}", row.names, sign, tail);
  const std::size_t comma = row.names.find(',');
  return fmt::format("'({})'{{{},{}{}}}{}", spaced(row.names), row.names.substr(0, comma),
                     row.names.substr(comma + 1), sign, tail);
}

std::string zsh_command(const command& of) {
  std::string out = fmt::format("    {})\n      _arguments -s", of.name);
  for (const option_row& row : of.options) out += fmt::format(" \\\n        {}", zsh_option(row));
  out += " \\\n        '(-h --help)'{-h,--help}'[print this page]'";
  for (const operand_row& row : of.operands) {
    const std::string action = zsh_action(taken_by(row), row.choices);
    out += fmt::format(" \\\n        '{}:{}:{}'",
                       row.most > 1     ? "*"
                       : row.least == 0 ? ":"
                                        : "",
                       zsh_text(row.name), action == " " ? "_files" : action);
  }
  return out + " ;;\n";
}

std::string fish_option(const command& of, const option_row& row) {
  const std::size_t comma = row.names.find(',');
  std::string out = fmt::format("complete -c nopy -n '__fish_seen_subcommand_from {}'", of.name);
  if (comma != std::string_view::npos) out += fmt::format(" -s {}", row.names.substr(1, comma - 1));
  out += fmt::format(" -l {}", long_name(row.names).substr(2));
  const taken what = taken_by(row);
  if (what == taken::words) out += fmt::format(" -x -a {}", quoted(row.choices));
  if (what == taken::folders) out += " -x -a '(__fish_complete_directories)'";
  if (what == taken::files) out += " -r";
  if (!row.value.empty() && !attached(row) && (what == taken::nothing || what == taken::members))
    out += " -x";
  return out + fmt::format(" -d {}\n", quoted(row.help));
}

int run(const request& asked) {
  const std::string& shell = asked.operand(0);
  if (shell == "bash") {
    print(bash_completion());
  } else if (shell == "zsh") {
    print(zsh_completion());
  } else if (shell == "fish") {
    print(fish_completion());
  } else {
    refuse("completions are made for bash, zsh and fish", shell);
  }
  return exit_fine;
}

constexpr operand_row operands[] = {{"SHELL", 1, 1, "bash zsh fish"}};

}  // namespace

std::string bash_completion() {
  std::string out(bash_head);
  out += command_names() + " -h --help -V --version'\n    return\n  fi\n";
  out += "  case ${COMP_WORDS[1]}:$prev in\n";
  for (const command* one : commands()) out += bash_values(*one);
  out += "  esac\n  case ${COMP_WORDS[1]} in\n";
  for (const command* one : commands()) out += bash_operands(*one);
  return out + "  esac\n}\n\ncomplete -o bashdefault -o default -F _nopy nopy\n";
}

std::string zsh_completion() {
  std::string out =
      "#compdef nopy\n# Completion of nopy for zsh, made by `nopy completion zsh`.\n\n_nopy() {\n"
      "  local -a commands\n  commands=(\n";
  for (const command* one : commands())
    out += fmt::format("    {}\n", quoted(fmt::format("{}:{}", one->name, zsh_text(one->summary))));
  out +=
      "  )\n  if (( CURRENT == 2 )); then\n    _describe command commands\n    return\n  fi\n"
      "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n";
  for (const command* one : commands()) out += zsh_command(*one);
  return out +
         "  esac\n}\n\nif [[ $funcstack[1] == _nopy ]]; then\n  _nopy \"$@\"\nelse\n"
         "  compdef _nopy nopy\nfi\n";
}

std::string fish_completion() {
  std::string out = "# Completion of nopy for fish, made by `nopy completion fish`.\n\n";
  for (const command* one : commands())
    out += fmt::format("complete -c nopy -n __fish_use_subcommand -f -a {} -d {}\n", one->name,
                       quoted(one->summary));
  out +=
      "complete -c nopy -n __fish_use_subcommand -s V -l version -d 'print the version'\n"
      "complete -c nopy -s h -l help -d 'print the help'\n";
  for (const command* one : commands()) {
    for (const option_row& row : one->options) out += fish_option(*one, row);
    for (const operand_row& row : one->operands)
      if (taken_by(row) == taken::words || taken_by(row) == taken::commands)
        out += fmt::format("complete -c nopy -n '__fish_seen_subcommand_from {}' -f -a {}\n",
                           one->name, quoted(row.choices.empty() ? command_names() : row.choices));
  }
  return out;
}

const command completion_command{"completion",
                                 "Print a script that completes commands and options in a shell",
                                 operands,
                                 {},
                                 "An installed nopy brings them along. By hand: put the line of "
                                 "your shell into its start file.\n"
                                 "In bash, names of members are completed behind FILE.npz:, too.",
                                 "nopy completion bash > nopy.bash\n"
                                 "eval \"$(nopy completion bash)\"   in ~/.bashrc\n"
                                 "nopy completion zsh > _nopy   in a folder of zsh's fpath\n"
                                 "nopy completion fish > nopy.fish   in ~/.config/fish/completions",
                                 run};

}  // namespace nopy::cli
