// SPDX-License-Identifier: MIT
// Reads one band of a window: what one task does, with scratch blocks of its own.
#pragma once

#include <nopy/memory.hpp>

#include "verbs/tiles.hpp"
#include "verbs/window_reader.hpp"

namespace nopy::inline v1::verbs {

/// Reads one band of a window; a task has its own.
class band_reader {
 public:
  band_reader(const window_request& request, meter& done, std::uint64_t scratch_bytes) noexcept
      : request_(request),
        items_(request.items),
        from_bytes_(request.items.from_bytes()),
        to_bytes_(request.items.to_bytes()),
        done_(done),
        scratch_bytes_(scratch_bytes) {}

  [[nodiscard]] result<void> read(const window& part, std::byte* into) noexcept;

 private:
  [[nodiscard]] std::uint64_t offset_of(std::uint64_t file_item) const noexcept {
    return request_.data_offset + file_item * from_bytes_;
  }
  [[nodiscard]] result<void> fetch(std::uint64_t offset, std::span<std::byte> into) const noexcept;
  [[nodiscard]] result<void> read_run(std::uint64_t file_item, std::uint64_t count,
                                      std::byte* into) noexcept;
  [[nodiscard]] result<void> copy_run(std::uint64_t file_item, std::uint64_t count,
                                      std::byte* into) noexcept;
  [[nodiscard]] result<void> read_long_runs(const window& part, std::byte* into) noexcept;
  [[nodiscard]] result<void> read_tiles(const window& part, std::byte* into) noexcept;
  [[nodiscard]] bool runs_are_long(const window& part) const noexcept;

  struct tile;
  [[nodiscard]] result<void> bring(const window& part, const tile_layout& layout,
                                   const tile& one) noexcept;
  [[nodiscard]] result<void> place(const tile& one, std::byte* into) noexcept;
  [[nodiscard]] result<void> transform(
      std::byte* dst, const std::byte* src, std::uint64_t count,
      function_ref<std::uint64_t(std::uint64_t)> item_at) const noexcept;

  const window_request& request_;
  const item_transform& items_;
  const std::uint64_t from_bytes_;
  const std::uint64_t to_bytes_;
  meter& done_;
  std::uint64_t scratch_bytes_;
  memory scratch_{};    // what was read
  memory gathered_{};   // its items without gaps
  memory converted_{};  // the same, converted
};

/// Makes `block` hold at least `bytes`; what it held may be gone. Errors: out_of_memory.
[[nodiscard]] result<void> make_room(memory& block, std::uint64_t bytes) noexcept;

}  // namespace nopy::inline v1::verbs
