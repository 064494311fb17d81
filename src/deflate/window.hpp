// SPDX-License-Identifier: MIT
// One way through a DEFLATE stream, forward only: the inflater, and the last bytes that came out
// of it, in memory of the caller's. The room behind the history is filled, then the history
// moves back to its start.
//
//   room:  | history, up to 32 KiB | what comes next ...          |
//          ^ base()                ^ produced() when it has slid
#pragma once

#include <nopy/memory.hpp>

#include "deflate/inflate.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::deflate {

/// A place in a stream to go on from. Movable.
struct checkpoint {
  inflater state{};
  std::uint64_t input_offset = 0;   ///< of the next compressed byte
  std::uint64_t output_offset = 0;  ///< bytes that came out before
  memory history{};                 ///< the last of them, up to 32 KiB
};

class window {
 public:
  /// The memory to work in: more than `window_bytes`; it must outlive the window.
  void use(std::span<std::byte> room) noexcept { room_ = room; }

  /// Bytes that came out so far.
  [[nodiscard]] std::uint64_t produced() const noexcept { return base_ + filled_; }
  /// Whether the byte at `offset` is held, or comes.
  [[nodiscard]] bool reaches(std::uint64_t offset) const noexcept { return offset >= base_; }
  /// What is held from `offset` on, which is reached.
  [[nodiscard]] std::span<const std::byte> held_from(std::uint64_t offset) const noexcept {
    if (offset >= produced()) return {};
    return held().subspan(static_cast<std::size_t>(offset - base_));
  }
  /// The last bytes, up to 32 KiB: what a match may still reach.
  [[nodiscard]] std::span<const std::byte> history() const noexcept {
    return held().last(std::min(filled_, window_bytes));
  }

  /// How much can come before the history has to move.
  [[nodiscard]] std::size_t room() const noexcept { return room_.size() - filled_; }
  /// Moves the history to the start of the room.
  void slide() noexcept {
    if (filled_ <= window_bytes) return;
    const std::size_t away = filled_ - window_bytes;
    std::memmove(room_.data(), room_.data() + away, window_bytes);
    base_ += away;
    filled_ = window_bytes;
  }

  /// Inflates at most `most` bytes, which there is room for, and takes from `input` what they used up.
  step run(std::span<const std::byte>& input, std::size_t most) noexcept {
    const step made = state_.run(input, room_.first(filled_ + most), filled_);
    input = input.subspan(made.consumed);
    filled_ += made.produced;
    return made;
  }
  /// Inflates `wanted` bytes, and as many more as is convenient, up to `most`.
  step run_some(std::span<const std::byte>& input, std::size_t most, std::size_t wanted) noexcept {
    const step made =
        state_.run_some(input, room_.first(filled_ + most), filled_, std::min(most, wanted));
    input = input.subspan(made.consumed);
    filled_ += made.produced;
    return made;
  }
  /// Like `run`, but into `buffer`, whose first `filled` bytes end in the history; `went_past` follows.
  step run_past(std::span<const std::byte>& input, std::span<std::byte> buffer,
                std::size_t filled) noexcept {
    const step made = state_.run(input, buffer, filled);
    input = input.subspan(made.consumed);
    return made;
  }
  /// Takes over the end of what `run_past` made, at least 32 KiB.
  void went_past(std::span<const std::byte> made) noexcept {
    base_ = produced() + made.size() - window_bytes;
    std::memcpy(room_.data(), made.data() + made.size() - window_bytes, window_bytes);
    filled_ = window_bytes;
  }
  /// After the last promised byte: whether the stream ends here. `needs_output` says that it goes on.
  [[nodiscard]] status run_to_end(std::span<const std::byte>& input) noexcept {
    slide();
    const step made = run(input, 1);  // what fills that byte is one too many
    return made.produced != 0 ? status::needs_output : made.status;
  }

  /// The state as it is, at that offset of the compressed bytes. Errors: out_of_memory.
  [[nodiscard]] result<checkpoint> mark(std::uint64_t input_offset) const noexcept {
    const auto last = history();
    auto copy = memory::allocate(last.size());
    if (!copy) return copy.error();
    if (!last.empty()) std::memcpy(copy->data(), last.data(), last.size());
    return checkpoint{state_, input_offset, produced(), *std::move(copy)};
  }
  void restore(const checkpoint& from) noexcept {
    state_ = from.state;
    filled_ = static_cast<std::size_t>(from.history.size_bytes());
    base_ = from.output_offset - filled_;
    if (filled_ != 0) std::memcpy(room_.data(), from.history.data(), filled_);
  }

 private:
  [[nodiscard]] std::span<const std::byte> held() const noexcept { return room_.first(filled_); }

  inflater state_{};
  std::span<std::byte> room_{};
  std::uint64_t base_ = 0;  // position of the room's first byte in what comes out
  std::size_t filled_ = 0;  // bytes in the room
};

}  // namespace nopy::deflate
