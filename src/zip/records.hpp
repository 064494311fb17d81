// SPDX-License-Identifier: MIT
// The records of a ZIP archive, field by field. Source: APPNOTE.TXT 6.3.10, sections 4.3 and 4.5. All numbers are
// little-endian.
//
//   [local header, name, extra][data][descriptor]  ...one a member...
//   [central record, name, extra, comment]         ...one a member: the directory, the authority
//   [end record 64][locator]                       where a number does not fit the plain end record
//   [end record, comment]
#pragma once

#include "bytes/cursor.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace nopy::zip {

inline constexpr std::uint32_t local_signature = 0x04034B50;       // "PK\3\4"
inline constexpr std::uint32_t descriptor_signature = 0x08074B50;  // "PK\7\8"
inline constexpr std::uint32_t central_signature = 0x02014B50;     // "PK\1\2"
inline constexpr std::uint32_t end_64_signature = 0x06064B50;      // "PK\6\6"
inline constexpr std::uint32_t locator_signature = 0x07064B50;     // "PK\6\7"
inline constexpr std::uint32_t end_signature = 0x06054B50;         // "PK\5\6"

/// How an archive begins: with its first member, or, where it has none, with its end records.
enum class archive_start : std::uint8_t { none, member, end_records };

[[nodiscard]] inline archive_start archive_start_of(std::span<const std::byte> first) noexcept {
  if (first.size() < sizeof(std::uint32_t)) return archive_start::none;
  const auto signature = bytes::load<std::uint32_t>(first.data());
  if (signature == local_signature) return archive_start::member;
  const bool ends = signature == end_signature || signature == end_64_signature;
  return ends ? archive_start::end_records : archive_start::none;
}

inline constexpr std::size_t local_bytes = 30;
inline constexpr std::size_t central_bytes = 46;
inline constexpr std::size_t end_64_bytes = 56;
inline constexpr std::size_t locator_bytes = 20;
inline constexpr std::size_t end_bytes = 22;
inline constexpr std::size_t longest_comment = 65535;

/// "The number stands in the ZIP64 field instead."
inline constexpr std::uint32_t saturated_32 = 0xFFFFFFFF;
inline constexpr std::uint16_t saturated_16 = 0xFFFF;

inline constexpr std::uint16_t zip64_field = 0x0001;
inline constexpr std::uint16_t unicode_path_field = 0x7075;
inline constexpr std::uint16_t alignment_field =
    0xD935;  // Android's zipalign: u16 alignment, then zeros

inline constexpr std::uint16_t flag_encrypted = 1 << 0;
inline constexpr std::uint16_t flag_lzma_end = 1 << 1;  // an end marker closes the stream
inline constexpr std::uint16_t flag_descriptor = 1 << 3;
inline constexpr std::uint16_t flag_strong_encryption = 1 << 6;
inline constexpr std::uint16_t flag_utf8 = 1 << 11;
inline constexpr std::uint16_t flag_masked = 1 << 13;

inline constexpr std::uint16_t method_stored = 0;
inline constexpr std::uint16_t method_deflated = 8;
inline constexpr std::uint16_t method_bzip2 = 12;
inline constexpr std::uint16_t method_lzma = 14;
inline constexpr std::uint16_t method_zstd = 93;

/// Section 4.3.16, at the end of the archive.
struct end_record {
  std::uint16_t disk;
  std::uint16_t directory_disk;
  std::uint16_t entries_here;
  std::uint16_t entries;
  std::uint32_t directory_bytes;
  std::uint32_t directory_offset;
  std::uint16_t comment_bytes;
};

/// Section 4.3.14.
struct end_record_64 {
  std::uint64_t record_bytes;  // behind this field
  std::uint32_t disk;
  std::uint32_t directory_disk;
  std::uint64_t entries_here;
  std::uint64_t entries;
  std::uint64_t directory_bytes;
  std::uint64_t directory_offset;
};

/// Section 4.3.15, right before the end record.
struct locator_64 {
  std::uint32_t disk;
  std::uint64_t end_64_offset;
  std::uint32_t disks;
};

/// Section 4.3.12. The variable parts follow in the order of their lengths.
struct central_record {
  std::uint16_t made_by;
  std::uint16_t needed;
  std::uint16_t flags;
  std::uint16_t method;
  std::uint16_t time;
  std::uint16_t date;
  std::uint32_t crc32;
  std::uint32_t compressed_bytes;
  std::uint32_t uncompressed_bytes;
  std::uint16_t name_bytes;
  std::uint16_t extra_bytes;
  std::uint16_t comment_bytes;
  std::uint16_t disk;
  std::uint16_t internal_attributes;
  std::uint32_t external_attributes;
  std::uint32_t header_offset;
};

/// Section 4.3.7. Name and extra field follow.
struct local_header {
  std::uint16_t needed;
  std::uint16_t flags;
  std::uint16_t method;
  std::uint16_t time;
  std::uint16_t date;
  std::uint32_t crc32;
  std::uint32_t compressed_bytes;
  std::uint32_t uncompressed_bytes;
  std::uint16_t name_bytes;
  std::uint16_t extra_bytes;
};

/// The fields of a record in a row, after its signature and size were held against the bytes there are.
class field_reader {
 public:
  field_reader(std::span<const std::byte> bytes, std::uint32_t signature,
               std::size_t count) noexcept
      : at_(bytes.data()),
        fits_(bytes.size() >= count && bytes::load<std::uint32_t>(bytes.data()) == signature) {
    at_ += fits_ ? sizeof signature : 0;
  }
  [[nodiscard]] bool fits() const noexcept { return fits_; }
  template <class Integer>
  void operator()(Integer& to) noexcept {
    to = bytes::load<Integer>(at_);
    at_ += sizeof(Integer);
  }
  void skip(std::size_t count) noexcept { at_ += count; }

 private:
  const std::byte* at_;
  bool fits_;
};

// Each reads the fixed part of a record, signature included; nothing where it is no such record or cut.
[[nodiscard]] std::optional<end_record> read_end_record(std::span<const std::byte> bytes) noexcept;
[[nodiscard]] std::optional<end_record_64> read_end_record_64(
    std::span<const std::byte> bytes) noexcept;
[[nodiscard]] std::optional<locator_64> read_locator(std::span<const std::byte> bytes) noexcept;
// Here, so that who wants few of the fields of a million records reads those.
[[nodiscard]] inline std::optional<central_record> read_central_record(
    std::span<const std::byte> bytes) noexcept {
  field_reader take(bytes, central_signature, central_bytes);
  if (!take.fits()) return std::nullopt;
  central_record made;
  take(made.made_by);
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
  take(made.comment_bytes);
  take(made.disk);
  take(made.internal_attributes);
  take(made.external_attributes);
  take(made.header_offset);
  return made;
}
/// Whether one of the numbers stands in the ZIP64 field.
[[nodiscard]] inline bool is_saturated(const central_record& record) noexcept {
  return record.uncompressed_bytes == saturated_32 || record.compressed_bytes == saturated_32 ||
         record.header_offset == saturated_32;
}
[[nodiscard]] std::optional<local_header> read_local_header(
    std::span<const std::byte> bytes) noexcept;

/// One field of an extra area: `u16 id, u16 bytes, bytes`. Section 4.5.
struct extra_field {
  std::uint16_t id;
  std::span<const std::byte> body;
};
/// Takes the next field from `area`; nothing at its end and where the rest is no field.
[[nodiscard]] std::optional<extra_field> next_extra_field(bytes::cursor& area) noexcept;
/// Whether the area is nothing but whole fields; fewer than four bytes at the end are padding, as zipalign leaves.
[[nodiscard]] bool is_extra_area(std::span<const std::byte> area) noexcept;

}  // namespace nopy::zip
