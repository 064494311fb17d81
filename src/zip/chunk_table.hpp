// SPDX-License-Identifier: MIT
// The table of chunks: where in a deflated member pieces begin that refer to nothing before them. A
// private extra field of the directory's record, a hint that is never an authority: tools that put
// other bytes in a member keep it, and anyone can forge it. What can be known without the member's
// bytes is checked here; whoever reads by it checks the rest, chunk by chunk.
//
//   0x706E, u16 bytes | u8 1, u8 log2 of the chunks' bytes, u16 0 | u32 CRC of the member
//   | u64 compressed, u64 uncompressed bytes
//   | u32 n | n times: u32 compressed bytes, u32 CRC of the chunk | u32 CRC of all that
//
// Source: docs/format.md, "The table of chunks".
#pragma once

#include "bytes/growing.hpp"
#include "zip/directory.hpp"

namespace nopy::zip {

inline constexpr std::uint16_t chunk_table_field = 0x706E;
/// Members from this size on get a table: smaller ones are inflated quickly as a whole.
inline constexpr std::uint64_t least_chunked_bytes = std::uint64_t{16} << 20;
inline constexpr std::size_t least_chunk_bytes = std::size_t{256} << 10;
inline constexpr std::size_t most_chunk_bytes = std::size_t{4} << 20;
/// A field of 16 KiB, so that listing stays cheap and other tools can add their fields.
inline constexpr std::uint32_t most_chunks = 2044;

/// What is known of one chunk.
struct chunk_note {
  std::uint32_t compressed_bytes = 0;
  std::uint32_t crc32 = 0;  ///< of its uncompressed bytes
};

/// The chunks of a member: the smallest that a table has room for, a power of two; 0 where the member gets none.
[[nodiscard]] std::size_t chunk_bytes_for(std::uint64_t member_bytes) noexcept;

/// What a table says of its member beside the chunks.
struct chunked_member {
  std::size_t chunk_bytes;
  std::uint32_t crc32;
  std::uint64_t compressed_bytes;
  std::uint64_t uncompressed_bytes;
};

/// Adds the field. False where memory ran out.
[[nodiscard]] bool put_chunk_table(bytes::growing<std::byte>& to, const chunked_member& of,
                                   std::span<const chunk_note> chunks) noexcept;

/// A table that fits its record. Borrows from the directory.
class chunk_table {
 public:
  [[nodiscard]] std::size_t chunk_bytes() const noexcept { return chunk_bytes_; }
  [[nodiscard]] std::size_t size() const noexcept { return rows_.size() / row_bytes; }
  [[nodiscard]] chunk_note at(std::size_t index) const noexcept;

 private:
  friend struct found_table find_chunk_table(const entry&) noexcept;
  static constexpr std::size_t row_bytes = 8;
  std::size_t chunk_bytes_ = 0;
  std::span<const std::byte> rows_{};
};

struct found_table {
  std::optional<chunk_table> table{};
  std::span<const std::byte> field{};  ///< of a table that was taken, its head too
  std::string_view stale{};            ///< why the table that is there was not taken; else empty
};

/// The table of a record, where it has one: taken if method, sizes and CRC are the record's, the lengths add up to the
/// compressed bytes, and the CRCs of the chunks combine to the member's. Cost: one pass over the field, no allocation.
[[nodiscard]] found_table find_chunk_table(const entry& one) noexcept;

}  // namespace nopy::zip
