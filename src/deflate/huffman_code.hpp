// SPDX-License-Identifier: MIT
// Making Huffman codes for DEFLATE: the lengths that suit some counts, no longer than allowed, and their codewords.
// Source: RFC 1951, section 3.2.2.
#pragma once

#include <cstdint>
#include <span>

namespace nopy::deflate {

/// Lengths of a complete code for symbols that occur `counts[i]` times: 0 for those that do not, at
/// most `longest` else. At least two symbols get a codeword, since some readers want no other code.
/// Together the counts are below 2^32; there are at most 288 of them, and no more than 2^`longest`.
void choose_lengths(std::span<const std::uint32_t> counts, unsigned longest,
                    std::span<std::uint8_t> lengths) noexcept;

/// The codewords of the lengths, first bit lowest, as they are written.
void choose_codewords(std::span<const std::uint8_t> lengths,
                      std::span<std::uint16_t> words) noexcept;

}  // namespace nopy::deflate
