// SPDX-License-Identifier: MIT
// Any text as a slice of an array of up to four axes: what it takes lies in the array;
// written in full and read again it takes the same.
#include "array/slice.hpp"
#include "target.hpp"

#include <string>

namespace {

using nopy::core::axis_slice;
using nopy::core::selection;
using nopy::fuzz::check;

/// The smallest and largest extents, and some between.
std::uint64_t extent_number(std::uint8_t choice) {
  constexpr std::uint64_t large[] = {INT64_MAX, INT64_MAX - 1, std::uint64_t{1} << 32, 1000000};
  return choice < 252 ? choice % 21 : large[choice - 252];
}

std::string full_text(const axis_slice& one) {
  if (one.dropped) return std::to_string(one.start);
  if (one.count == 0) return "0:0";
  const auto start = static_cast<std::int64_t>(one.start);
  const std::int64_t last = start + one.step * static_cast<std::int64_t>(one.count - 1);
  const std::int64_t stop = one.step > 0 ? last + 1 : last - 1;
  return std::to_string(start) + ':' + (stop < 0 ? "" : std::to_string(stop)) + ':' +
         std::to_string(one.step);
}

void check_axis(const axis_slice& one, std::uint64_t extent) {
  check(one.count <= extent && one.step != 0);
  if (one.dropped) check(one.count == 1);
  if (one.count == 0) return;
  check(one.start < extent);
  const std::uint64_t stride = one.step < 0 ? 0 - static_cast<std::uint64_t>(one.step)
                                            : static_cast<std::uint64_t>(one.step);
  const std::uint64_t room = one.step < 0 ? one.start : extent - 1 - one.start;
  check(one.count - 1 <= room / stride);
}

void run(nopy::fuzz::input bytes) {
  nopy::fuzz::choices from(bytes);
  nopy::shape of;
  for (std::size_t rank = from.below(5); of.rank() < rank;)
    of.push_back(extent_number(from.byte()));
  const auto taken = selection::parse(from.rest_text(), of);
  if (!taken) return;
  const auto axes = taken->axes();
  check(axes.size() == of.rank() && taken->extents().rank() == of.rank());
  std::string text = of.rank() == 0 ? "..." : "";
  std::size_t kept = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    check_axis(axes[i], of[i]);
    text += (i == 0 ? "" : ", ") + full_text(axes[i]);
    kept += !axes[i].dropped;
  }
  check(taken->result_shape().rank() == kept);
  const auto again = selection::parse(text, of);
  check(again.has_value());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const axis_slice& one = again->axes()[i];
    check(one.start == axes[i].start && one.count == axes[i].count &&
          one.dropped == axes[i].dropped && (one.count < 2 || one.step == axes[i].step));
  }
  if (taken->whole(of)) check(taken->result_shape() == of);
}

const nopy::fuzz::target self("slice", run);

}  // namespace
