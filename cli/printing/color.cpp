// SPDX-License-Identifier: MIT
#include "printing/color.hpp"

#include "system/files.hpp"
#include "system/terminal.hpp"

#include <cstdlib>

namespace nopy::cli {
namespace {

std::string dressed(std::string_view text, std::string_view code) {
  if (!colored_stdout()) return std::string(text);
  return std::string("\x1b[").append(code).append("m").append(text).append("\x1b[0m");
}

}  // namespace

bool colored_stdout() noexcept {
  const char* forbidden = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  if (forbidden != nullptr && *forbidden != '\0') return false;
  if (terminal != nullptr && std::string_view(terminal) == "dumb") return false;
  return system::takes_escapes(system::standard_output);
}

std::string dimmed(std::string_view text) { return dressed(text, "2"); }
std::string bold(std::string_view text) { return dressed(text, "1"); }

}  // namespace nopy::cli
