// SPDX-License-Identifier: MIT
// Which ranges are asked for: near ones as one, long ones in pieces.
#pragma once

#include <nopy/bytes.hpp>

#include <span>
#include <vector>

namespace nopy::inline v1::http {

/// The ranges clipped to `total` bytes, in order, those at most `gap` bytes apart as one; without empty ones.
[[nodiscard]] std::vector<byte_range> merged(std::span<const byte_range> ranges,
                                             std::uint64_t total, std::uint64_t gap);

/// A range in pieces of about `piece` bytes, at most `most` of them; whole where it is not twice as long.
[[nodiscard]] std::vector<byte_range> in_pieces(byte_range of, std::uint64_t piece,
                                                std::uint64_t most);

}  // namespace nopy::inline v1::http
