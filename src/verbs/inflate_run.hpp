// SPDX-License-Identifier: MIT
// One way through a deflated member, from its start or from a checkpoint, forward only. Bytes that are wanted in large
// pieces are inflated straight into the caller's memory; only the first 32 KiB of a piece, which need the history
// before them, come by way of the window.
#pragma once

#include <nopy/memory.hpp>

#include "deflate/window.hpp"
#include "verbs/compressed_input.hpp"

namespace nopy::inline v1::verbs {

class inflate_run {
 public:
  /// `output_bytes`: how many the directory promises; not one more is produced.
  /// Errors: out_of_memory.
  [[nodiscard]] static result<void> make(inflate_run& to, std::uint64_t output_bytes) noexcept;

  /// Begins with compressed bytes that were read along with the local header.
  void begin_with(std::span<const std::byte> first) noexcept;
  /// Goes on from a checkpoint.
  void restore(const deflate::checkpoint& from) noexcept;
  /// The state as it is. Errors: out_of_memory.
  [[nodiscard]] result<deflate::checkpoint> mark() const noexcept {
    return window_.mark(input_offset_ - input_.size());
  }

  /// Whether a read at `offset` goes forward from here; how far it has to inflate first.
  [[nodiscard]] bool reaches(std::uint64_t offset) const noexcept {
    return window_.reaches(offset);
  }
  /// Bytes produced so far.
  [[nodiscard]] std::uint64_t produced() const noexcept { return window_.produced(); }

  /// Fills `into` with the bytes at `offset`, which lie within the promised ones and not before what is still in the
  /// window. Errors: zip_inflate, zip_size (the stream ends early), io.
  [[nodiscard]] result<void> read(const compressed_input& input, std::uint64_t offset,
                                  std::span<std::byte> into) noexcept;
  /// Inflates what leads to `offset`, at most one window of it; false when it is there.
  [[nodiscard]] result<bool> approach(const compressed_input& input, std::uint64_t offset) noexcept;
  /// After the last promised byte: the stream must end there, and with it the input. Errors: zip_size, zip_inflate.
  [[nodiscard]] result<void> check_end(const compressed_input& input) noexcept;

 private:
  [[nodiscard]] result<void> follow(const compressed_input& input, deflate::status after,
                                    bool full) noexcept;
  [[nodiscard]] result<void> fill_window(const compressed_input& input, std::size_t most) noexcept;
  [[nodiscard]] result<void> peek(const compressed_input& input, std::size_t wanted) noexcept;
  [[nodiscard]] result<void> read_straight(const compressed_input& input,
                                           std::span<std::byte> into) noexcept;
  [[nodiscard]] result<void> fetch(const compressed_input& input) noexcept;

  deflate::window window_;  // no braces: they would zero its tables
  std::uint64_t output_bytes_ = 0;
  std::uint64_t input_offset_ = 0;  // of the next compressed byte that is not in `input_`
  bool ended_ = false;
  memory room_{};                       // window, then input block
  std::span<const std::byte> input_{};  // compressed bytes that were brought and not taken
};

}  // namespace nopy::inline v1::verbs
