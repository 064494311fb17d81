// SPDX-License-Identifier: MIT
// What stands behind stdout and stderr: a terminal or not, how large, what it can show.
#pragma once

#include <cstddef>

namespace nopy::cli::system {

/// Where the tool was started with stdin, stdout or stderr closed: takes their numbers, so that no file that is
/// opened later gets one of them, and with it what is said. Reading and writing there fail as before.
void hold_closed_streams() noexcept;

[[nodiscard]] bool is_terminal(int fd) noexcept;

/// Of a terminal in characters; zeros where it does not say, or is none.
struct text_area {
  std::size_t columns = 0, lines = 0;
};
[[nodiscard]] text_area area_of(int fd) noexcept;

/// Whether it is a terminal that understands escape sequences; asks it to, where it has to be asked.
[[nodiscard]] bool takes_escapes(int fd) noexcept;
/// Whether it shows 2^24 colours though no variable says so.
[[nodiscard]] bool shows_all_colors(int fd) noexcept;

}  // namespace nopy::cli::system
