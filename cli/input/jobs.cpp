// SPDX-License-Identifier: MIT
#include "input/jobs.hpp"

#include "input/dtype_argument.hpp"

#include <nopy/threads.hpp>

#include <exception>
#include <vector>

namespace nopy::cli {

parallel_callback jobs_of(const request& asked) {
  const auto text = asked.value("--jobs");
  if (!text) return {};
  if (text->empty()) return threads();
  const std::uint64_t count = parse_within("--jobs", *text, "a number of threads", 256);
  return count == 1 ? parallel_callback() : threads(static_cast<unsigned>(count));
}

void run_jobs(const parallel_callback& jobs, std::size_t count,
              const std::function<void(std::size_t)>& work) {
  std::vector<std::exception_ptr> thrown(count);
  const auto run = [&](std::size_t i) noexcept {
    try {
      work(i);
    } catch (...) {
      thrown[i] = std::current_exception();
    }
  };
  if (jobs)
    jobs(count, run);
  else
    for (std::size_t i = 0; i < count; ++i) run(i);
  for (const std::exception_ptr& one : thrown)
    if (one) std::rethrow_exception(one);
}

}  // namespace nopy::cli
