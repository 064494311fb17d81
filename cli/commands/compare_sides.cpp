// SPDX-License-Identifier: MIT
#include "commands/compare_sides.hpp"

#include "input/dtype_argument.hpp"
#include "input/window.hpp"
#include "printing/progress.hpp"

#include <algorithm>
#include <cmath>

namespace nopy::cli {
namespace {

/// The index in the result of the item at `position` (in C order) of a window.
std::vector<std::uint64_t> index_of(std::uint64_t position, const region& window,
                                    const selection& chosen) {
  std::vector<std::uint64_t> index;
  for (std::size_t axis = window.extents.rank(); axis-- > 0;) {
    const std::uint64_t extent = window.extents[axis];
    if (!chosen.axes()[axis].dropped)
      index.insert(index.begin(), window.start[axis] + position % extent);
    position /= extent;
  }
  return index;
}

std::vector<std::byte> item_at(std::span<const std::byte> block, std::uint64_t position,
                               std::uint64_t item_bytes) {
  const auto item = block.subspan(static_cast<std::size_t>(position * item_bytes),
                                  static_cast<std::size_t>(item_bytes));
  return {item.begin(), item.end()};
}

void join(diff_outcome& into, const comparison& block) {
  into.equal = into.equal && block.same;
  into.different += block.different;
  into.signed_zeros += block.signed_zeros;
  if (block.reason && !into.reason) into.reason = block.reason;
  if (std::isnan(block.max_abs) || block.max_abs > into.max_abs) into.max_abs = block.max_abs;
}

/// Windows have the extents of `a`; those of `b` may have dropped axes elsewhere.
region window_in(const region& window, const selection& of, const selection& in) {
  region made;
  std::size_t axis = 0;
  const auto skip = [&] {
    while (axis < of.axes().size() && of.axes()[axis].dropped) ++axis;
  };
  for (const axis_slice& slice : in.axes()) {
    skip();
    made.start.push_back(slice.dropped ? 0 : window.start[axis]);
    made.extents.push_back(slice.dropped ? 1 : window.extents[axis]);
    if (!slice.dropped) ++axis;
  }
  return made;
}

void read(const side& from, const selected_items& items, const region& window,
          std::span<std::byte> into) {
  const auto got = items.try_read(window, into);
  if (!got) throw exception(from.from.about(got.error()));
}

}  // namespace

side::side(const input& opened)
    : from(opened),
      file(opened.open_array()),
      chosen(opened.selected(file.shape())),
      type(told_type(file)) {
  opened.verify_for(chosen.whole(file.shape()));
}

diff_outcome compare_sides(const side& a, const side& b, const compare_options& options,
                           std::size_t most) {
  diff_outcome made;
  const shape of = a.chosen.result_shape();
  if (!(of == b.chosen.result_shape())) {
    made.reason = error({.code = errc::shape_mismatch,
                         .found = shape_text(of),
                         .expected = shape_text(b.chosen.result_shape())});
    made.equal = false;
    return made;
  }
  const selected_items left(a.file, a.chosen, a.file.header().dtype, order::c);
  const selected_items right(b.file, b.chosen, b.file.header().dtype, order::c);
  progress_bar bar("comparing", a.chosen.extents().count() * left.item_bytes());
  if (of.count() == 0)
    join(made, compare(any_view(a.type, of, {}), any_view(b.type, of, {}), options));
  std::vector<std::byte> left_bytes, right_bytes;
  for_each_window(a.chosen.extents(), order::c, std::max(left.item_bytes(), right.item_bytes()),
                  std::max(left.block_bytes(), right.block_bytes()), [&](const region& window) {
                    if (made.reason) return;
                    const std::uint64_t count = window.extents.count();
                    left_bytes.resize(static_cast<std::size_t>(count * left.item_bytes()));
                    right_bytes.resize(static_cast<std::size_t>(count * right.item_bytes()));
                    read(a, left, window, left_bytes);
                    read(b, right, window_in(window, a.chosen, b.chosen), right_bytes);
                    const auto remember = [&](std::uint64_t position) {
                      if (made.first.size() >= most) return false;
                      made.first.push_back({index_of(position, window, a.chosen),
                                            item_at(left_bytes, position, left.item_bytes()),
                                            item_at(right_bytes, position, right.item_bytes())});
                      return true;
                    };
                    const shape flat{count};
                    join(made, compare(any_view(a.type, flat, left_bytes),
                                       any_view(b.type, flat, right_bytes), options, remember));
                    bar.advance(left_bytes.size());
                  });
  return made;
}

bool same_bytes(const input& a, const input& b) {
  if (a.size_bytes() != b.size_bytes()) return false;
  a.verify_for(true);
  b.verify_for(true);
  constexpr std::uint64_t block_bytes = 256 << 10;
  for (std::uint64_t at = 0; at < a.size_bytes(); at += block_bytes)
    if (a.read(at, block_bytes) != b.read(at, block_bytes)) return false;
  return true;
}

}  // namespace nopy::cli
