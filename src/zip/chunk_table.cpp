// SPDX-License-Identifier: MIT
#include "zip/chunk_table.hpp"

#include "deflate/crc32.hpp"
#include "zip/field_writer.hpp"

namespace nopy::zip {
namespace {

constexpr std::uint8_t version = 1;
constexpr std::size_t head_bytes = 28;
constexpr std::size_t field_head_bytes = 4;
constexpr std::size_t crc_bytes = 4;

unsigned log2_of(std::size_t chunk_bytes) noexcept {
  unsigned log = 0;
  while (std::size_t{1} << log < chunk_bytes) ++log;
  return log;
}

std::uint64_t count_of(std::uint64_t member_bytes, std::size_t chunk_bytes) noexcept {
  return member_bytes / chunk_bytes + (member_bytes % chunk_bytes != 0 ? 1 : 0);
}

/// Whether the lengths of the chunks are those of the member, and their CRCs too.
bool add_up(const chunk_table& table, const entry& one) noexcept {
  const deflate::crc32_joiner whole(table.chunk_bytes());
  std::uint64_t compressed = 0;
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const chunk_note chunk = table.at(i);
    if (chunk.compressed_bytes == 0) return false;
    compressed += chunk.compressed_bytes;  // at most 2044 numbers of 32 bits
    const std::uint64_t last_bytes =
        one.uncompressed_bytes - i * std::uint64_t{table.chunk_bytes()};
    crc = i + 1 < table.size() ? whole.join(crc, chunk.crc32)
                               : deflate::crc32_join(crc, chunk.crc32, last_bytes);
  }
  return compressed == one.compressed_bytes && crc == one.crc32;
}

}  // namespace

std::size_t chunk_bytes_for(std::uint64_t member_bytes) noexcept {
  if (member_bytes < least_chunked_bytes) return 0;
  std::size_t chunk = least_chunk_bytes;
  while (chunk <= most_chunk_bytes && count_of(member_bytes, chunk) > most_chunks) chunk *= 2;
  return chunk <= most_chunk_bytes ? chunk : 0;
}

bool put_chunk_table(bytes::growing<std::byte>& to, const chunked_member& of,
                     std::span<const chunk_note> chunks) noexcept {
  field_writer put(to);
  put(chunk_table_field);
  put(static_cast<std::uint16_t>(head_bytes + sizeof(chunk_note) * chunks.size() + crc_bytes));
  const std::size_t first = to.size();
  put(version)(static_cast<std::uint8_t>(log2_of(of.chunk_bytes)))(std::uint16_t{0})(of.crc32);
  put(of.compressed_bytes)(of.uncompressed_bytes)(static_cast<std::uint32_t>(chunks.size()));
  for (const chunk_note& one : chunks) put(one.compressed_bytes)(one.crc32);
  if (!put.fits()) return false;
  put(deflate::crc32(0, to.span().subspan(first)));
  return put.fits();
}

chunk_note chunk_table::at(std::size_t index) const noexcept {
  const std::byte* row = rows_.data() + index * row_bytes;
  return {bytes::load<std::uint32_t>(row), bytes::load<std::uint32_t>(row + 4)};
}

found_table find_chunk_table(const entry& one) noexcept {
  bytes::cursor area(one.extra);
  std::optional<std::span<const std::byte>> body;
  while (const auto field = next_extra_field(area)) {
    if (field->id != chunk_table_field) continue;
    if (body) return {.stale = "two tables"};
    body = field->body;
  }
  if (!body) return {};
  if (body->size() < head_bytes + crc_bytes) return {.stale = "a table that is cut"};
  bytes::cursor at(*body);
  const auto layout = at.take_integer<std::uint8_t>();
  const auto log = at.take_integer<std::uint8_t>().value_or(0);
  (void)at.take_integer<std::uint16_t>();
  if (layout != version) return {.stale = "a table of another version"};
  const bool same = at.take_integer<std::uint32_t>() == one.crc32 &&
                    at.take_integer<std::uint64_t>() == one.compressed_bytes &&
                    at.take_integer<std::uint64_t>() == one.uncompressed_bytes;
  if (!same || one.method != method_deflated) return {.stale = "a table of other bytes"};
  const std::uint32_t count = at.take_integer<std::uint32_t>().value_or(0);
  found_table found{.table = chunk_table()};
  chunk_table& table = *found.table;
  table.chunk_bytes_ = log < 32 ? std::size_t{1} << log : 0;
  if (table.chunk_bytes_ < least_chunk_bytes || table.chunk_bytes_ > most_chunk_bytes)
    return {.stale = "chunks of another size than tables have"};
  if (count == 0 || count != count_of(one.uncompressed_bytes, table.chunk_bytes_) ||
      at.left() != std::uint64_t{count} * chunk_table::row_bytes + crc_bytes)
    return {.stale = "another number of chunks than the member has"};
  const auto covered = body->first(body->size() - crc_bytes);
  table.rows_ = covered.subspan(head_bytes);
  if (bytes::load<std::uint32_t>(body->data() + covered.size()) != deflate::crc32(0, covered))
    return {.stale = "a table whose own checksum is wrong"};
  if (!add_up(table, one)) return {.stale = "chunks that do not add up to the member"};
  found.field = {body->data() - field_head_bytes, body->size() + field_head_bytes};
  return found;
}

}  // namespace nopy::zip
