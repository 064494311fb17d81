// SPDX-License-Identifier: MIT
// Opening an address in the user's browser.
#pragma once

#include <string>

namespace nopy::cli {

/// Whether a browser that is started here would be seen: there is a display, and nobody came by ssh.
[[nodiscard]] bool browser_is_near() noexcept;

/// Starts what opens addresses here, in a session of its own, so that Ctrl-C does not reach it.
/// Returns whether there was a program to start; whether it succeeds, its SIGCHLD tells.
[[nodiscard]] bool start_browser(const std::string& address) noexcept;

}  // namespace nopy::cli
