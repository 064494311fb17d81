// SPDX-License-Identifier: MIT
#include "verbs/inflate_run.hpp"

#include "zip/stream_errors.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::size_t history = deflate::window_bytes;
// What one turn puts behind the history: small enough for the second-level cache, together with it.
constexpr std::size_t turn_bytes = 64 << 10;
constexpr std::size_t window_room = history + turn_bytes;
constexpr std::size_t input_block = 64 << 10;
// A peek at a header inflates little more than it asks for.
constexpr std::size_t peek_bytes = 4096;
// From here on the way past the window pays.
constexpr std::size_t straight_bytes = 2 * history;

}  // namespace

result<void> inflate_run::make(inflate_run& to, std::uint64_t output_bytes) noexcept {
  auto room = memory::allocate(window_room + input_block);
  if (!room) return room.error();
  to.room_ = *std::move(room);
  to.output_bytes_ = output_bytes;
  return {};
}

void inflate_run::begin_with(std::span<const std::byte> first) noexcept {
  if (!first.empty()) std::memcpy(room_.data() + window_room, first.data(), first.size());
  input_ = {room_.data() + window_room, first.size()};
  input_offset_ = first.size();
}

void inflate_run::restore(const checkpoint& from) noexcept {
  state_ = from.state;
  input_offset_ = from.input_offset;
  filled_ = static_cast<std::size_t>(from.window.size_bytes());
  base_ = from.output_offset - filled_;
  if (filled_ != 0) std::memcpy(room_.data(), from.window.data(), filled_);
  input_ = {};
  ended_ = false;
}

result<checkpoint> inflate_run::mark() const noexcept {
  const std::size_t kept = std::min(filled_, history);
  auto window = memory::allocate(kept);
  if (!window) return window.error();
  if (kept != 0) std::memcpy(window->data(), room_.data() + filled_ - kept, kept);
  return checkpoint{state_, input_offset_ - input_.size(), produced(), *std::move(window)};
}

/// Brings the next block of compressed bytes; none are left: an empty one.
result<void> inflate_run::fetch(const compressed_input& input) noexcept {
  const std::uint64_t left = input.bytes - input_offset_;
  if (input.in_place != nullptr) {
    // In pieces, so that positions stay exact where a size type has 32 bits.
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, 1 << 30));
    input_ = {input.in_place + input_offset_, count};
  } else {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, input_block));
    const std::span<std::byte> block(room_.data() + window_room, count);
    if (count != 0)
      if (auto read = input.read(input_offset_, block); !read) return read;
    input_ = block;
  }
  input_offset_ += input_.size();
  return {};
}

/// Inflates into `buffer` behind its first `filled` bytes until it is full.
result<void> inflate_run::produce(const compressed_input& input, std::span<std::byte> buffer,
                                  std::size_t& filled) noexcept {
  while (filled < buffer.size()) {
    const deflate::step made = state_.run(input_, buffer, filled);
    input_ = input_.subspan(made.consumed);
    filled += made.produced;
    switch (made.status) {
      case deflate::status::needs_output:
        break;
      case deflate::status::needs_input:
        if (!input_.empty()) break;
        if (input_offset_ == input.bytes) return zip::stream_ends_early();
        if (auto fetched = fetch(input); !fetched) return fetched;
        break;
      case deflate::status::done:
        ended_ = true;
        if (filled < buffer.size()) return zip::member_too_short();
        break;
      case deflate::status::invalid:
        return zip::invalid_stream();
    }
  }
  return {};
}

/// Makes the window's last bytes its first ones, so that there is room behind them.
void inflate_run::slide() noexcept {
  if (filled_ <= history) return;
  const std::size_t away = filled_ - history;
  std::memmove(room_.data(), room_.data() + away, history);
  base_ += away;
  filled_ = history;
}

result<void> inflate_run::fill_window(const compressed_input& input, std::size_t most) noexcept {
  if (filled_ + most > window_room) slide();
  const std::uint64_t left = output_bytes_ - produced();
  const auto count = static_cast<std::size_t>(
      std::min<std::uint64_t>({left, most, std::uint64_t{window_room - filled_}}));
  return produce(input, {room_.data(), filled_ + count}, filled_);
}

result<bool> inflate_run::approach(const compressed_input& input, std::uint64_t offset) noexcept {
  if (produced() >= offset) return false;
  const std::uint64_t away = offset - produced();
  if (auto filled =
          fill_window(input, static_cast<std::size_t>(std::min<std::uint64_t>(away, turn_bytes)));
      !filled)
    return filled.error();
  return true;
}

/// `into` begins at the end of the window.
result<void> inflate_run::read_straight(const compressed_input& input,
                                        std::span<std::byte> into) noexcept {
  slide();
  if (auto first = fill_window(input, history); !first) return first;
  std::memcpy(into.data(), room_.data() + filled_ - history, history);
  std::size_t done = history;
  if (auto rest = produce(input, into, done); !rest) return rest;
  base_ = produced() + into.size() - history - history;
  std::memcpy(room_.data(), into.data() + into.size() - history, history);
  filled_ = history;
  return {};
}

result<void> inflate_run::read(const compressed_input& input, std::uint64_t offset,
                               std::span<std::byte> into) noexcept {
  for (;;) {
    auto more = approach(input, offset);
    if (!more) return more.error();
    if (!*more) break;
  }
  while (!into.empty()) {
    const auto there = static_cast<std::size_t>(produced() - offset);
    const std::size_t count = std::min(there, into.size());
    if (count != 0)
      std::memcpy(into.data(), room_.data() + static_cast<std::size_t>(offset - base_), count);
    into = into.subspan(count);
    offset += count;
    if (into.empty()) break;
    const bool peek = produced() == 0 && into.size() <= peek_bytes;
    auto filled = into.size() >= straight_bytes
                      ? read_straight(input, into)
                      : fill_window(input, peek ? into.size() : turn_bytes);
    if (!filled) return filled;
    if (into.size() >= straight_bytes) break;
  }
  return {};
}

result<void> inflate_run::check_end(const compressed_input& input) noexcept {
  slide();
  std::size_t filled = filled_;
  while (!ended_) {
    // One byte of room: what fills it is one too many.
    const deflate::step made = state_.run(input_, {room_.data(), filled + 1}, filled);
    input_ = input_.subspan(made.consumed);
    if (made.produced != 0) return zip::member_too_long();
    if (made.status == deflate::status::invalid) return zip::invalid_stream();
    if (made.status == deflate::status::needs_output) return zip::member_too_long();
    ended_ = made.status == deflate::status::done;
    if (ended_ || !input_.empty()) continue;
    if (input_offset_ == input.bytes) return zip::stream_ends_early();
    if (auto fetched = fetch(input); !fetched) return fetched;
  }
  if (input_offset_ - input_.size() != input.bytes) return zip::bytes_behind_stream();
  return {};
}

}  // namespace nopy::inline v1::verbs
