// SPDX-License-Identifier: MIT
// How the bytes of an array are cut into the equal boxes that zarr reads, so that each box is one
// range of the file. Pure numbers, for `nopy refs`.
#pragma once

#include <nopy/header.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace nopy::cli {

/// Of the box of one chunk, aimed at: larger where no cut is even.
inline constexpr std::uint64_t most_chunk_bytes = 8 << 20;

struct chunk_grid {
  std::vector<std::uint64_t> extents{};  ///< of a chunk, per axis; at least 1
  std::uint64_t bytes = 0;               ///< of a chunk
  bool uneven = false;  ///< it is larger than `most_chunk_bytes`, for want of an even cut
};

/// The grid for files of these shapes, which differ along `joined` only where that is given.
///
/// Cuts follow the slowest axis, then the next one where a single index of it is too large. Nothing
/// where no grid cuts all of the files evenly: they differ along an axis that is not the slowest.
[[nodiscard]] std::optional<chunk_grid> plan_chunks(const std::vector<shape>& files, order order,
                                                    std::uint64_t item_bytes,
                                                    std::optional<std::size_t> joined);

/// The axes from the slowest to the fastest of an order.
[[nodiscard]] std::vector<std::size_t> slowest_first(std::size_t rank, order order);

}  // namespace nopy::cli
