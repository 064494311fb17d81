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
  to.window_.use({to.room_.data(), window_room});
  to.output_bytes_ = output_bytes;
  return {};
}

void inflate_run::begin_with(std::span<const std::byte> first) noexcept {
  if (!first.empty()) std::memcpy(room_.data() + window_room, first.data(), first.size());
  input_ = {room_.data() + window_room, first.size()};
  input_offset_ = first.size();
}

void inflate_run::restore(const deflate::checkpoint& from) noexcept {
  window_.restore(from);
  input_offset_ = from.input_offset;
  input_ = {};
  ended_ = false;
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

/// What follows from a step: nothing while there is more to do, and compressed bytes to do it with.
result<void> inflate_run::follow(const compressed_input& input, deflate::status after,
                                 bool full) noexcept {
  switch (after) {
    case deflate::status::needs_output:
      break;
    case deflate::status::needs_input:
      if (full || !input_.empty()) break;
      if (input_offset_ == input.bytes) return zip::stream_ends_early();
      return fetch(input);
    case deflate::status::done:
      ended_ = true;
      if (!full) return zip::member_too_short();
      break;
    case deflate::status::invalid:
      return zip::invalid_stream();
  }
  return {};
}

/// Fills the window with `wanted` bytes and a few more, if the member has as many.
result<void> inflate_run::peek(const compressed_input& input, std::size_t wanted) noexcept {
  const std::uint64_t first = produced();
  while (produced() - first < wanted && produced() != output_bytes_) {
    const std::uint64_t left = std::min<std::uint64_t>(output_bytes_ - produced(), window_.room());
    const deflate::step made =
        window_.run_some(input_, static_cast<std::size_t>(left),
                         static_cast<std::size_t>(first + wanted - produced()));
    if (auto next = follow(input, made.status, produced() == output_bytes_); !next) return next;
  }
  return {};
}

/// Fills the window's room with up to `most` bytes.
result<void> inflate_run::fill_window(const compressed_input& input, std::size_t most) noexcept {
  if (window_.room() < most) window_.slide();
  auto left = static_cast<std::size_t>(
      std::min<std::uint64_t>({output_bytes_ - produced(), most, std::uint64_t{window_.room()}}));
  while (left != 0) {
    const deflate::step made = window_.run(input_, left);
    left -= made.produced;
    if (auto next = follow(input, made.status, left == 0); !next) return next;
  }
  return {};
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
  window_.slide();
  if (auto first = fill_window(input, history); !first) return first;
  std::memcpy(into.data(), window_.history().data(), history);
  for (std::size_t done = history; done < into.size();) {
    const deflate::step made = window_.run_past(input_, into, done);
    done += made.produced;
    if (auto next = follow(input, made.status, done == into.size()); !next) return next;
  }
  window_.went_past(into.subspan(history));
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
    const auto held = window_.held_from(offset);
    const std::size_t count = std::min(held.size(), into.size());
    if (count != 0) std::memcpy(into.data(), held.data(), count);
    into = into.subspan(count);
    offset += count;
    if (into.empty()) break;
    const bool is_peek = produced() == 0 && into.size() <= peek_bytes;
    auto filled = into.size() >= straight_bytes ? read_straight(input, into)
                  : is_peek                     ? peek(input, into.size())
                                                : fill_window(input, turn_bytes);
    if (!filled) return filled;
    if (into.size() >= straight_bytes) break;
  }
  return {};
}

result<void> inflate_run::check_end(const compressed_input& input) noexcept {
  while (!ended_) {
    switch (window_.run_to_end(input_)) {
      case deflate::status::needs_output:
        return zip::member_too_long();
      case deflate::status::invalid:
        return zip::invalid_stream();
      case deflate::status::done:
        ended_ = true;
        break;
      case deflate::status::needs_input:
        if (input_offset_ == input.bytes) return zip::stream_ends_early();
        if (auto fetched = fetch(input); !fetched) return fetched;
    }
  }
  if (input_offset_ - input_.size() != input.bytes) return zip::bytes_behind_stream();
  return {};
}

}  // namespace nopy::inline v1::verbs
