// SPDX-License-Identifier: MIT
// A slice of an array as loops over its stream, and the byte ranges that bring it. Pure arithmetic;
// owns the checks of a slice against the array's shape.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/header.hpp>

#include <optional>

namespace nopy::engine {

/// What is taken of one axis. The step is never 0.
struct axis_take {
  std::uint64_t start = 0;
  std::int64_t step = 1;
  std::uint64_t count = 0;
  std::uint64_t dropped = 0;  ///< 1: a single index, which the result's shape leaves out
};

/// One loop over the stream: ascending, since what runs backwards was turned around.
struct stream_loop {
  std::uint64_t count = 1;
  std::uint64_t stride = 0;        ///< bytes of the stream
  std::int64_t result_stride = 0;  ///< items of the result
};

/// A range of the stream and the items it holds.
struct planned_range {
  byte_range range{};             ///< from the first data byte on
  std::int64_t first_result = 0;  ///< position of its first item in the result
  std::uint64_t steps = 1;        ///< indices of the outermost loop inside of it
};

/// Items that lie in one range, a stride apart.
struct item_run {
  const std::byte* first = nullptr;  ///< null: the items are missing, the file is cut
  std::uint64_t count = 0;
  std::uint64_t stride = 0;  ///< bytes
  std::int64_t result = 0;   ///< position of the first in C order of the slice
  std::int64_t result_stride = 0;
};

class window {
 public:
  /// Errors: rank_mismatch, out_of_range, usage (a step of 0).
  [[nodiscard]] static result<window> of(const header& array,
                                         std::span<const axis_take> axes) noexcept;
  [[nodiscard]] static window whole(const header& array) noexcept;

  [[nodiscard]] std::uint64_t items() const noexcept { return items_; }
  /// Extents of the slice, an extent for every axis of the array.
  [[nodiscard]] const shape& extents() const noexcept { return extents_; }
  /// The extents without the dropped axes.
  [[nodiscard]] shape result_shape() const noexcept;
  [[nodiscard]] bool runs_backwards() const noexcept;
  /// The indices, in the array, of the item at a position of the result.
  [[nodiscard]] shape index_of(std::uint64_t result) const noexcept;
  /// Where its first and behind its last byte stand, from the first data byte on.
  [[nodiscard]] byte_range reach() const noexcept;

  /// Starts handing out ranges from the first one on.
  void rewind() noexcept;
  [[nodiscard]] std::optional<planned_range> next() noexcept;
  /// How many ranges there are, and their bytes; both saturate.
  [[nodiscard]] byte_range cost() const noexcept;
  /// Shows the items of a range, of which the first `present` bytes are there.
  void visit(const planned_range& of, std::span<const std::byte> bytes, std::size_t present,
             function_ref<void(const item_run&)> show) const noexcept;

 private:
  void lay_loops(const header& array) noexcept;
  void merge() noexcept;
  void plan() noexcept;

  std::uint64_t item_bytes_ = 0;
  std::uint64_t items_ = 0;
  shape extents_{};
  axis_take axes_[max_rank]{};
  std::uint64_t first_offset_ = 0;
  std::int64_t first_result_ = 0;
  std::size_t loop_count_ = 0;
  stream_loop loops_[max_rank]{};
  // A range takes up to `steps_` indices of loop `inside_` and all of the loops behind it.
  std::size_t inside_ = 0;
  std::uint64_t steps_ = 1;
  std::uint64_t index_[max_rank]{};
  bool ended_ = false;
};

}  // namespace nopy::engine
