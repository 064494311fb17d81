// SPDX-License-Identifier: MIT
#include "engine/scan.hpp"

#include "bytes/checked.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::engine {
namespace {

constexpr std::size_t most_ranges = 512;
constexpr std::uint64_t most_batch = 4 << 20;
// What one answer may hold; the page shows no more at once.
constexpr std::uint64_t most_gathered = 128 << 20;

/// Ranges that are read together.
struct batch {
  bytes::growing<planned_range> ranges{};
  bytes::growing<stream_piece> pieces{};
  memory block{};
};

/// Takes ranges from `part` until the batch is full; none are left: it stays empty.
result<void> fill(batch& to, window& part, std::uint64_t data_offset) noexcept {
  to.ranges.clear();
  to.pieces.clear();
  std::uint64_t bytes = 0;
  while (to.ranges.size() < most_ranges && bytes < most_batch) {
    const auto next = part.next();
    if (!next) break;
    bytes += next->range.count;
    if (!to.ranges.push_back(*next)) return error(errc::out_of_memory);
  }
  if (to.block.size_bytes() < bytes || to.block.data() == nullptr) {
    auto made = memory::allocate(std::max<std::uint64_t>(bytes, 1));
    if (!made) return made.error();
    to.block = *std::move(made);
  }
  std::uint64_t at = 0;
  for (const planned_range& one : to.ranges) {
    const auto count = static_cast<std::size_t>(one.range.count);
    const auto into = to.block.bytes().subspan(static_cast<std::size_t>(at), count);
    if (!to.pieces.push_back({data_offset + one.range.offset, into}))
      return error(errc::out_of_memory);
    at += count;
  }
  return {};
}

}  // namespace

task<void> scan(job& of, array_state& from, window part, function_ref<void(const item_run&)> show,
                handed_out how) noexcept {
  const byte_range reach = part.reach();
  of.total = from.bytes.is_deflated()
                 ? from.bytes.inflated_before(from.head.data_offset + reach.offset) + reach.count
                 : part.cost().count;
  of.done = 0;
  part.rewind();
  batch now;
  for (;;) {
    if (const auto filled = fill(now, part, from.head.data_offset); !filled) co_return filled;
    if (now.ranges.empty()) co_return {};
    const std::span<stream_piece> pieces(now.pieces.data(), now.pieces.size());
    if (const auto read = co_await from.bytes.read(of, pieces); !read) co_return read.error();
    for (std::size_t i = 0; i < now.ranges.size(); ++i)
      part.visit(now.ranges[i], now.pieces[i].into, now.pieces[i].present, show);
    if (how == handed_out::in_parts && of.answer.bytes().size() >= most_batch)
      if (const auto given = co_await of.give_part(); !given) co_return given.error();
    if (const auto rested = co_await of.pause(); !rested) co_return rested.error();
  }
}

task<gathered> gather(job& of, array_state& from, const window& part, std::uint64_t part_offset,
                      std::uint64_t part_bytes) noexcept {
  const auto bytes = checked::mul(part.items(), part_bytes);
  if (!bytes || *bytes > most_gathered || part.items() > most_gathered / 8)
    co_return error({.code = errc::limit,
                     .summary = "the slice has more items than can be shown at once",
                     .hint = "take fewer, or every n-th of them"});
  gathered made;
  auto items = memory::allocate(std::max<std::uint64_t>(*bytes, 1));
  if (!items) co_return items.error();
  made.items = *std::move(items);
  const auto count = static_cast<std::size_t>(part_bytes);
  if (from.is_cut()) {
    if (!made.missing.reserve(static_cast<std::size_t>(part.items())))
      co_return error(errc::out_of_memory);
    for (std::uint64_t i = 0; i < part.items(); ++i) (void)made.missing.push_back(0);
  }
  const auto show = [&](const item_run& run) {
    std::byte* base = made.items.data();
    for (std::uint64_t i = 0; i < run.count; ++i) {
      const auto at =
          static_cast<std::size_t>(run.result + static_cast<std::int64_t>(i) * run.result_stride);
      if (run.first == nullptr) {
        std::memset(base + at * count, 0, count);
        if (!made.missing.empty()) made.missing[at] = 1;
      } else {
        std::memcpy(base + at * count, run.first + i * run.stride + part_offset, count);
      }
    }
  };
  if (const auto scanned = co_await scan(of, from, part, show); !scanned) co_return scanned.error();
  co_return made;
}

}  // namespace nopy::engine
