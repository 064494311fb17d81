// SPDX-License-Identifier: MIT
// How ranks write and read together; the same on all of them.
#pragma once

#include <nopy/options.hpp>

#include <algorithm>
#include <climits>
#include <cstdint>

namespace nopy::mpi {

/// How the blocks reach the file. `direct`: every rank writes its own runs. `exchange`: the ranks swap
/// parts until each holds a contiguous piece of the file, and write that. `mpi_io`: the MPI library's
/// collective file access.
enum class engine : std::uint8_t { automatic, direct, exchange, mpi_io };

/// Options of all that writes and reads.
struct options {
  /// `automatic`: direct where every run has `direct_run_bytes` (on network file systems a stripe),
  /// else exchange.
  mpi::engine engine = engine::automatic;
  nopy::order order = order::c;  ///< of the bytes in a new file
  nopy::existing existing = existing::replace;
  nopy::durability durability = durability::none;
  std::uint64_t direct_run_bytes = std::uint64_t{64} << 10;
  /// The file system's stripe: where the pieces that two ranks write meet.
  std::uint64_t stripe_bytes = std::uint64_t{1} << 20;
  /// What a rank holds of the file at once while it exchanges; it needs about three times that, and up
  /// to `message_bytes` where nearly all data lies in one rank.
  std::uint64_t round_bytes = std::uint64_t{16} << 20;
  /// What one call of MPI carries for a rank at most: its counts are int. More goes in several calls.
  std::uint64_t message_bytes = std::uint64_t{512} << 20;

  /// Over a network every call is a journey: only whole stripes are worth one.
  [[nodiscard]] std::uint64_t least_direct_run(bool on_network) const noexcept {
    return on_network ? std::max(direct_run_bytes, stripe_bytes) : direct_run_bytes;
  }
  [[nodiscard]] std::uint64_t most_a_call() const noexcept {
    return std::clamp<std::uint64_t>(message_bytes, 2, INT_MAX);
  }
};

}  // namespace nopy::mpi
