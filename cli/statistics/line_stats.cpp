// SPDX-License-Identifier: MIT
#include "statistics/line_stats.hpp"

#include "input/jobs.hpp"
#include "printing/progress.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace nopy::cli {
namespace {

constexpr std::uint64_t most_results = 1'000'000;
// Work for a thread: lines of about so many items.
constexpr std::uint64_t items_together = 1 << 16;

/// The axes before or behind the one of the lines, as one: where a window begins on them, and how
/// much of them it takes.
struct joined_axes {
  std::uint64_t start = 0, taken = 1, extent = 1;
  void add(const shape& extents, const region& window, std::size_t axis) noexcept {
    start = start * extents[axis] + window.start[axis];
    taken *= window.extents[axis];
    extent *= extents[axis];
  }
};

}  // namespace

void summarise_lines(array_stats& into, std::size_t axis,
                     const std::vector<core::number_scan>& scans, const selected_items& items,
                     const parallel_callback& jobs) {
  const std::size_t parts = into.parts.size();
  if (scans.size() != parts)
    throw exception(error({.code = errc::type_mismatch,
                           .summary = "along an axis only numbers have statistics",
                           .found = into.type.words(),
                           .hint = "leave --axis out"}));
  for (std::size_t i = 0; i < into.of.rank(); ++i)
    if (i != *into.axis) into.lines.push_back(into.of[i]);
  const std::uint64_t lines = into.lines.count();
  if (lines > most_results / parts)
    throw exception(error({.code = errc::limit,
                           .summary = "there are too many lines along that axis",
                           .found = fmt::format("{} lines of {} parts", lines, parts),
                           .expected = fmt::format("at most {} results", most_results),
                           .hint = "a slice takes some of them; another axis may have fewer"}));
  into.all.resize(static_cast<std::size_t>(lines) * parts);
  const shape extents = items.chosen().extents();
  const auto item_bytes = static_cast<std::size_t>(items.item_bytes());
  progress_bar bar("statistics", extents.count() * item_bytes);
  items.for_each_block([&](const region& window, std::span<const std::byte> block) {
    joined_axes before, behind;
    for (std::size_t i = 0; i < extents.rank(); ++i) {
      if (i < axis) before.add(extents, window, i);
      if (i > axis) behind.add(extents, window, i);
    }
    const std::uint64_t along = window.extents[axis], first = window.start[axis];
    const std::uint64_t here = before.taken * behind.taken;
    const std::uint64_t group = std::max<std::uint64_t>(items_together / along, 1);
    const auto add_lines = [&](std::size_t task) {
      std::vector<std::byte> line(static_cast<std::size_t>(along) * item_bytes);
      const std::uint64_t end = std::min(here, (task + 1) * group);
      for (std::uint64_t i = task * group; i < end; ++i) {
        const std::uint64_t outer = i / behind.taken, inner = i % behind.taken;
        kernels::active().copy_items(
            line.data(), static_cast<std::ptrdiff_t>(item_bytes),
            block.data() + (outer * along * behind.taken + inner) * item_bytes,
            static_cast<std::ptrdiff_t>(behind.taken * item_bytes), item_bytes,
            static_cast<std::size_t>(along));
        const std::uint64_t id = (before.start + outer) * behind.extent + behind.start + inner;
        for (std::size_t part = 0; part < parts; ++part)
          scans[part].add(into.all[static_cast<std::size_t>(id) * parts + part].numbers,
                          line.data(), along, first, {});
      }
    };
    run_jobs(jobs, static_cast<std::size_t>((here + group - 1) / group), add_lines);
    bar.advance(block.size());
  });
}

}  // namespace nopy::cli
