// SPDX-License-Identifier: MIT
#include "verbs/inflate_windows.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

// Read and summed up while it is in the second-level cache.
constexpr std::size_t step_bytes = 256 << 10;
// A checkpoint takes 44 KiB; so many of them stay within the 8 MiB promised beside the array.
constexpr std::uint64_t most_marks = 160;
constexpr std::uint64_t least_mark_distance = 1 << 20;

}  // namespace

void inflate_windows::begin(std::uint64_t output_bytes, std::span<const std::byte> first) noexcept {
  output_bytes_ = output_bytes;
  first_ = first;
}

/// A run that is at `offset` or before it, the nearest there is.
result<std::unique_ptr<inflate_run>> inflate_windows::take_run(std::uint64_t offset) noexcept {
  std::unique_ptr<inflate_run> run;
  const deflate::checkpoint* mark = nullptr;
  {
    const std::lock_guard<std::mutex> held(lock_);
    for (std::size_t i = marks_.size(); i-- > 0 && mark == nullptr;)
      if (marks_[i]->output_offset <= offset) mark = marks_[i].get();
    const inflate_run* best = runs_.nearest(offset);
    if (best != nullptr && (mark == nullptr || best->produced() >= mark->output_offset))
      return runs_.take(best);
    if (mark != nullptr) run = runs_.take(nullptr);
  }
  if (run == nullptr) {
    run.reset(new (std::nothrow) inflate_run);  // not zeroed first
    if (run == nullptr) return error(errc::out_of_memory);
    if (const auto made = inflate_run::make(*run, output_bytes_); !made) return made.error();
    if (mark == nullptr) run->begin_with(first_);
  }
  if (mark != nullptr) run->restore(*mark);  // marks never move and are never taken away
  return run;
}

/// Remembers the state where the last checkpoint lies far enough behind.
result<void> inflate_windows::leave_mark(const inflate_run& run) noexcept {
  const std::uint64_t distance = std::max(least_mark_distance, output_bytes_ / most_marks);
  {
    const std::lock_guard<std::mutex> held(lock_);
    const std::uint64_t last = marks_.empty() ? 0 : marks_.back()->output_offset;
    if (run.produced() < last || run.produced() - last < distance) return {};
  }
  auto made = run.mark();
  if (!made) return made.error();
  std::unique_ptr<deflate::checkpoint> mark(new (std::nothrow)
                                                deflate::checkpoint(*std::move(made)));
  if (mark == nullptr) return error(errc::out_of_memory);
  const std::lock_guard<std::mutex> held(lock_);
  const std::uint64_t last = marks_.empty() ? 0 : marks_.back()->output_offset;
  if (mark->output_offset < last || mark->output_offset - last < distance) return {};
  if (!marks_.push_back(std::move(mark))) return error(errc::out_of_memory);
  return {};
}

result<void> inflate_windows::read(const compressed_input& input, std::uint64_t offset,
                                   std::span<std::byte> into, checkpoints marks) noexcept {
  auto run = take_run(offset);
  if (!run) return run.error();
  for (;;) {
    const auto more = (*run)->approach(input, offset);
    if (!more) return more.error();
    if (!*more) break;
    if (marks == checkpoints::none) continue;
    if (auto left = leave_mark(**run); !left) return left;
  }
  while (!into.empty()) {
    const auto piece = into.first(std::min(into.size(), step_bytes));
    if (auto read = (*run)->read(input, offset, piece); !read) return read;
    if (marks == checkpoints::left)
      if (auto left = leave_mark(**run); !left) return left;
    offset += piece.size();
    into = into.subspan(piece.size());
  }
  const std::lock_guard<std::mutex> held(lock_);
  runs_.give_back(*std::move(run));
  return {};
}

result<void> inflate_windows::check_end(const compressed_input& input) noexcept {
  auto run = take_run(output_bytes_);
  if (!run) return run.error();
  // A run that stands before the end, as an empty member's, has nothing to pass but its end.
  for (;;) {
    const auto more = (*run)->approach(input, output_bytes_);
    if (!more) return more.error();
    if (!*more) return (*run)->check_end(input);
  }
}

}  // namespace nopy::inline v1::verbs
