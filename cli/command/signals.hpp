// SPDX-License-Identifier: MIT
// What the tool does about signals: Ctrl-C and its like remove the half-written file and then kill
// the tool as usual; a closed pipe is quiet; a file size limit is an error, not a death.
#pragma once

namespace nopy::cli {

void install_signal_handlers() noexcept;

/// While one lives, that path is removed when a signal ends the tool. One at a time; `path` must
/// outlive it.
class removed_on_signal {
 public:
  explicit removed_on_signal(const char* path) noexcept;
  removed_on_signal(const removed_on_signal&) = delete;
  removed_on_signal& operator=(const removed_on_signal&) = delete;
  ~removed_on_signal();
};

/// While one lives, Ctrl-C only sets `interrupted`, for work that must be undone in order.
class interrupts_held {
 public:
  interrupts_held() noexcept;
  interrupts_held(const interrupts_held&) = delete;
  interrupts_held& operator=(const interrupts_held&) = delete;
  ~interrupts_held();
  [[nodiscard]] static bool interrupted() noexcept;
};

}  // namespace nopy::cli
