// SPDX-License-Identifier: MIT
#include "zip/records.hpp"

namespace nopy::zip {
std::optional<end_record> read_end_record(std::span<const std::byte> bytes) noexcept {
  field_reader take(bytes, end_signature, end_bytes);
  if (!take.fits()) return std::nullopt;
  end_record made;
  take(made.disk);
  take(made.directory_disk);
  take(made.entries_here);
  take(made.entries);
  take(made.directory_bytes);
  take(made.directory_offset);
  take(made.comment_bytes);
  return made;
}

std::optional<end_record_64> read_end_record_64(std::span<const std::byte> bytes) noexcept {
  field_reader take(bytes, end_64_signature, end_64_bytes);
  if (!take.fits()) return std::nullopt;
  end_record_64 made;
  take(made.record_bytes);
  take.skip(4);  // version made by, version needed
  take(made.disk);
  take(made.directory_disk);
  take(made.entries_here);
  take(made.entries);
  take(made.directory_bytes);
  take(made.directory_offset);
  return made;
}

std::optional<locator_64> read_locator(std::span<const std::byte> bytes) noexcept {
  field_reader take(bytes, locator_signature, locator_bytes);
  if (!take.fits()) return std::nullopt;
  locator_64 made;
  take(made.disk);
  take(made.end_64_offset);
  take(made.disks);
  return made;
}

std::optional<local_header> read_local_header(std::span<const std::byte> bytes) noexcept {
  field_reader take(bytes, local_signature, local_bytes);
  if (!take.fits()) return std::nullopt;
  local_header made;
  take(made.needed);
  take(made.flags);
  take(made.method);
  take(made.time);
  take(made.date);
  take(made.crc32);
  take(made.compressed_bytes);
  take(made.uncompressed_bytes);
  take(made.name_bytes);
  take(made.extra_bytes);
  return made;
}

std::optional<extra_field> next_extra_field(bytes::cursor& area) noexcept {
  if (area.left() < 4) return std::nullopt;
  const auto id = area.take_integer<std::uint16_t>();
  const auto count = area.take_integer<std::uint16_t>();
  const auto body = area.take(*count);
  if (!body) return std::nullopt;
  return extra_field{*id, *body};
}

bool is_extra_area(std::span<const std::byte> area) noexcept {
  bytes::cursor rest(area);
  while (rest.left() >= 4)
    if (!next_extra_field(rest)) return false;
  return true;
}

}  // namespace nopy::zip
