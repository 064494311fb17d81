// SPDX-License-Identifier: MIT
#include "verbs/expand_windows.hpp"

namespace nopy::inline v1::verbs {

result<std::unique_ptr<expand_run>> expand_windows::take_run(std::uint64_t offset) noexcept {
  {
    const std::lock_guard<std::mutex> held(lock_);
    if (const expand_run* best = runs_.nearest(offset); best != nullptr) return runs_.take(best);
  }
  return expand_run::begin(*codec_, output_bytes_, first_);
}

result<void> expand_windows::read(const compressed_input& input, std::uint64_t offset,
                                  std::span<std::byte> into) noexcept {
  auto run = take_run(offset);
  if (!run) return run.error();
  if (auto read = (*run)->read(input, offset, into); !read) return read;
  const std::lock_guard<std::mutex> held(lock_);
  runs_.give_back(*std::move(run));
  return {};
}

result<void> expand_windows::check_end(const compressed_input& input) noexcept {
  auto run = take_run(output_bytes_);
  if (!run) return run.error();
  if (auto passed = (*run)->read(input, output_bytes_, {}); !passed) return passed;
  return (*run)->check_end(input);
}

}  // namespace nopy::inline v1::verbs
