// SPDX-License-Identifier: MIT
// The statistics of a view: its chunks, in parallel where the caller has threads, joined in order.
#include <nopy/stats.hpp>

#include "array/number_scan.hpp"
#include "array/view_blocks.hpp"
#include "array/view_fit.hpp"
#include "bytes/growing.hpp"

#include <algorithm>

namespace nopy {
inline namespace v1 {
namespace core {
namespace {

constexpr std::uint64_t chunks_together = 256;

/// One pass over items that come piece by piece.
class whole_scan {
 public:
  whole_scan(const number_scan& scan, item_order order, const stats_options& options) noexcept
      : scan_(scan), order_(std::move(order)), options_(options) {}

  /// Items that follow those before. Errors: out_of_memory, cancelled.
  [[nodiscard]] result<void> add(std::span<const std::byte> items) noexcept;
  [[nodiscard]] const number_summary& all() const noexcept { return all_; }
  void set_total(std::uint64_t bytes) noexcept { total_bytes_ = bytes; }

 private:
  const number_scan& scan_;
  item_order order_;
  const stats_options& options_;
  number_summary all_{};
  std::uint64_t position_ = 0;  // of the next item
  std::uint64_t done_bytes_ = 0, total_bytes_ = 0;
};

result<void> whole_scan::add(std::span<const std::byte> items) noexcept {
  const std::uint64_t item_bytes = scan_.place().item_bytes, step = chunk_items(item_bytes);
  const std::uint64_t count = items.size() / item_bytes;
  bytes::growing<number_summary> parts;
  for (std::uint64_t at = 0; at < count;) {
    const std::uint64_t some = std::min(count - at, step * chunks_together);
    const auto chunks = static_cast<std::size_t>((some + step - 1) / step);
    parts.clear();
    if (!parts.reserve(chunks)) return error(errc::out_of_memory);
    for (std::size_t i = 0; i < chunks; ++i) (void)parts.push_back({});
    const auto look = [&](std::size_t i) noexcept {
      const std::uint64_t from = at + i * step;
      scan_.add(parts[i], items.data() + from * item_bytes, std::min(step, at + some - from),
                position_ + from, order_);
    };
    if (options_.parallel && chunks > 1)
      options_.parallel(chunks, look);
    else
      for (std::size_t i = 0; i < chunks; ++i) look(i);
    for (const number_summary& part : parts) all_.join(part);
    at += some;
    done_bytes_ += some * item_bytes;
    if (options_.progress && !options_.progress({done_bytes_, total_bytes_}))
      return error(errc::cancelled);
  }
  position_ += count;
  return {};
}

std::optional<extreme_value> extreme_at(const extreme_place& place, const any_view& of,
                                        const number_scan& scan) noexcept {
  if (!place.found) return std::nullopt;
  extreme_value made{0, of.shape()};
  std::uint64_t rest = place.position;
  for (std::size_t axis = of.shape().rank(); axis-- > 0; rest /= of.shape()[axis])
    made.index[axis] = rest % of.shape()[axis];
  made.value = scan.value_of(place.key);
  return made;
}

}  // namespace
}  // namespace core

result<statistics> try_stats(const any_view& of, const stats_options& options) noexcept {
  if (const auto fits = core::check_fit(of); !fits) return fits.error();
  const auto scan = core::number_scan::of(core::place_of(of.dtype(), options.part));
  if (!scan) return scan.error();
  const bool gather = of.strided();
  core::whole_scan all(*scan, {of.shape(), gather ? order::c : of.order()}, options);
  all.set_total(of.shape().count() * of.dtype().item_bytes());
  if (gather) {
    auto blocks = core::view_blocks::of(of, order::c, std::uint64_t{1} << 20);
    if (!blocks) return blocks.error();
    for (auto some = blocks->next(); !some.empty(); some = blocks->next())
      if (const auto added = all.add(some); !added) return added.error();
  } else if (const auto added = all.add(of.bytes()); !added) {
    return added.error();
  }
  const core::number_summary& seen = all.all();
  const core::finished_sums sums = core::finished(seen);
  return statistics{.count = seen.of.count(),
                    .nan = seen.of.nan,
                    .positive_infinity = seen.of.above,
                    .negative_infinity = seen.of.below,
                    .zeros = seen.of.zeros,
                    .negative = seen.of.negative + seen.of.below,
                    .least = core::extreme_at(seen.least, of, *scan),
                    .most = core::extreme_at(seen.most, of, *scan),
                    .mean = sums.mean,
                    .deviation = sums.deviation,
                    .sum = sums.sum};
}

}  // namespace v1
}  // namespace nopy
