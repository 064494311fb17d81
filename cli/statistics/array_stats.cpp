// SPDX-License-Identifier: MIT
#include "statistics/array_stats.hpp"

#include "array/linear_bins.hpp"
#include "input/dtype_argument.hpp"
#include "input/item_batches.hpp"
#include "input/jobs.hpp"
#include "printing/progress.hpp"
#include "printing/report.hpp"
#include "statistics/line_stats.hpp"

#include <nopy/load.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <mutex>

namespace nopy::cli {
namespace {

/// The elements where they lie, if all of them are asked for and they do lie somewhere.
std::optional<any_array> mapped_elements(const input& from, const npy_file& file,
                                         const selection& chosen) {
  if (!chosen.whole(file.shape())) return std::nullopt;
  auto mapped = try_map(from.source());
  if (!mapped) return std::nullopt;
  return *std::move(mapped);
}

/// Runs `look(i, items, count, first)` for every chunk of some items, side by side.
template <class Look>
void for_each_chunk(const item_batches& batches, std::uint64_t item_bytes,
                    std::span<const std::byte> items, std::uint64_t first,
                    const parallel_callback& jobs, progress_bar& bar, const Look& look) {
  const std::uint64_t count = items.size() / item_bytes, step = batches.chunk_items();
  run_jobs(jobs, static_cast<std::size_t>((count + step - 1) / step), [&](std::size_t i) {
    const std::uint64_t at = i * step, some = std::min(step, count - at);
    look(i, items.data() + at * item_bytes, some, first + at);
    bar.advance(some * item_bytes);
  });
}

void summarise(array_stats& into, const std::vector<core::number_scan>& scans,
               const item_batches& batches, const parallel_callback& jobs) {
  const std::uint64_t item_bytes = into.type.item_bytes();
  const std::size_t parts = into.parts.size();
  progress_bar bar("statistics", into.of.count() * item_bytes);
  std::vector<part_stats> found;
  batches.for_each([&](std::span<const std::byte> items, std::uint64_t first) {
    const std::uint64_t count = items.size() / item_bytes;
    const auto chunks =
        static_cast<std::size_t>((count + batches.chunk_items() - 1) / batches.chunk_items());
    found.assign(chunks * parts, {});
    for_each_chunk(
        batches, item_bytes, items, first, jobs, bar,
        [&](std::size_t i, const std::byte* at, std::uint64_t some, std::uint64_t position) {
          for (std::size_t part = 0, scan = 0; part < parts; ++part) {
            part_stats& to = found[i * parts + part];
            if (into.parts[part].is_text())
              to.texts.add(into.parts[part], at, some, position, batches.order());
            else
              scans[scan++].add(to.numbers, at, some, position, batches.order());
          }
        });
    for (std::size_t i = 0; i < found.size(); ++i) {
      into.all[i % parts].numbers.join(found[i].numbers);
      into.all[i % parts].texts.join(into.parts[i % parts], found[i].texts);
    }
  });
}

/// Counts the finite numbers in equal bins between the least and the largest of them: a second pass.
void fill_bins(array_stats& into, const std::vector<core::number_scan>& scans,
               const item_batches& batches, std::size_t count, const parallel_callback& jobs) {
  struct filled {
    const core::number_scan& scan;
    core::linear_bins bins;
    histogram& to;
  };
  std::vector<filled> all;
  for (std::size_t part = 0, scan = 0; part < into.parts.size(); ++part) {
    if (into.parts[part].is_text()) continue;
    const core::number_scan& numbers = scans[scan++];
    const core::moments& of = into.all[part].numbers.of;
    if (of.finite == 0) continue;
    auto bins = core::linear_bins::of(numbers.value_of(of.least), numbers.value_of(of.most), count);
    if (!bins) throw exception(bins.error());
    into.all[part].bins =
        histogram{{bins->edges().begin(), bins->edges().end()}, std::vector<std::uint64_t>(count)};
    all.push_back({numbers, *std::move(bins), *into.all[part].bins});
  }
  if (all.empty()) return;
  const std::uint64_t item_bytes = into.type.item_bytes();
  progress_bar bar("histogram", into.of.count() * item_bytes);
  std::mutex lock;
  batches.for_each([&](std::span<const std::byte> items, std::uint64_t first) {
    for_each_chunk(batches, item_bytes, items, first, jobs, bar,
                   [&](std::size_t, const std::byte* at, std::uint64_t some, std::uint64_t) {
                     std::vector<std::uint64_t> counts(count);
                     for (filled& one : all) {
                       std::fill(counts.begin(), counts.end(), 0);
                       one.scan.each_block(at, some, [&](std::span<const double> values) {
                         one.bins.count(values, counts);
                       });
                       const std::lock_guard<std::mutex> held(lock);
                       for (std::size_t i = 0; i < count; ++i) one.to.counts[i] += counts[i];
                     }
                   });
  });
}

std::vector<core::number_scan> scans_of(const std::vector<stats_part>& parts) {
  std::vector<core::number_scan> made;
  for (const stats_part& part : parts)
    if (!part.is_text()) made.push_back(core::number_scan::of(part.place).value());
  return made;
}

/// Which axis of the array, those that a slice dropped included, is the `axis`-th of the result.
std::size_t axis_of(std::int64_t axis, const selection& chosen) {
  const auto rank = static_cast<std::int64_t>(chosen.result_shape().rank());
  if (axis < -rank || axis >= rank)
    throw exception(error({.code = errc::out_of_range,
                           .summary = "the array has no such axis",
                           .found = fmt::format("{}", axis),
                           .expected = rank == 0 ? std::string("an array of a dimension or more")
                                                 : fmt::format("{} to {}", -rank, rank - 1)}));
  std::int64_t left = axis < 0 ? axis + rank : axis;
  std::size_t made = 0;
  for (; chosen.axes()[made].dropped || left-- > 0; ++made) {
  }
  return made;
}

}  // namespace

array_stats stats_of(const input& from, const stats_request& asked) {
  const npy_file file = from.open_array();
  const selection chosen = from.selected(file.shape());
  array_stats made;
  made.type = asked.as ? reinterpreted(file.header().dtype, *asked.as) : told_type(file);
  made.of = chosen.result_shape();
  made.parts = stats_parts_of(made.type);
  const auto scans = scans_of(made.parts);
  const bool whole = chosen.whole(file.shape());
  const std::optional<std::size_t> axis =
      asked.axis ? std::optional(axis_of(*asked.axis, chosen)) : std::nullopt;
  from.verify_for(whole, asked.jobs);
  try {
    if (axis) {
      made.axis = static_cast<std::size_t>(
          *asked.axis < 0 ? *asked.axis + static_cast<std::int64_t>(made.of.rank()) : *asked.axis);
      const selected_items items(file, chosen, file.header().dtype, order::c);
      summarise_lines(made, *axis, scans, items, asked.jobs);
      return made;
    }
    made.all.resize(made.parts.size());
    const selected_items items(file, chosen, file.header().dtype, file.header().order);
    const item_batches batches(items, mapped_elements(from, file, chosen));
    summarise(made, scans, batches, asked.jobs);
    if (asked.bins) fill_bins(made, scans, batches, *asked.bins, asked.jobs);
  } catch (const exception& failed) {
    throw exception(from.about(failed.error()));
  }
  return made;
}

}  // namespace nopy::cli
