// SPDX-License-Identifier: MIT
#include "os/threads.hpp"
#include "os/shared_tasks.hpp"

#include <algorithm>
#include <system_error>
#include <thread>

namespace nopy::os {

void run_on_threads(unsigned count, std::size_t tasks,
                    function_ref<void(std::size_t)> run) noexcept {
  shared_tasks shared{tasks, run};
  const std::size_t wanted = std::min<std::size_t>({count, tasks, most_threads});
  std::thread started[most_threads];
  std::size_t running = 0;
  try {
    for (; running + 1 < wanted; ++running)
      started[running] = std::thread([&shared]() noexcept { shared.work(); });
  } catch (const std::exception&) {  // the system gives no more: those that run do all of it
  }
  shared.work();
  while (running > 0) started[--running].join();
}

unsigned processor_count() noexcept { return std::max(1u, std::thread::hardware_concurrency()); }

}  // namespace nopy::os
