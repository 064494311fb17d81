// SPDX-License-Identifier: MIT
// Which rank has which part of the array: the blocks of all ranks, known to every rank.
#pragma once

#include <nopy/header.hpp>

#include <nopy/mpi/agreement.hpp>

#include <vector>

namespace nopy::mpi {

/// A rectangular part of an array.
struct block {
  shape start;
  shape extents;

  [[nodiscard]] bool overlaps(const block& other) const noexcept {
    for (std::size_t axis = 0; axis < start.rank(); ++axis) {
      if (extents[axis] == 0 || other.extents[axis] == 0) return false;
      if (start[axis] >= other.start[axis] + other.extents[axis] ||
          other.start[axis] >= start[axis] + extents[axis])
        return false;
    }
    return true;
  }
};

/// The blocks of all ranks. Collective to make; errors wait for `check`, so that every rank gets there.
class block_list {
 public:
  block_list(MPI_Comm comm, const shape& global, const shape& start, const shape& extents)
      : comm_(comm), global_(global) {
    const std::size_t rank = global.rank();
    local_ = in_bounds(start, extents);
    std::vector<std::uint64_t> mine(2 * rank, 0);
    for (std::size_t axis = 0; local_ && axis < rank; ++axis) {
      mine[axis] = start[axis];
      mine[rank + axis] = extents[axis];
    }
    // Ranks that disagree about the rank must not send different counts.
    unsigned most = static_cast<unsigned>(rank);
    MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_UNSIGNED, MPI_MAX, comm);
    if (most != rank && local_)
      local_ = error({.code = errc::rank_mismatch, .summary = "the ranks say different shapes"});
    mine.resize(2 * std::size_t{most}, 0);
    const auto ranks = static_cast<std::size_t>(size_of(comm));
    std::vector<std::uint64_t> all(ranks * mine.size());
    MPI_Allgather(mine.data(), static_cast<int>(mine.size()), MPI_UINT64_T, all.data(),
                  static_cast<int>(mine.size()), MPI_UINT64_T, comm);
    for (std::size_t i = 0; i < ranks; ++i) {
      const std::uint64_t* told = all.data() + i * mine.size();
      blocks_.push_back({shape(std::span(told, rank)), shape(std::span(told + rank, rank))});
    }
  }

  /// Collective. Whether all ranks mean the same array; a call of MPI carries at most `most_bytes`. Errors:
  /// rank_mismatch, out_of_range, shape_mismatch, type_mismatch.
  [[nodiscard]] result<void> check(const dtype& type, std::uint64_t most_bytes) const {
    if (auto mine = agree(comm_, local_); !mine) return mine;
    std::string told = type.descr();
    for (const std::uint64_t extent : global_) told += ' ' + std::to_string(extent);
    const std::string mine = told;
    broadcast(comm_, told, most_bytes);
    result<void> same;
    if (told != mine)
      same = error({.code = told.substr(0, told.find(' ')) == mine.substr(0, mine.find(' '))
                                ? errc::shape_mismatch
                                : errc::type_mismatch,
                    .summary = "the ranks say different arrays",
                    .found = mine,
                    .expected = told});
    return agree(comm_, same);
  }
  /// Collective. Whether no two ranks have the same element, as who writes must; but an array of no axes is
  /// everybody's. Errors: usage.
  [[nodiscard]] result<void> check_apart() const {
    result<void> apart;
    for (std::size_t i = 0; global_.rank() != 0 && apart && i < blocks_.size(); ++i)
      if (i != own_rank() && own().overlaps(blocks_[i])) {
        const std::string with = "rank " + std::to_string(i);
        apart = error({.code = errc::usage, .summary = "two blocks overlap", .found = with});
      }
    return agree(comm_, apart);
  }

  /// Collective. The bytes that follow one another in the file, of the block where they are fewest.
  [[nodiscard]] std::uint64_t shortest_run(const header& of) const {
    std::uint64_t shortest = UINT64_MAX;
    for (const block& one : blocks_) {
      std::uint64_t run = of.dtype.item_bytes();
      if (one.extents.count() == 0) continue;
      for (std::size_t place = of.shape.rank(); place-- > 0;) {
        const std::size_t axis = of.order == order::c ? place : of.shape.rank() - 1 - place;
        run *= one.extents[axis];
        if (one.extents[axis] != of.shape[axis]) break;
      }
      shortest = std::min(shortest, run);
    }
    return shortest;
  }

  [[nodiscard]] const shape& global() const noexcept { return global_; }
  [[nodiscard]] const std::vector<block>& all() const noexcept { return blocks_; }
  [[nodiscard]] const block& own() const { return blocks_[own_rank()]; }

 private:
  [[nodiscard]] std::size_t own_rank() const { return static_cast<std::size_t>(rank_of(comm_)); }
  [[nodiscard]] result<void> in_bounds(const shape& start, const shape& extents) const {
    if (start.rank() != global_.rank() || extents.rank() != global_.rank())
      return error({.code = errc::rank_mismatch,
                    .summary = "start and block need one number per axis of the whole array"});
    for (std::size_t axis = 0; axis < global_.rank(); ++axis)
      if (start[axis] > global_[axis] || extents[axis] > global_[axis] - start[axis])
        return error({.code = errc::out_of_range, .summary = "the block reaches out of the array"});
    return {};
  }

  MPI_Comm comm_;
  shape global_;
  result<void> local_;
  std::vector<block> blocks_;
};

}  // namespace nopy::mpi
