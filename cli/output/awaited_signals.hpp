// SPDX-License-Identifier: MIT
// Signals that a waiting program reads like input: the end of a server is no accident to be handled
// in a handler.
#pragma once

#include <csignal>

namespace nopy::cli {

/// While one lives, SIGINT, SIGTERM, SIGHUP (unless ignored, as under nohup) and SIGCHLD do nothing but
/// make `descriptor` readable. SIGINT also where a script's `&` had it ignored: a server that can not
/// be interrupted would outlive its script.
class awaited_signals {
 public:
  awaited_signals() noexcept;
  awaited_signals(const awaited_signals&) = delete;
  awaited_signals& operator=(const awaited_signals&) = delete;
  ~awaited_signals();

  [[nodiscard]] int descriptor() const noexcept { return fd_; }
  /// The next signal that came, or 0.
  [[nodiscard]] int next() const noexcept;

 private:
  sigset_t before_;
  int fd_;
};

}  // namespace nopy::cli
