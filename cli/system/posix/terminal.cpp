// SPDX-License-Identifier: MIT
#include "system/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace nopy::cli::system {

bool is_terminal(int fd) noexcept { return ::isatty(fd) == 1; }

text_area area_of(int fd) noexcept {
  winsize window{};
  if (!is_terminal(fd) || ::ioctl(fd, TIOCGWINSZ, &window) != 0) return {};
  return {window.ws_col, window.ws_row};
}

bool takes_escapes(int fd) noexcept { return is_terminal(fd); }
bool shows_all_colors(int) noexcept { return false; }  // COLORTERM and TERM say it

}  // namespace nopy::cli::system
