// SPDX-License-Identifier: MIT
// One way through a member that another library expands (bzip2, LZMA, zstd), from its start,
// forward only. Bounded like the own inflate: not a byte more than the directory promises is handed
// out, and the streams must end where the member does.
#pragma once

#include <nopy/memory.hpp>

#include "codec/codecs.hpp"
#include "verbs/compressed_input.hpp"

#include <memory>

namespace nopy::inline v1::verbs {

class expand_run {
 public:
  /// `first`: the member's first compressed bytes. Errors: out_of_memory.
  [[nodiscard]] static result<std::unique_ptr<expand_run>> begin(
      const codec::expander& how, std::uint64_t output_bytes,
      std::span<const std::byte> first) noexcept;
  expand_run(const expand_run&) = delete;
  expand_run& operator=(const expand_run&) = delete;
  ~expand_run();

  /// Whether a read at `offset` goes forward from here.
  [[nodiscard]] bool reaches(std::uint64_t offset) const noexcept { return offset >= produced_; }
  [[nodiscard]] std::uint64_t produced() const noexcept { return produced_; }

  /// Fills `into` with the bytes at `offset`, which lie within the promised ones and not before `produced()`.
  /// Errors: zip_inflate, zip_size (the streams end early), limit (the window), io, out_of_memory.
  [[nodiscard]] result<void> read(const compressed_input& input, std::uint64_t offset,
                                  std::span<std::byte> into) noexcept;
  /// After the last promised byte: the streams must end there, and with them the input. Errors:
  /// zip_size, zip_inflate, io.
  [[nodiscard]] result<void> check_end(const compressed_input& input) noexcept;

 private:
  explicit expand_run(const codec::expander& how) noexcept : codec_(&how) {}

  [[nodiscard]] result<void> produce(const compressed_input& input,
                                     std::span<std::byte> into) noexcept;
  [[nodiscard]] result<std::size_t> step(const compressed_input& input,
                                         std::span<std::byte> into) noexcept;
  [[nodiscard]] result<void> fetch(const compressed_input& input) noexcept;
  [[nodiscard]] bool input_is_taken(const compressed_input& input) const noexcept {
    return input_.empty() && input_offset_ == input.bytes;
  }

  const codec::expander* codec_;
  void* decoder_ = nullptr;
  std::uint64_t produced_ = 0;
  std::uint64_t input_offset_ = 0;      // of the next compressed byte that is not in `input_`
  bool between_streams_ = false;        // one ended, and the next did not begin
  memory room_{};                       // the input block, then what is passed over
  std::span<const std::byte> input_{};  // compressed bytes that were brought and not taken
};

}  // namespace nopy::inline v1::verbs
