// SPDX-License-Identifier: MIT
// `nopy`, the command-line tool.
#include "command/command.hpp"
#include "command/signals.hpp"

int main(int argc, char** argv) {
  nopy::cli::install_signal_handlers();
  return nopy::cli::run_command_line(argc, argv);
}
