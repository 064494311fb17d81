// SPDX-License-Identifier: MIT
#include "view/browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <initializer_list>

#include <csignal>
#include <cstdlib>

namespace nopy::cli {
namespace {

bool has_value(const char* variable) noexcept {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

/// How a child should begin: quiet, with every signal as if it were started from a shell.
class fresh_start {
 public:
  fresh_start() noexcept {
    ::posix_spawn_file_actions_init(&files_);
    for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      ::posix_spawn_file_actions_addopen(&files_, fd, "/dev/null", O_RDWR, 0);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  }
  fresh_start(const fresh_start&) = delete;
  fresh_start& operator=(const fresh_start&) = delete;
  ~fresh_start() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&files_);
  }
  [[nodiscard]] bool run(const char* program, const char* argument) const noexcept {
    // The call takes words that it does not change as if it did.
    char* words[] = {const_cast<char*>(program), const_cast<char*>(argument), nullptr};
    pid_t child = 0;
    return ::posix_spawnp(&child, program, &files_, &attributes_, words, environ) == 0;
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

}  // namespace

bool browser_is_near() noexcept {
  return !has_value("SSH_CONNECTION") && (has_value("DISPLAY") || has_value("WAYLAND_DISPLAY"));
}

bool start_browser(const std::string& address) noexcept {
  const fresh_start start;
  for (const char* program : {"xdg-open", "wslview"})
    if (start.run(program, address.c_str())) return true;
  return false;
}

}  // namespace nopy::cli
