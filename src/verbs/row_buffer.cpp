// SPDX-License-Identifier: MIT
#include "verbs/row_buffer.hpp"

#include "os/writing.hpp"

#include <algorithm>

namespace nopy {
namespace {

// Large enough that a system call costs nothing beside the copy, small enough for the L2 cache.
constexpr std::size_t gathered_bytes = std::size_t{512} << 10;

const core::gap_mask no_gaps;

}  // namespace

result<row_buffer> row_buffer::make(int fd, std::uint64_t offset, const dtype& type,
                                    earlier before) noexcept {
  auto gaps = core::gap_mask::of(type);
  if (!gaps) return gaps.error();
  row_buffer made(fd, offset, before);
  made.gaps_ = *std::move(gaps);
  const auto item_bytes = static_cast<std::size_t>(type.item_bytes());
  made.capacity_ = std::max<std::size_t>(1, gathered_bytes / item_bytes) * item_bytes;
  if (!made.gathered_.reserve(made.capacity_)) return error(errc::out_of_memory);
  return made;
}

result<void> row_buffer::append(std::span<const std::byte> rows, padding padding) noexcept {
  const core::gap_mask& gaps = padding == padding::zero ? gaps_ : no_gaps;
  if (rows.size() > capacity_ - gathered_.size()) {
    if (auto flushed = flush(); !flushed) return flushed;
    if (rows.size() >= capacity_) return write_through(rows, gaps);
  }
  gather(rows, gaps);
  return {};
}

result<void> row_buffer::write_through(std::span<const std::byte> rows,
                                       const core::gap_mask& gaps) noexcept {
  const std::uint64_t before = written_end_;
  result<void> written;
  while (written && !rows.empty()) {
    const auto now = rows.first(gaps.empty() ? rows.size() : std::min(rows.size(), capacity_));
    if (gaps.empty()) {
      written = write(now);
    } else {
      gather(now, gaps);
      written = flush();
    }
    rows = rows.subspan(now.size());
  }
  if (written) return written;
  written_end_ = before;
  gathered_.clear();
  return written;
}

result<void> row_buffer::write(std::span<const std::byte> rows) noexcept {
  if (before_ == earlier::kept) {
    if (auto whole = os::check_not_shortened(fd_, written_end_); !whole) return whole;
  }
  if (auto written = os::write_all_at(fd_, rows, written_end_); !written) return written;
  written_end_ += rows.size();
  return {};
}

void row_buffer::gather(std::span<const std::byte> rows, const core::gap_mask& gaps) noexcept {
  const std::size_t before = gathered_.size();
  (void)gathered_.append(rows);  // the room is there
  gaps.apply({gathered_.data() + before, rows.size()});
}

result<void> row_buffer::flush() noexcept {
  if (gathered_.empty()) return {};
  if (auto written = write(gathered_.span()); !written) return written;
  gathered_.clear();
  return {};
}

}  // namespace nopy
