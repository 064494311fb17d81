// SPDX-License-Identifier: MIT
#include "system/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace nopy::cli::system {

void hold_closed_streams() noexcept {
  // The wrong way for each, so that its use is an error; the lowest free number is the one looked at.
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (::fcntl(fd, F_GETFD) == -1)
      if (::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) == -1) return;
}

bool is_terminal(int fd) noexcept { return ::isatty(fd) == 1; }

text_area area_of(int fd) noexcept {
  winsize window{};
  if (!is_terminal(fd) || ::ioctl(fd, TIOCGWINSZ, &window) != 0) return {};
  return {window.ws_col, window.ws_row};
}

bool takes_escapes(int fd) noexcept { return is_terminal(fd); }
bool shows_all_colors(int) noexcept { return false; }  // COLORTERM and TERM say it

}  // namespace nopy::cli::system
