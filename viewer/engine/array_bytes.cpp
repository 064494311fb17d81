// SPDX-License-Identifier: MIT
#include "engine/array_bytes.hpp"

#include "engine/inflate_walk.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::engine {
namespace {

// A checkpoint takes 44 KiB; so many of them stay within 8 MiB.
constexpr std::uint64_t most_marks = 160;
constexpr std::uint64_t least_mark_distance = 1 << 20;

/// Copies what of [offset, offset + bytes) the pieces want.
void deal_out(std::span<stream_piece> pieces, std::uint64_t offset,
              std::span<const std::byte> bytes) noexcept {
  for (stream_piece& piece : pieces) {
    const std::uint64_t first = std::max(offset, piece.offset);
    const std::uint64_t last =
        std::min<std::uint64_t>(offset + bytes.size(), piece.offset + piece.into.size());
    if (first >= last) continue;
    std::memcpy(piece.into.data() + (first - piece.offset), bytes.data() + (first - offset),
                static_cast<std::size_t>(last - first));
    piece.present = static_cast<std::size_t>(last - piece.offset);
  }
}

}  // namespace

array_bytes::array_bytes() noexcept = default;
array_bytes::array_bytes(std::uint32_t file, std::uint64_t stored_offset,
                         std::uint64_t stored_bytes, std::uint64_t stream_bytes,
                         bool deflated) noexcept
    : file_(file),
      stored_offset_(stored_offset),
      stored_bytes_(stored_bytes),
      stream_bytes_(stream_bytes),
      deflated_(deflated) {}
array_bytes::~array_bytes() = default;
array_bytes::array_bytes(array_bytes&&) noexcept = default;
array_bytes& array_bytes::operator=(array_bytes&&) noexcept = default;

task<void> array_bytes::read(job& of, std::span<stream_piece> pieces) noexcept {
  return deflated_ ? read_deflated(of, pieces) : read_stored(of, pieces);
}

task<void> array_bytes::read_stored(job& of, std::span<stream_piece> pieces) noexcept {
  bytes::growing<file_piece> wanted;
  if (!wanted.reserve(pieces.size())) co_return error(errc::out_of_memory);
  for (stream_piece& piece : pieces) {
    const std::uint64_t start = std::min(piece.offset, stream_bytes_);
    const std::uint64_t count = std::min<std::uint64_t>(piece.into.size(), stream_bytes_ - start);
    (void)wanted.push_back(
        {file_, stored_offset_ + start, piece.into.first(static_cast<std::size_t>(count))});
  }
  if (const auto read = co_await of.read({wanted.data(), wanted.size()}); !read)
    co_return read.error();
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    pieces[i].present = wanted[i].present;
    of.done += wanted[i].present;
  }
  co_return {};
}

result<void> array_bytes::begin_with(std::span<const std::byte> first) noexcept {
  auto made = inflate_walk::make(*this);
  if (!made) return made.error();
  (*made)->begin_with(first);
  walk_ = *std::move(made);
  return {};
}

/// The nearest place before `offset` that inflating can go on from.
result<std::unique_ptr<inflate_walk>> array_bytes::walk_to(std::uint64_t offset) noexcept {
  const deflate::checkpoint* mark = nullptr;
  for (std::size_t i = marks_.size(); i-- > 0 && mark == nullptr;)
    if (marks_[i]->output_offset <= offset) mark = marks_[i].get();
  if (walk_ != nullptr && walk_->reaches(offset) &&
      (mark == nullptr || walk_->produced() >= mark->output_offset))
    return std::move(walk_);
  auto made = inflate_walk::make(*this);
  if (made && mark != nullptr) (*made)->restore(*mark);
  return made;
}

std::uint64_t array_bytes::inflated_before(std::uint64_t offset) const noexcept {
  if (!deflated_) return 0;
  std::uint64_t from = 0;
  for (const auto& mark : marks_)
    if (mark->output_offset <= offset) from = mark->output_offset;
  if (walk_ != nullptr && walk_->reaches(offset)) from = std::max(from, walk_->produced());
  return offset - std::min(from, offset);
}

task<void> array_bytes::read_deflated(job& of, std::span<stream_piece> pieces) noexcept {
  if (pieces.empty()) co_return {};
  auto taken = walk_to(pieces[0].offset);
  if (!taken) co_return taken.error();
  std::unique_ptr<inflate_walk> walk = *std::move(taken);
  std::uint64_t stop = 0;
  for (stream_piece& piece : pieces) {
    piece.present = 0;
    stop = std::max(stop, std::min(stream_bytes_, piece.offset + piece.into.size()));
  }
  const auto receive = [&](std::uint64_t offset, std::span<const std::byte> bytes) {
    deal_out(pieces, offset, bytes);
  };
  walk->show_window(pieces[0].offset, receive);
  const std::uint64_t distance = std::max(least_mark_distance, stream_bytes_ / most_marks);
  const auto next_mark = [&] {
    return (marks_.empty() ? 0 : marks_.back()->output_offset) + distance;
  };
  while (walk->produced() < stop) {
    if (walk->produced() >= next_mark()) leave_mark(*walk);
    const std::uint64_t before = walk->produced();
    const std::uint64_t next = before < next_mark() ? std::min(stop, next_mark()) : stop;
    if (const auto went = co_await walk->go_on(of, next, receive); !went) co_return went.error();
    of.done += walk->produced() - before;
    if (walk->produced() < stop)
      if (const auto rested = co_await of.pause(); !rested) co_return rested.error();
  }
  walk_ = std::move(walk);
  co_return {};
}

/// Where memory is short there is one checkpoint fewer.
void array_bytes::leave_mark(const inflate_walk& walk) noexcept {
  auto made = walk.mark();
  if (!made) return;
  std::unique_ptr<deflate::checkpoint> mark(new (std::nothrow)
                                                deflate::checkpoint(*std::move(made)));
  if (mark != nullptr) (void)marks_.push_back(std::move(mark));
}

}  // namespace nopy::engine
