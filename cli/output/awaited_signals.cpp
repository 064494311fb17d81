// SPDX-License-Identifier: MIT
#include "output/awaited_signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <initializer_list>

namespace nopy::cli {

awaited_signals::awaited_signals() noexcept {
  sigset_t all;
  ::sigemptyset(&all);
  for (const int one : {SIGCHLD, SIGINT, SIGTERM}) ::sigaddset(&all, one);
  struct sigaction hang_up {};
  ::sigaction(SIGHUP, nullptr, &hang_up);
  if (hang_up.sa_handler != SIG_IGN) ::sigaddset(&all, SIGHUP);  // nohup stays nohup
  ::sigprocmask(SIG_BLOCK, &all, &before_);
  fd_ = ::signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
}

awaited_signals::~awaited_signals() {
  if (fd_ >= 0) ::close(fd_);
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int awaited_signals::next() const noexcept {
  signalfd_siginfo came{};
  return ::read(fd_, &came, sizeof came) == static_cast<ssize_t>(sizeof came)
             ? static_cast<int>(came.ssi_signo)
             : 0;
}

}  // namespace nopy::cli
