// SPDX-License-Identifier: MIT
// Tasks of one call, run by the caller's threads or one after another. Owns the rule that their number
// changes no answer: the error is that of the first task in order that fails.
#pragma once

#include <nopy/options.hpp>

#include "bytes/growing.hpp"

#include <atomic>

namespace nopy::inline v1::verbs {

/// Runs `body(i)` for every i below `tasks`; `parallel` may be empty. When it returns none is running.
/// Errors: that of the first task that failed (those behind it may not have run), out_of_memory, usage
/// (the callback left out a task).
[[nodiscard]] inline result<void> run_side_by_side(
    const parallel_callback& parallel, std::size_t tasks,
    function_ref<result<void>(std::size_t)> body) noexcept {
  if (!parallel || tasks < 2) {
    for (std::size_t i = 0; i < tasks; ++i)
      if (auto done = body(i); !done) return done;
    return {};
  }
  struct verdict {
    result<void> what{};
    bool known = false;
  };
  bytes::growing<verdict> verdicts;
  if (!verdicts.reserve(tasks)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < tasks; ++i) (void)verdicts.push_back({});
  std::atomic<std::size_t> failed{tasks};  // the first of those that did
  parallel(tasks, [&](std::size_t i) {
    if (i >= tasks || i > failed.load(std::memory_order_relaxed)) return;
    verdicts[i].what = body(i);
    verdicts[i].known = true;
    if (verdicts[i].what) return;
    std::size_t first = failed.load(std::memory_order_relaxed);
    while (i < first && !failed.compare_exchange_weak(first, i, std::memory_order_relaxed)) {
    }
  });
  for (verdict& one : verdicts) {
    if (!one.known)
      return error(errc::usage, "the parallel callback did not run every task it was given");
    if (!one.what) return std::move(one.what);
  }
  return {};
}

}  // namespace nopy::inline v1::verbs
