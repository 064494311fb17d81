// SPDX-License-Identifier: MIT
// One way through a deflated member, from its start or from a checkpoint, forward only: compressed
// bytes are brought in blocks, what comes out is shown piece by piece to whoever wants it.
#pragma once

#include "engine/array_bytes.hpp"

namespace nopy::engine {

class inflate_walk {
 public:
  /// Bytes that came out, and where they stand in the stream.
  using receiver = function_ref<void(std::uint64_t offset, std::span<const std::byte> bytes)>;

  /// Errors: out_of_memory.
  [[nodiscard]] static result<std::unique_ptr<inflate_walk>> make(const array_bytes& of) noexcept;
  /// The first compressed bytes, at most 256 KiB of them.
  void begin_with(std::span<const std::byte> first) noexcept;
  void restore(const deflate::checkpoint& from) noexcept;
  /// Errors: out_of_memory.
  [[nodiscard]] result<deflate::checkpoint> mark() const noexcept;

  [[nodiscard]] std::uint64_t produced() const noexcept { return window_.produced(); }
  /// Whether a byte at `offset` is still in the window, or comes.
  [[nodiscard]] bool reaches(std::uint64_t offset) const noexcept {
    return window_.reaches(offset);
  }
  /// Shows what the window holds from `offset` on.
  void show_window(std::uint64_t offset, receiver receive) const noexcept;

  /// Inflates until `stop` bytes were produced, at most 4 MiB of them, or the block of compressed bytes is used up.
  /// `produced() == stop` says that it is there; else there is more to do. Errors: zip_inflate, zip_size.
  [[nodiscard]] task<void> go_on(job& of, std::uint64_t stop, receiver receive) noexcept;
  /// After the last promised byte: the stream must end there, and with it the input. Errors: zip_size, zip_inflate.
  [[nodiscard]] task<void> check_end(job& of) noexcept;

 private:
  explicit inflate_walk(const array_bytes& of) noexcept
      : file_(of.file_), stored_offset_(of.stored_offset_), stored_bytes_(of.stored_bytes_) {}
  [[nodiscard]] task<void> fetch(job& of, std::uint64_t wanted) noexcept;

  deflate::window window_{};
  std::uint32_t file_;
  std::uint64_t stored_offset_;
  std::uint64_t stored_bytes_;
  std::uint64_t input_offset_ = 0;  // of the next compressed byte that is not in `input_`
  bool ended_ = false;
  memory room_{};                       // window, then input block
  std::span<const std::byte> input_{};  // compressed bytes that were brought and not taken
};

}  // namespace nopy::engine
