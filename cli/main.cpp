// SPDX-License-Identifier: MIT
// `nopy`, the command-line tool.
#include "command/command.hpp"
#include "command/signals.hpp"
#include "system/terminal.hpp"

int main(int argc, char** argv) {
  nopy::cli::system::hold_closed_streams();
  nopy::cli::install_signal_handlers();
  return nopy::cli::run_command_line(argc, argv);
}
