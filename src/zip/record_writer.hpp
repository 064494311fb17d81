// SPDX-License-Identifier: MIT
// The records of a ZIP archive, written: local headers, the directory, the end records, in three
// spellings. Owns the decisions about ZIP64 and the rule that equal members give equal bytes: the
// time is 1980-01-01, the system Unix, wherever it runs. Source: APPNOTE 6.3.10, docs/format.md
// "npz writer".
#pragma once

#include "bytes/growing.hpp"
#include "zip/records.hpp"

#include <string_view>

namespace nopy::zip {

/// Whose bytes: where sizes stand, from which number on ZIP64 is used, which permissions are said.
enum class record_style : std::uint8_t {
  plain,          ///< real sizes below 4 GiB; ZIP64 only where it is needed
  numpy,          ///< CPython >= 3.11.4: the local header always holds ZIP64 sizes
  numpy_classic,  ///< CPython <= 3.10: as above, with the real sizes beside them
};

/// What the records say of one member.
struct member_record {
  std::string_view name;  ///< UTF-8
  std::uint16_t method = method_stored;
  std::uint32_t crc32 = 0;
  std::uint64_t compressed_bytes = 0;
  std::uint64_t uncompressed_bytes = 0;
  std::uint64_t header_offset = 0;
  std::uint16_t flags = 0;  ///< of the member that is copied; what its method needs of them is kept
  /// More fields of the directory's record, whole ones.
  std::span<const std::byte> central_fields{};
};

using record_bytes = bytes::growing<std::byte>;

/// The smallest extra field that moves the data of a member: a field's head and the alignment.
inline constexpr std::size_t least_alignment_field_bytes = 6;
/// The ZIP64 field of a local header: its head and both sizes.
inline constexpr std::size_t local_zip64_bytes = 20;

/// Bytes of the extra area of a local header that holds the member's own fields and, where
/// `alignment` is not 0, moves a point `data_offset_in_member` bytes behind the header to a multiple
/// of it. `sizes_unknown`: there is room for a ZIP64 field that may be needed when they are known.
[[nodiscard]] std::size_t local_extra_bytes(const member_record& member, record_style style,
                                            std::uint32_t alignment,
                                            std::uint64_t data_offset_in_member,
                                            bool sizes_unknown) noexcept;

/// Adds a local header whose extra area has exactly `extra_bytes`, as `local_extra_bytes` gave them.
/// False where memory ran out.
[[nodiscard]] bool put_local_header(record_bytes& to, const member_record& member,
                                    record_style style, std::size_t extra_bytes,
                                    std::uint32_t alignment) noexcept;

/// The directory of an archive that is being written: records in the order of the members, and a
/// table of their names.
class directory_writer {
 public:
  explicit directory_writer(record_style style) noexcept : style_(style) {}

  [[nodiscard]] std::uint64_t count() const noexcept { return offsets_.size(); }
  /// Whether a member has exactly this name. Cost: one look-up.
  [[nodiscard]] bool contains(std::string_view name) const noexcept;
  /// Makes room for one more member, with so many bytes of fields, so that `add` can not fail. False
  /// where memory ran out.
  [[nodiscard]] bool reserve(std::string_view name, std::size_t field_bytes = 0) noexcept;
  /// Adds a record, after `reserve` of its name and fields.
  void add(const member_record& member) noexcept;
  /// The record added at a position.
  [[nodiscard]] std::span<const std::byte> record(std::size_t index) const noexcept;
  /// Adds the end records of a directory that begins at `offset`. False where memory ran out.
  [[nodiscard]] bool finish(std::uint64_t offset) noexcept;
  [[nodiscard]] std::span<const std::byte> bytes() const noexcept { return records_.span(); }

 private:
  [[nodiscard]] std::string_view name_at(std::size_t index) const noexcept;
  [[nodiscard]] bool grow_index() noexcept;
  void index_one(std::size_t index) noexcept;

  record_bytes records_{};
  bytes::growing<std::uint64_t> offsets_{};  // of each record in `records_`
  std::size_t record_capacity_ = 0;
  std::size_t offset_capacity_ = 0;
  bytes::growing<std::uint32_t> slots_{};  // 1 + index, or 0; a power of two, at most half full
  record_style style_;
};

/// The end records alone: ZIP64 ones where a number needs them. False where memory ran out.
[[nodiscard]] bool put_end_records(record_bytes& to, std::uint64_t count,
                                   std::uint64_t directory_offset, std::uint64_t directory_bytes,
                                   record_style style) noexcept;

}  // namespace nopy::zip
