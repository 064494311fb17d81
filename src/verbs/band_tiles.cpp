// SPDX-License-Identifier: MIT
// Windows that are no single run: long runs one by one, straight into place, and tiles by way of a
// scratch block.
#include "array/rearrange.hpp"
#include "verbs/band_reader.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

// A run that is worth a read of its own even where the gap behind it is small.
constexpr std::uint64_t long_run_bytes = 64 << 10;

/// Positions in a window, one after another in file order, a box at a time.
class odometer {
 public:
  odometer(const window& part, std::size_t rank, const std::uint64_t* box) noexcept
      : part_(part), rank_(rank), box_(box) {
    std::fill_n(at_, rank, 0);
  }
  [[nodiscard]] std::uint64_t operator[](std::size_t axis) const noexcept { return at_[axis]; }
  /// Items from here to the end of the box or of the axis.
  [[nodiscard]] std::uint64_t extent(std::size_t axis) const noexcept {
    return std::min(box_ == nullptr ? 1 : box_[axis], part_.axes[axis].count - at_[axis]);
  }
  [[nodiscard]] std::uint64_t file_item() const noexcept {
    std::uint64_t item = part_.first_item;
    for (std::size_t axis = 0; axis < rank_; ++axis)
      item += at_[axis] * part_.axes[axis].file_stride;
    return item;
  }
  [[nodiscard]] std::uint64_t memory_item() const noexcept {
    std::uint64_t item = 0;
    for (std::size_t axis = 0; axis < rank_; ++axis)
      item += at_[axis] * part_.axes[axis].memory_stride;
    return item;
  }
  /// The next box; false behind the last.
  bool advance() noexcept {
    for (std::size_t axis = rank_; axis-- > 0;) {
      at_[axis] += box_ == nullptr ? 1 : box_[axis];
      if (at_[axis] < part_.axes[axis].count) return true;
      at_[axis] = 0;
    }
    return false;
  }

 private:
  const window& part_;
  std::size_t rank_;
  const std::uint64_t* box_;
  std::uint64_t at_[max_rank];
};

bool is_dense(const shape& extents, const std::ptrdiff_t* strides,
              std::uint64_t item_bytes) noexcept {
  std::uint64_t dense = item_bytes;
  for (std::size_t axis = extents.rank(); axis-- > 0;) {
    if (extents[axis] != 1 && static_cast<std::uint64_t>(strides[axis]) != dense) return false;
    dense *= extents[axis];
  }
  return true;
}

}  // namespace

/// Whether every innermost run is worth a read of its own, straight into place.
bool band_reader::runs_are_long(const window& part) const noexcept {
  if (!items_.works_in_place()) return false;
  const window_axis& inner = part.axes[part.rank - 1];
  const bool dense = inner.file_stride == 1 && inner.memory_stride == 1;
  const std::uint64_t run = (dense ? inner.count : 1) * from_bytes_;
  if (run >= long_run_bytes) return true;
  const window_axis& next = dense ? part.axes[part.rank - 2] : inner;  // dense alone is one run
  return next.file_stride * from_bytes_ - run > request_.from.gap_worth_reading();
}

result<void> band_reader::read_long_runs(const window& part, std::byte* into) noexcept {
  const window_axis& inner = part.axes[part.rank - 1];
  const bool dense = inner.file_stride == 1 && inner.memory_stride == 1;
  odometer at(part, dense ? part.rank - 1 : part.rank, nullptr);
  do {
    if (auto read =
            read_run(at.file_item(), dense ? inner.count : 1, into + at.memory_item() * to_bytes_);
        !read)
      return read;
  } while (at.advance());
  return {};
}

/// One tile: its items' box, and where they lie once they were brought.
struct band_reader::tile {
  shape extents;
  std::uint64_t items = 1;
  std::uint64_t file_item = 0;              ///< of its first item
  std::ptrdiff_t file_strides[max_rank];    ///< items
  std::ptrdiff_t memory_strides[max_rank];  ///< bytes
  const std::byte* src = nullptr;
  std::ptrdiff_t src_strides[max_rank];  ///< bytes
};

/// Reads the tile into the scratch block: one read for its inner axes, for every row outside them.
result<void> band_reader::bring(const window& part, const tile_layout& layout,
                                const tile& one) noexcept {
  std::uint64_t span = from_bytes_;
  for (std::size_t axis = layout.read_axis; axis < part.rank; ++axis)
    span += (one.extents[axis] - 1) * part.axes[axis].file_stride * from_bytes_;
  std::uint64_t at[max_rank] = {};
  for (;;) {
    std::uint64_t item = one.file_item;
    std::uint64_t place = 0;
    for (std::size_t axis = 0; axis < layout.read_axis; ++axis) {
      item += at[axis] * part.axes[axis].file_stride;
      place += at[axis] * static_cast<std::uint64_t>(layout.strides[axis]);
    }
    if (auto read =
            fetch(offset_of(item), {scratch_.data() + place, static_cast<std::size_t>(span)});
        !read)
      return read;
    std::size_t axis = layout.read_axis;
    while (axis-- > 0) {
      if (++at[axis] < one.extents[axis]) break;
      at[axis] = 0;
    }
    if (axis == static_cast<std::size_t>(-1)) return {};
  }
}

/// Moves the tile's items to their places, converted if need be.
result<void> band_reader::place(const tile& one, std::byte* into) noexcept {
  const std::size_t rank = one.extents.rank();
  const std::span memory_strides(one.memory_strides, rank);
  const std::span src_strides(one.src_strides, rank);
  if (items_.is_copy()) {
    core::copy_strided(into, one.src, one.extents, memory_strides, src_strides, from_bytes_);
    return {};
  }
  const std::byte* dense = one.src;
  std::ptrdiff_t strides[max_rank];
  if (!is_dense(one.extents, one.src_strides, from_bytes_)) {
    if (auto room = make_room(gathered_, one.items * from_bytes_); !room) return room;
    core::fill_strides(strides, one.extents, order::c, from_bytes_);
    core::copy_strided(gathered_.data(), one.src, one.extents, std::span(strides, rank),
                       src_strides, from_bytes_);
    dense = gathered_.data();
  }
  const bool straight = is_dense(one.extents, one.memory_strides, to_bytes_);
  if (!straight)
    if (auto room = make_room(converted_, one.items * to_bytes_); !room) return room;
  std::byte* out = straight ? into : converted_.data();
  const auto item_at = [&](std::uint64_t i) {
    std::uint64_t item = one.file_item;
    for (std::size_t axis = rank; axis-- > 0; i /= one.extents[axis])
      item += i % one.extents[axis] * static_cast<std::uint64_t>(one.file_strides[axis]);
    return item;
  };
  if (auto done = transform(out, dense, one.items, item_at); !done) return done;
  if (straight) return {};
  core::fill_strides(strides, one.extents, order::c, to_bytes_);
  core::copy_strided(into, out, one.extents, memory_strides, std::span(strides, rank), to_bytes_);
  return {};
}

result<void> band_reader::read_tiles(const window& part, std::byte* into) noexcept {
  const bool in_memory = request_.from.in_place(request_.data_offset) != nullptr;
  tile_limits limits{.scratch_bytes = scratch_bytes_,
                     .gap_bytes = request_.from.gap_worth_reading(),
                     .in_file_order = request_.from.forward_only()};
  if (in_memory && items_.is_copy() && !done_.watched()) {
    limits.scratch_bytes = UINT64_MAX;  // no block is needed, nobody waits: one tile
  } else if (!items_.is_copy()) {
    limits.scratch_bytes = scratch_bytes_ / 2;
    limits.most_items = std::max<std::uint64_t>(scratch_bytes_ / 2 / (from_bytes_ + to_bytes_), 1);
  }
  const tile_layout layout = lay_tiles(part, from_bytes_, limits);
  if (!in_memory)
    if (auto room = make_room(scratch_, layout.scratch_bytes); !room) return room;

  odometer at(part, part.rank, layout.extents);
  do {
    tile one;
    for (std::size_t axis = 0; axis < part.rank; ++axis) {
      const window_axis& loop = part.axes[axis];
      one.extents.push_back(at.extent(axis));
      one.items *= at.extent(axis);
      one.file_strides[axis] = static_cast<std::ptrdiff_t>(loop.file_stride);
      one.memory_strides[axis] = static_cast<std::ptrdiff_t>(loop.memory_stride * to_bytes_);
      one.src_strides[axis] = in_memory
                                  ? static_cast<std::ptrdiff_t>(loop.file_stride * from_bytes_)
                                  : layout.strides[axis];
    }
    one.file_item = at.file_item();
    one.src = in_memory ? request_.from.in_place(offset_of(one.file_item)) : scratch_.data();
    if (!in_memory)
      if (auto brought = bring(part, layout, one); !brought) return brought;
    if (auto placed = place(one, into + at.memory_item() * to_bytes_); !placed) return placed;
    if (auto more = done_.advance(one.items * from_bytes_); !more) return more;
  } while (at.advance());
  return {};
}

}  // namespace nopy::inline v1::verbs
