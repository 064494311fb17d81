// SPDX-License-Identifier: MIT
// What the threads of one call of `run_on_threads` share.
#pragma once

#include <nopy/bytes.hpp>

#include <atomic>

namespace nopy::os {

inline constexpr std::size_t most_threads = 256;

struct shared_tasks {
  std::size_t count;
  function_ref<void(std::size_t)> run;
  std::atomic<std::size_t> next{0};

  void work() noexcept {
    for (std::size_t i = next.fetch_add(1, std::memory_order_relaxed); i < count;
         i = next.fetch_add(1, std::memory_order_relaxed))
      run(i);
  }
};

}  // namespace nopy::os
