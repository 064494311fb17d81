// SPDX-License-Identifier: MIT
// The table of commands: what each is called, takes and does. The parser, `nopy help` and whatever
// else lists commands are made from it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::cli {

/// Exit codes. 1 is an answer, not a failure.
inline constexpr int exit_fine = 0;
inline constexpr int exit_no = 1;
inline constexpr int exit_failed = 2;

struct option_row {
  std::string_view names;  ///< "-f,--force": the last one is the name commands ask for
  /// What it takes, as in "DTYPE"; "[LEVEL]" where a number may follow; "[=KIND]" where =KIND may;
  /// empty for a flag.
  std::string_view value;
  std::string_view help;
  std::string_view choices{};  ///< the words it takes, with blanks between, where they are few
};

struct operand_row {
  std::string_view name;
  std::size_t least = 1;
  std::size_t most = 1;
  std::string_view choices{};
};
inline constexpr std::size_t any_number = 1'000'000;

/// What the user asked of a command.
class request {
 public:
  /// The operands of the row `index` of the command's table; empty strings where optional ones were
  /// left out.
  [[nodiscard]] const std::vector<std::string>& operands() const noexcept { return operands_; }
  [[nodiscard]] const std::string& operand(std::size_t index) const { return operands_.at(index); }
  [[nodiscard]] bool has(std::string_view option) const noexcept { return find(option) != nullptr; }
  [[nodiscard]] std::optional<std::string> value(std::string_view option) const {
    const std::string* found = find(option);
    return found == nullptr ? std::nullopt : std::optional(*found);
  }

  void add_operand(std::string text) { operands_.push_back(std::move(text)); }
  void add_option(std::string_view name, std::string value) {
    options_.push_back({name, std::move(value)});
  }

 private:
  struct given {
    std::string_view name;
    std::string value;
  };
  [[nodiscard]] const std::string* find(std::string_view option) const noexcept {
    for (const given& one : options_)
      if (one.name == option) return &one.value;
    return nullptr;
  }
  std::vector<std::string> operands_{};
  std::vector<given> options_{};
};

struct command {
  std::string_view name;
  std::string_view summary;
  std::span<const operand_row> operands;
  std::span<const option_row> options;
  std::string_view text;      ///< what one should know before using it
  std::string_view examples;  ///< lines of "command" or "command   what it does"
  int (*run)(const request& asked);
};

/// Every command, in the order `nopy help` lists them.
[[nodiscard]] std::span<const command* const> commands() noexcept;
[[nodiscard]] const command* find_command(std::string_view name) noexcept;

/// The name by which commands ask for an option: "--force" of "-f,--force".
[[nodiscard]] constexpr std::string_view long_name(std::string_view names) noexcept {
  const std::size_t comma = names.rfind(',');
  return comma == std::string_view::npos ? names : names.substr(comma + 1);
}

/// Of `candidates`, the one nearest to `word`, or nothing where none is near.
[[nodiscard]] std::optional<std::string_view> nearest(std::string_view word,
                                                      std::span<const std::string_view> candidates);

/// What who typed a word that is no command may have meant: what another tool calls so, or the nearest.
[[nodiscard]] std::optional<std::string_view> meant_command(std::string_view word);

/// Runs `argv`: parses, dispatches, prints errors; returns the exit code.
[[nodiscard]] int run_command_line(int argc, const char* const* argv);

}  // namespace nopy::cli
