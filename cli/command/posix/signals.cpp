// SPDX-License-Identifier: MIT
#include "command/signals.hpp"

#include "command/command.hpp"

#include <unistd.h>
#include <csignal>

#include <atomic>

namespace nopy::cli {
namespace {

static_assert(std::atomic<const char*>::is_always_lock_free);
std::atomic<const char*> half_written{nullptr};
std::atomic<bool> held{false};
std::atomic<int> pending{0};

void die_by(int signal) noexcept {
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

// Calls only what POSIX allows in a handler: unlink, signal, raise.
extern "C" void on_signal(int signal) {
  if (held && pending.exchange(signal) == 0) return;
  if (const char* path = half_written.exchange(nullptr)) ::unlink(path);
  die_by(signal);
}

// Reading a mapped page that the file no longer has, or the disk does not give.
extern "C" void on_lost_page(int) {
  if (const char* path = half_written.exchange(nullptr)) ::unlink(path);
  constexpr char told[] = "nopy: a file was cut while it was read, or its disk failed\n  [io]\n";
  if (::write(STDERR_FILENO, told, sizeof told - 1) < 0) {
  }
  ::_exit(exit_failed);
}

}  // namespace

void install_signal_handlers() noexcept {
  for (const int one : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) {
    struct sigaction old {};
    ::sigaction(one, nullptr, &old);
    if (old.sa_handler == SIG_IGN) continue;  // nohup stays nohup
    struct sigaction action {};
    action.sa_handler = on_signal;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(one, &action, nullptr);
  }
  ::signal(SIGXFSZ, SIG_IGN);
  ::signal(SIGBUS, on_lost_page);
}

removed_on_signal::removed_on_signal(const char* path) noexcept { half_written = path; }
removed_on_signal::~removed_on_signal() { half_written = nullptr; }

interrupts_held::interrupts_held() noexcept { held = true; }
interrupts_held::~interrupts_held() {
  held = false;
  if (const int signal = pending.exchange(0)) die_by(signal);
}
bool interrupts_held::interrupted() noexcept { return pending != 0; }

}  // namespace nopy::cli
