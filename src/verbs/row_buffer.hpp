// SPDX-License-Identifier: MIT
// Rows on their way to a file: small appends are gathered, large ones go straight through. Owns the
// rule that an append is taken whole or not at all, so that a caller may repeat it after an error.
#pragma once

#include <nopy/any.hpp>

#include "array/gap_mask.hpp"

namespace nopy {

class row_buffer {
 public:
  /// What lies before the rows: bytes that were there and must stay, or a file that is being made.
  enum class earlier : std::uint8_t { kept, made };
  /// Rows of items of `type` go to `offset` and behind. Errors: out_of_memory.
  [[nodiscard]] static result<row_buffer> make(int fd, std::uint64_t offset, const dtype& type,
                                               earlier before) noexcept;

  /// Takes whole rows. Errors: io, changed (`kept` bytes were cut off); then none of them was taken.
  [[nodiscard]] result<void> append(std::span<const std::byte> rows, padding padding) noexcept;
  /// Writes what is gathered. Errors: io, changed; then it is still gathered.
  [[nodiscard]] result<void> flush() noexcept;
  /// Where the file's rows end, gathered ones left out.
  [[nodiscard]] std::uint64_t written_end() const noexcept { return written_end_; }

 private:
  row_buffer(int fd, std::uint64_t offset, earlier before) noexcept
      : fd_(fd), before_(before), written_end_(offset) {}
  [[nodiscard]] result<void> write(std::span<const std::byte> rows) noexcept;
  [[nodiscard]] result<void> write_through(std::span<const std::byte> rows,
                                           const core::gap_mask& gaps) noexcept;
  void gather(std::span<const std::byte> rows, const core::gap_mask& gaps) noexcept;

  int fd_;
  earlier before_;
  std::uint64_t written_end_;
  std::size_t capacity_ = 0;  // a multiple of the item's bytes
  core::gap_mask gaps_{};
  bytes::growing<std::byte> gathered_{};
};

}  // namespace nopy
