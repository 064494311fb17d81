// SPDX-License-Identifier: MIT
// Decoding tables for DEFLATE's three Huffman codes. Source: RFC 1951, sections 3.2.2 to 3.2.7.
//
// A table is indexed by the next bits of the stream, least significant first. Codes longer than its
// root continue in a subtable. One 32-bit entry holds all that a symbol needs, so that the loop
// does one look-up and no branch on extra bits:
//
//   bits  0..7   bits to take from the stream: the code's, and the extra bits'
//   bits  8..12  the code's bits alone: the extra bits stand above them
//   bit   13     literal        bits 16..23 are the byte
//   bit   14     special        neither literal nor base: see below
//   bits 16..31  base of the length or distance
//
// A special entry with bit 15 points to a subtable: bits 16..31 its first entry, bits 8..12 the
// bits that index it, bits 0..7 the root's bits. Without bit 15 it is the end of the block (bit 16
// set) or a code that does not exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace nopy::deflate {

inline constexpr std::uint32_t entry_literal = 1u << 13;
inline constexpr std::uint32_t entry_special = 1u << 14;
inline constexpr std::uint32_t entry_subtable = 1u << 15;
inline constexpr std::uint32_t entry_end_of_block = 1u << 16;

inline constexpr unsigned longest_code = 15;
inline constexpr unsigned literal_root_bits = 11;
inline constexpr unsigned distance_root_bits = 8;
inline constexpr unsigned precode_root_bits = 7;
// Root and subtables at their largest, for 288, 32 and 19 symbols. Source: zlib's `enough 288 11 15`, `enough 32 8 15`.
inline constexpr std::size_t literal_entries = 2342;
inline constexpr std::size_t distance_entries = 402;
inline constexpr std::size_t precode_entries = 128;

inline constexpr unsigned literal_symbols = 288;
inline constexpr unsigned distance_symbols = 32;
inline constexpr unsigned precode_symbols = 19;

enum class alphabet : std::uint8_t { precode, literals, distances };

/// Builds the table of a code from the lengths of its codewords (0: the symbol is not used).
/// False for an over-subscribed code, and for an incomplete one unless it has one codeword of one bit, or is an empty
/// distance code; entries no code reaches then say so when they are met.
[[nodiscard]] bool build_table(alphabet kind, std::span<const std::uint8_t> lengths,
                               std::span<std::uint32_t> table) noexcept;

}  // namespace nopy::deflate
