// SPDX-License-Identifier: MIT
#include "engine/inflate_walk.hpp"

#include "zip/stream_errors.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::engine {
namespace {

// What one turn puts behind the history: small enough for the second-level cache, together with it.
constexpr std::size_t turn_bytes = 64 << 10;
constexpr std::size_t window_room = deflate::window_bytes + turn_bytes;
constexpr std::size_t input_block = 256 << 10;
// Of a peek at a header: little more than it needs.
constexpr std::uint64_t least_input = 1024;
// Between two pauses, so that the page can cancel: some 20 ms.
constexpr std::uint64_t most_at_once = 4 << 20;

}  // namespace

result<std::unique_ptr<inflate_walk>> inflate_walk::make(const array_bytes& of) noexcept {
  std::unique_ptr<inflate_walk> made(new (std::nothrow) inflate_walk(of));
  if (made == nullptr) return error(errc::out_of_memory);
  auto room = memory::allocate(window_room + input_block);
  if (!room) return room.error();
  made->room_ = *std::move(room);
  made->window_.use({made->room_.data(), window_room});
  return made;
}

void inflate_walk::begin_with(std::span<const std::byte> first) noexcept {
  if (!first.empty()) std::memcpy(room_.data() + window_room, first.data(), first.size());
  input_ = {room_.data() + window_room, first.size()};
  input_offset_ = first.size();
}

void inflate_walk::restore(const deflate::checkpoint& from) noexcept {
  window_.restore(from);
  input_offset_ = from.input_offset;
  input_ = {};
  ended_ = false;
}

result<deflate::checkpoint> inflate_walk::mark() const noexcept {
  return window_.mark(input_offset_ - input_.size());
}

void inflate_walk::show_window(std::uint64_t offset, receiver receive) const noexcept {
  if (const auto held = window_.held_from(offset); !held.empty()) receive(offset, held);
}

/// Brings the next block of compressed bytes: for a few bytes of output a small one.
task<void> inflate_walk::fetch(job& of, std::uint64_t wanted) noexcept {
  const std::uint64_t left = stored_bytes_ - input_offset_;
  const std::uint64_t block = std::clamp<std::uint64_t>(wanted, least_input, input_block);
  const auto count = static_cast<std::size_t>(std::min(left, block));
  const std::span<std::byte> into(room_.data() + window_room, count);
  file_piece piece{file_, stored_offset_ + input_offset_, into};
  if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
  if (piece.present == 0) co_return zip::stream_ends_early();
  input_ = into.first(piece.present);
  input_offset_ += piece.present;
  co_return {};
}

task<void> inflate_walk::go_on(job& of, std::uint64_t stop, receiver receive) noexcept {
  for (std::uint64_t made_here = 0; produced() < stop && made_here < most_at_once;) {
    if (window_.room() == 0) window_.slide();
    const std::uint64_t before = produced();
    const auto most =
        static_cast<std::size_t>(std::min<std::uint64_t>(stop - before, window_.room()));
    const deflate::step made = window_.run(input_, most);
    made_here += made.produced;
    show_window(before, receive);
    if (made.status == deflate::status::invalid) co_return zip::invalid_stream();
    if (made.status == deflate::status::done) {
      ended_ = true;
      if (produced() < stop) co_return zip::member_too_short();
    }
    if (made.status != deflate::status::needs_input || !input_.empty()) continue;
    if (produced() >= stop) break;
    if (input_offset_ == stored_bytes_) co_return zip::stream_ends_early();
    if (const auto read = co_await fetch(of, stop - produced()); !read) co_return read.error();
  }
  co_return {};
}

task<void> inflate_walk::check_end(job& of) noexcept {
  while (!ended_) {
    const deflate::status after = window_.run_to_end(input_);
    if (after == deflate::status::needs_output) co_return zip::member_too_long();
    if (after == deflate::status::invalid) co_return zip::invalid_stream();
    ended_ = after == deflate::status::done;
    if (ended_) continue;
    if (input_offset_ == stored_bytes_) co_return zip::stream_ends_early();
    if (const auto read = co_await fetch(of, least_input); !read) co_return read.error();
  }
  if (input_offset_ - input_.size() != stored_bytes_) co_return zip::bytes_behind_stream();
  co_return {};
}

}  // namespace nopy::engine
