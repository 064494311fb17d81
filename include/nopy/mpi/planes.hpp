// SPDX-License-Identifier: MIT
// How the file is cut for an exchange: into planes, pieces of planes that one rank holds, and
// rounds of them. Pure arithmetic, the same on every rank, so that no counts have to be sent.
#pragma once

#include <nopy/mpi/blocks.hpp>

namespace nopy::mpi {

/// The file counted in planes: a plane is what one index of the slowest axes has, as few of them as keep it
/// smaller than a round. "Place" is an axis counted in the file's order, the slowest first.
class plane_cut {
 public:
  /// Planes of the file.
  struct range {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    [[nodiscard]] bool empty() const noexcept { return begin >= end; }
    [[nodiscard]] std::uint64_t count() const noexcept { return end - begin; }
  };
  /// Some indices of the last outer axis, and all that a block has inside them.
  struct box {
    std::uint64_t plane;              ///< of the first index
    std::uint64_t index[max_rank];    ///< in the block, per outer axis
    std::uint64_t extents[max_rank];  ///< the indices, then the inner extents
  };

  /// `stripe_bytes`: two pieces meet at a multiple of it. Undefined for arrays of rank 0 or without bytes.
  plane_cut(const header& of, std::uint64_t ranks, std::uint64_t stripe_bytes,
            std::uint64_t round_bytes, std::uint64_t message_bytes)
      : of_(of), item_bytes_(of.dtype.item_bytes()) {
    // A rank that has everything sends a round to each of the others.
    const std::uint64_t round =
        std::max<std::uint64_t>(1, std::min(round_bytes, message_bytes / ranks));
    plane_bytes_ = item_bytes_;
    outer_ = rank();
    while (outer_ > 1 && plane_bytes_ * extent(outer_ - 1) <= round)
      plane_bytes_ *= extent(--outer_);
    for (std::size_t place = 0; place < outer_; ++place) planes_ *= extent(place);
    round_planes_ = std::max<std::uint64_t>(1, round / plane_bytes_);
    cut(ranks, std::max<std::uint64_t>(1, stripe_bytes));
  }

  [[nodiscard]] const header& of() const noexcept { return of_; }
  [[nodiscard]] std::uint64_t plane_bytes() const noexcept { return plane_bytes_; }
  [[nodiscard]] std::uint64_t rounds() const noexcept { return rounds_; }
  /// What one rank may have for another in a round: one item at least, however large.
  [[nodiscard]] std::uint64_t most_a_pair() const noexcept { return round_planes_ * plane_bytes_; }
  [[nodiscard]] std::size_t pieces() const noexcept { return begins_.size() - 1; }
  /// Places that number the planes.
  [[nodiscard]] std::size_t outer() const noexcept { return outer_; }
  [[nodiscard]] std::size_t rank() const noexcept { return of_.shape.rank(); }
  [[nodiscard]] std::size_t axis(std::size_t place) const noexcept {
    return of_.order == order::c ? place : rank() - 1 - place;
  }
  [[nodiscard]] std::uint64_t extent(std::size_t place) const noexcept {
    return of_.shape[axis(place)];
  }
  [[nodiscard]] std::size_t item_bytes() const noexcept {
    return static_cast<std::size_t>(item_bytes_);
  }

  /// The planes of a piece in a round.
  [[nodiscard]] range planes_of(std::size_t piece, std::uint64_t round) const {
    const std::uint64_t begin =
        std::min(begins_[piece] + round * round_planes_, begins_[piece + 1]);
    return {begin, std::min(begin + round_planes_, begins_[piece + 1])};
  }
  /// What a block has in some planes.
  [[nodiscard]] std::uint64_t bytes_in(const block& of, const range& planes) const {
    if (planes.empty()) return 0;
    return (planes_before(of, planes.end) - planes_before(of, planes.begin)) * bytes_per_plane(of);
  }
  /// Calls `each(box)` for what a block has in some planes, in the file's order.
  template <class Each>
  void for_each_box(const block& of, const range& planes, Each&& each) const {
    if (bytes_in(of, planes) == 0) return;
    std::uint64_t at = planes_before(of, planes.begin);
    const std::uint64_t end = planes_before(of, planes.end);
    box one{};
    for (std::size_t place = outer_; place < rank(); ++place)
      one.extents[1 + place - outer_] = of.extents[axis(place)];
    while (at < end) {
      std::uint64_t rest = at;
      std::uint64_t width = 1;
      one.plane = 0;
      for (std::size_t place = outer_; place-- > 0;) {
        const std::uint64_t count = of.extents[axis(place)];
        one.index[place] = rest % count;
        rest /= count;
        one.plane += (of.start[axis(place)] + one.index[place]) * width;
        width *= extent(place);
      }
      const std::size_t last = outer_ - 1;
      one.extents[0] = std::min(of.extents[axis(last)] - one.index[last], end - at);
      each(one);
      at += one.extents[0];
    }
  }

  /// Strides of a box without gaps, of its extents.
  void dense_strides(std::ptrdiff_t* strides, const box& one) const {
    std::ptrdiff_t bytes = static_cast<std::ptrdiff_t>(item_bytes_);
    for (std::size_t i = 1 + rank() - outer_; i-- > 0;) {
      strides[i] = bytes;
      bytes *= static_cast<std::ptrdiff_t>(one.extents[i]);
    }
  }
  /// Strides inside a piece of the file, and where a block's item of plane 0 of it lies.
  std::ptrdiff_t file_strides(std::ptrdiff_t* strides, const block& of) const {
    std::ptrdiff_t bytes = static_cast<std::ptrdiff_t>(item_bytes_);
    std::ptrdiff_t first = 0;
    for (std::size_t place = rank(); place-- > outer_;) {
      strides[1 + place - outer_] = bytes;
      first += static_cast<std::ptrdiff_t>(of.start[axis(place)]) * bytes;
      bytes *= static_cast<std::ptrdiff_t>(extent(place));
    }
    strides[0] = bytes;
    return first;
  }
  [[nodiscard]] std::size_t box_rank() const noexcept { return 1 + rank() - outer_; }

 private:
  /// Pieces of equal size, but that two meet at a multiple of the stripe.
  void cut(std::uint64_t ranks, std::uint64_t stripe) {
    const std::uint64_t total = planes_ * plane_bytes_;
    begins_.push_back(0);
    for (std::uint64_t i = 1; i <= ranks; ++i) {
      const std::uint64_t fair = of_.data_offset + total / ranks * i;
      const std::uint64_t byte = (fair + stripe - 1) / stripe * stripe - of_.data_offset;
      const std::uint64_t plane = i == ranks ? planes_ : (byte + plane_bytes_ - 1) / plane_bytes_;
      begins_.push_back(std::clamp(plane, begins_.back(), planes_));
    }
    for (std::size_t i = 0; i < ranks; ++i)
      rounds_ =
          std::max(rounds_, (begins_[i + 1] - begins_[i] + round_planes_ - 1) / round_planes_);
  }
  /// Planes before `plane` in which the block has items.
  [[nodiscard]] std::uint64_t planes_before(const block& of, std::uint64_t plane) const {
    std::uint64_t inside = 1;
    for (std::size_t place = 0; place < outer_; ++place) inside *= of.extents[axis(place)];
    std::uint64_t before = 0;
    std::uint64_t width = planes_;
    for (std::size_t place = 0; place < outer_ && inside != 0; ++place) {
      width /= extent(place);
      const std::uint64_t index = plane / width;
      plane %= width;
      const std::uint64_t start = of.start[axis(place)];
      const std::uint64_t count = of.extents[axis(place)];
      inside /= count;
      before += (index <= start ? 0 : std::min(index - start, count)) * inside;
      if (index < start || index >= start + count) break;
    }
    return before;
  }
  [[nodiscard]] std::uint64_t bytes_per_plane(const block& of) const {
    std::uint64_t bytes = item_bytes_;
    for (std::size_t place = outer_; place < rank(); ++place) bytes *= of.extents[axis(place)];
    return bytes;
  }

  const header& of_;
  std::uint64_t item_bytes_;
  std::uint64_t plane_bytes_ = 1;
  std::uint64_t planes_ = 1;
  std::uint64_t round_planes_ = 1;
  std::uint64_t rounds_ = 0;
  std::size_t outer_ = 1;
  std::vector<std::uint64_t> begins_;  // of every piece; one more for the end
};

}  // namespace nopy::mpi
