// SPDX-License-Identifier: MIT
#include "awaited_signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <initializer_list>

namespace nopy::cli {

awaited_signals::awaited_signals() noexcept {
  sigset_t all;
  ::sigemptyset(&all);
  ::sigaddset(&all, SIGCHLD);
  for (const int one : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    ::sigaction(one, nullptr, &now);
    if (now.sa_handler != SIG_IGN) ::sigaddset(&all, one);
  }
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
