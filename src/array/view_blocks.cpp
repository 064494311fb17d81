// SPDX-License-Identifier: MIT
#include "array/view_blocks.hpp"

#include "array/rearrange.hpp"
#include "array/view_fit.hpp"
#include "bytes/checked.hpp"

#include <algorithm>

namespace nopy::inline v1::core {
namespace {

/// NumPy's rule: strides of axes of one index do not count.
[[nodiscard]] bool dense(const shape& extents, const std::ptrdiff_t* strides,
                         std::uint64_t item_bytes) noexcept {
  auto expected = static_cast<std::ptrdiff_t>(item_bytes);
  for (std::size_t axis = extents.rank(); axis-- > 0;) {
    if (extents[axis] == 1) continue;
    if (strides[axis] != expected) return false;
    expected *= static_cast<std::ptrdiff_t>(extents[axis]);
  }
  return true;
}

}  // namespace

result<std::uint64_t> data_bytes_of(const dtype& type, const shape& extents) noexcept {
  if (type.has_objects())
    return error({.code = errc::object_dtype,
                  .summary = "Python objects can not be written",
                  .hint = "nopy writes no pickles; choose a numeric, text or record dtype"});
  std::uint64_t bytes = type.item_bytes();
  bool empty = false;
  for (const std::uint64_t extent : extents) {
    if (extent == 0) empty = true;
    const auto product = checked::mul(bytes, extent == 0 ? 1 : extent);
    if (!product || *product > checked::most_bytes || extent > checked::most_bytes)
      return error({.code = errc::too_large,
                    .summary = "the array's size does not fit this machine",
                    .expected = "shape x item size below 2^63 bytes (2^31 on 32 bits)"});
    bytes = *product;
  }
  return empty ? 0 : bytes;
}

result<view_blocks> view_blocks::of(const any_view& what, nopy::order wanted,
                                    std::uint64_t block_bytes) noexcept {
  const auto total = data_bytes_of(what.dtype(), what.shape());
  if (!total) return total.error();
  if (auto fits = check_fit(what); !fits) return fits.error();

  view_blocks made;
  made.first_ = what.bytes().data();
  made.item_bytes_ = what.dtype().item_bytes();
  made.total_bytes_ = *total;
  made.order_ = orders_agree(what.shape()) ? nopy::order::c : wanted;
  made.done_ = *total == 0;
  if (made.done_) {
    made.in_place_ = true;
    return made;
  }
  made.lay_axes(what);
  if (what.padding() == padding::zero) {
    auto gaps = gap_mask::of(what.dtype());
    if (!gaps) return gaps.error();
    made.gaps_ = *std::move(gaps);
  }
  const bool contiguous = dense(made.extents_, made.strides_, made.item_bytes_);
  made.in_place_ = contiguous && made.gaps_.empty();
  if (made.in_place_) return made;
  if (contiguous) made.collapse();
  made.split(block_bytes);
  const std::uint64_t largest = std::max(made.item_bytes_, std::min(block_bytes, *total));
  if (!made.block_.reserve(static_cast<std::size_t>(largest))) return error(errc::out_of_memory);
  return made;
}

void view_blocks::lay_axes(const any_view& what) noexcept {
  const std::size_t rank = what.shape().rank();
  for (std::size_t i = 0; i < rank; ++i) {
    const std::size_t axis = order_ == nopy::order::c ? i : rank - 1 - i;
    extents_.push_back(what.shape()[axis]);
    strides_[i] = what.stride_bytes(axis);
  }
}

/// Items side by side are one axis, whatever their shape; so is the one item of rank 0.
void view_blocks::collapse() noexcept {
  extents_ = {total_bytes_ / item_bytes_};
  strides_[0] = static_cast<std::ptrdiff_t>(item_bytes_);
}

void view_blocks::split(std::uint64_t block_bytes) noexcept {
  // The outermost axis whose one index fits a block, or the innermost.
  std::uint64_t index_bytes = item_bytes_;
  split_ = extents_.rank() - 1;
  while (split_ > 0 && index_bytes * extents_[split_] <= block_bytes)
    index_bytes *= extents_[split_--];
  steps_ = std::max<std::uint64_t>(1, block_bytes / index_bytes);
}

std::span<const std::byte> view_blocks::next() noexcept {
  if (done_) return {};
  if (in_place_) {
    done_ = true;
    return {first_, static_cast<std::size_t>(total_bytes_)};
  }
  const std::byte* from = first_;
  for (std::size_t axis = 0; axis <= split_; ++axis)
    from += static_cast<std::ptrdiff_t>(index_[axis]) * strides_[axis];
  shape part{std::min(steps_, extents_[split_] - index_[split_])};
  for (std::size_t axis = split_ + 1; axis < extents_.rank(); ++axis)
    part.push_back(extents_[axis]);
  std::ptrdiff_t packed[max_rank];
  fill_strides(packed, part, nopy::order::c, item_bytes_);
  copy_strided(block_.data(), from, part, {packed, part.rank()}, {strides_ + split_, part.rank()},
               item_bytes_);
  const std::span<std::byte> filled(block_.data(),
                                    static_cast<std::size_t>(part.count() * item_bytes_));
  gaps_.apply(filled);
  step(part[0]);
  return filled;
}

void view_blocks::step(std::uint64_t steps) noexcept {
  index_[split_] += steps;
  for (std::size_t axis = split_; index_[axis] == extents_[axis]; --axis) {
    index_[axis] = 0;
    if (axis == 0) {
      done_ = true;
      return;
    }
    ++index_[axis - 1];
  }
}

}  // namespace nopy::inline v1::core
