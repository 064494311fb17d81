// SPDX-License-Identifier: MIT
#include "verbs/window_reader.hpp"

#include "verbs/band_reader.hpp"
#include "verbs/member_stream.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

// Scratch of all tasks of one call together; the promise is 8 MiB.
constexpr std::uint64_t scratch_of_call = 6 << 20;
constexpr std::uint64_t most_scratch = 4 << 20;
constexpr std::uint64_t most_tasks = 16;
// What a task has to read at the least to be worth starting.
constexpr std::uint64_t task_bytes = 1 << 20;

/// The band of indices [first, last) along one axis, and where it begins in memory.
window band_of(const window& part, std::size_t axis, std::uint64_t first, std::uint64_t last,
               std::uint64_t& memory_item) noexcept {
  window band = part;
  band.first_item += first * part.axes[axis].file_stride;
  band.items = part.items / part.axes[axis].count * (last - first);
  memory_item = first * part.axes[axis].memory_stride;
  band.axes[axis].count = last - first;
  if (last - first > 1) return band;
  for (std::size_t i = axis + 1; i < band.rank; ++i) band.axes[i - 1] = band.axes[i];
  --band.rank;
  return band;
}

result<void> read_in_parallel(const window_request& request, const window& part, std::byte* into,
                              meter& done, std::uint64_t tasks,
                              const parallel_callback& parallel) noexcept {
  std::size_t axis = 0;
  for (std::size_t i = 1; i < part.rank && part.axes[axis].count < tasks; ++i)
    if (part.axes[i].count > part.axes[axis].count) axis = i;
  const std::uint64_t count = part.axes[axis].count;
  tasks = std::min(tasks, count);
  result<void> verdicts[most_tasks];
  bool ran[most_tasks] = {};
  parallel(static_cast<std::size_t>(tasks), [&](std::size_t task) {
    if (task >= tasks) return;
    // Without products of file numbers: the first `count % tasks` bands are one index longer.
    const std::uint64_t each = count / tasks;
    const std::uint64_t longer = std::min<std::uint64_t>(task, count % tasks);
    const std::uint64_t first = task * each + longer;
    const std::uint64_t last = first + each + (task < count % tasks ? 1 : 0);
    std::uint64_t memory_item = 0;
    const window band = band_of(part, axis, first, last, memory_item);
    band_reader reader(request, done, scratch_of_call / tasks);
    verdicts[task] = reader.read(band, into + memory_item * request.items.to_bytes());
    ran[task] = true;
  });
  for (std::uint64_t task = 0; task < tasks; ++task) {
    if (!verdicts[task]) return verdicts[task];
    if (!ran[task])
      return error(errc::usage, "the parallel callback did not run every task it was given");
  }
  return {};
}

}  // namespace

result<void> read_window(const window_request& request, const window& part, std::byte* into,
                         const progress_callback& progress,
                         const parallel_callback& parallel) noexcept {
  if (part.items == 0) return {};
  const std::uint64_t bytes = part.items * request.items.from_bytes();
  if (bytes == 0) return request.items.run(into, into, part.items);  // nothing to read
  meter done(progress, bytes);
  // Bands of what lies in one piece meet other chunks; others would meet the same ones again and again.
  const bool by_chunks = request.from.member() != nullptr && request.from.member()->has_chunks();
  const bool side_by_side =
      parallel && (!request.from.forward_only() || (by_chunks && part.contiguous()));
  const std::uint64_t tasks = side_by_side ? std::min(bytes / task_bytes, most_tasks) : 1;
  if (tasks > 1 && part.rank != 0)
    return read_in_parallel(request, part, into, done, tasks, parallel);
  return band_reader(request, done, most_scratch).read(part, into);
}

}  // namespace nopy::inline v1::verbs
