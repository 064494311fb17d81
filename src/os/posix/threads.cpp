// SPDX-License-Identifier: MIT
#include "os/threads.hpp"
#include "os/shared_tasks.hpp"

#include <algorithm>
#include <csignal>
#include <thread>

#include <pthread.h>

namespace nopy::os {
namespace {

void* work(void* of) noexcept {
  static_cast<shared_tasks*>(of)->work();
  return nullptr;
}

}  // namespace

void run_on_threads(unsigned count, std::size_t tasks,
                    function_ref<void(std::size_t)> run) noexcept {
  shared_tasks shared{tasks, run};
  const std::size_t wanted = std::min<std::size_t>({count, tasks, most_threads});
  pthread_t started[most_threads];
  std::size_t running = 0;
  if (wanted > 1) {
    // A signal is for a thread of the program, not for one that it does not know of.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (running + 1 < wanted && pthread_create(&started[running], nullptr, work, &shared) == 0)
      ++running;
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  shared.work();
  while (running > 0) pthread_join(started[--running], nullptr);
}

unsigned processor_count() noexcept { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace nopy::os
