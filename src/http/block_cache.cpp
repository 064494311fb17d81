// SPDX-License-Identifier: MIT
#include "http/block_cache.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::http {

void block_cache::keep(block made, keeping how) {
  if (how == keeping::for_ever) {
    pinned_.push_back(std::move(made));
    return;
  }
  bytes_ += made.bytes.size();
  blocks_.push_back(std::move(made));
  while (bytes_ > most_bytes && blocks_.size() > 1) {
    bytes_ -= blocks_.front().bytes.size();
    blocks_.pop_front();
  }
}

const block* block_cache::find(std::uint64_t offset) const {
  const auto covers = [&](const block& one) { return offset >= one.offset && offset < one.end(); };
  for (const auto* all : {&pinned_, &blocks_})
    if (const auto found = std::find_if(all->rbegin(), all->rend(), covers); found != all->rend())
      return &*found;
  return nullptr;
}

bool block_cache::holds(byte_range range) const {
  const block* one = range.count == 0 ? nullptr : find(range.offset);
  return range.count == 0 || (one != nullptr && one->end() - range.offset >= range.count);
}

byte_range block_cache::take(std::uint64_t offset, std::span<std::byte> into) const {
  while (!into.empty()) {
    const block* one = find(offset);
    if (one == nullptr) break;
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), one->end() - offset));
    std::memcpy(into.data(), one->bytes.data() + (offset - one->offset), count);
    offset += count;
    into = into.subspan(count);
  }
  while (!into.empty()) {
    const block* one = find(offset + into.size() - 1);
    if (one == nullptr) break;
    const std::uint64_t first = std::max(one->offset, offset);
    const auto kept = static_cast<std::size_t>(first - offset);
    std::memcpy(into.data() + kept, one->bytes.data() + (first - one->offset), into.size() - kept);
    into = into.first(kept);
  }
  return {offset, into.size()};
}

std::uint64_t read_ahead::count_for(byte_range missing, std::uint64_t total) {
  stream* one = std::find_if(std::begin(streams_), std::end(streams_),
                             [&](const stream& it) { return it.next == missing.offset; });
  if (one == std::end(streams_)) {
    one = &streams_[oldest_];
    oldest_ = (oldest_ + 1) % std::size(streams_);
    *one = {};
  }
  const std::uint64_t ahead = std::min({one->brought, most_ahead, total - missing.offset});
  const std::uint64_t count = std::max(missing.count, ahead);
  one->next = missing.offset + count;
  one->brought += count;
  return count;
}

}  // namespace nopy::inline v1::http
