// SPDX-License-Identifier: MIT
#include "zip/record_writer.hpp"

#include "zip/field_writer.hpp"
#include "zip/names.hpp"

#include <algorithm>
#include <limits>

namespace nopy::zip {
namespace {

constexpr std::uint16_t ordinary_version = 20;  // 2.0: folders and deflate
constexpr std::uint16_t zip64_version = 45;     // 4.5
constexpr std::uint16_t bzip2_version = 46;     // 4.6
constexpr std::uint16_t lzma_version = 63;      // 6.3, and zstd
constexpr std::uint16_t made_on_unix = 3 << 8;
constexpr std::uint16_t first_date = 1 << 5 | 1;  // 1980-01-01
constexpr std::uint32_t numpy_permissions = 0600u << 16;
constexpr std::uint32_t plain_permissions = 0100644u << 16;  // a regular file

constexpr std::uint64_t longest_numpy = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t field_head_bytes = 4;
constexpr std::size_t most_central_zip64_bytes = field_head_bytes + 3 * 8;

/// Whether a number stands in the ZIP64 field. CPython takes half of what fits.
bool needs_zip64(std::uint64_t number, record_style style) noexcept {
  return style == record_style::plain ? number >= saturated_32 : number > longest_numpy;
}

bool sizes_need_zip64(const member_record& member, record_style style) noexcept {
  return needs_zip64(member.compressed_bytes, style) ||
         needs_zip64(member.uncompressed_bytes, style);
}

/// What a reader has to understand. Source: APPNOTE 4.4.3.2.
std::uint16_t version_of(const member_record& member, bool zip64) noexcept {
  if (member.method == method_zstd || member.method == method_lzma) return lzma_version;
  if (member.method == method_bzip2) return bzip2_version;
  return zip64 ? zip64_version : ordinary_version;
}

bool local_has_zip64(const member_record& member, record_style style) noexcept {
  return style != record_style::plain || sizes_need_zip64(member, style);
}

std::uint16_t flags_of(const member_record& member) noexcept {
  const int kept = member.method == method_lzma ? member.flags & flag_lzma_end : 0;
  return static_cast<std::uint16_t>((is_ascii(member.name) ? 0 : flag_utf8) | kept);
}

std::uint32_t low_32(std::uint64_t number, bool saturated) noexcept {
  return saturated ? saturated_32 : static_cast<std::uint32_t>(number);
}

std::uint64_t hash_of(std::string_view name) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return hash ^ hash >> 32;
}

}  // namespace

std::size_t local_extra_bytes(const member_record& member, record_style style,
                              std::uint32_t alignment, std::uint64_t data_offset_in_member,
                              bool sizes_unknown) noexcept {
  const std::size_t own = local_has_zip64(member, style) ? local_zip64_bytes : 0;
  if (style != record_style::plain) return own;
  const std::size_t least = sizes_unknown ? local_zip64_bytes + least_alignment_field_bytes : own;
  if (alignment == 0) return least;
  const std::uint64_t data =
      member.header_offset + local_bytes + member.name.size() + least + data_offset_in_member;
  std::size_t more = static_cast<std::size_t>((alignment - data % alignment) % alignment);
  const bool has_field = sizes_unknown;  // which can grow by any number of bytes
  while (!has_field && more != 0 && more < least_alignment_field_bytes) more += alignment;
  return least + more;
}

bool put_local_header(record_bytes& to, const member_record& member, record_style style,
                      std::size_t extra_bytes, std::uint32_t alignment) noexcept {
  const bool zip64 = local_has_zip64(member, style);
  const bool large = sizes_need_zip64(member, style);
  const bool saturated = large || style == record_style::numpy;
  field_writer put(to);
  put(local_signature)(version_of(member, saturated))(flags_of(member))(member.method)(
      std::uint16_t{0})(first_date)(member.crc32);
  put(low_32(member.compressed_bytes, saturated))(low_32(member.uncompressed_bytes, saturated));
  put(static_cast<std::uint16_t>(member.name.size()))(static_cast<std::uint16_t>(extra_bytes));
  put.text(member.name);
  if (zip64) {
    put(zip64_field)(std::uint16_t{16})(member.uncompressed_bytes)(member.compressed_bytes);
    extra_bytes -= local_zip64_bytes;
  }
  if (extra_bytes != 0) {
    put(alignment_field)(static_cast<std::uint16_t>(extra_bytes - field_head_bytes));
    put(static_cast<std::uint16_t>(alignment)).zeros(extra_bytes - least_alignment_field_bytes);
  }
  return put.fits();
}

bool put_end_records(record_bytes& to, std::uint64_t count, std::uint64_t directory_offset,
                     std::uint64_t directory_bytes, record_style style) noexcept {
  // CPython writes 65 535 members without ZIP64, but that number also says "look there".
  const bool many = style == record_style::plain ? count >= saturated_16 : count > saturated_16;
  field_writer put(to);
  if (many || needs_zip64(directory_offset, style) || needs_zip64(directory_bytes, style)) {
    put(end_64_signature)(std::uint64_t{end_64_bytes - 12})(zip64_version)(zip64_version);
    put(std::uint32_t{0})(std::uint32_t{0})(count)(count)(directory_bytes)(directory_offset);
    put(locator_signature)(std::uint32_t{0})(directory_offset + directory_bytes)(std::uint32_t{1});
  }
  const auto few = static_cast<std::uint16_t>(std::min<std::uint64_t>(count, saturated_16));
  const auto least = [](std::uint64_t number) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, saturated_32));
  };
  put(end_signature)(std::uint16_t{0})(std::uint16_t{0})(few)(few);
  put(least(directory_bytes))(least(directory_offset))(std::uint16_t{0});
  return put.fits();
}

std::span<const std::byte> directory_writer::record(std::size_t index) const noexcept {
  const auto first = static_cast<std::size_t>(offsets_[index]);
  const std::size_t end =
      index + 1 < offsets_.size() ? static_cast<std::size_t>(offsets_[index + 1]) : records_.size();
  return records_.span().subspan(first, end - first);
}

std::string_view directory_writer::name_at(std::size_t index) const noexcept {
  const std::byte* record = records_.data() + offsets_[index];
  return {reinterpret_cast<const char*>(record + central_bytes),
          bytes::load<std::uint16_t>(record + 28)};
}

bool directory_writer::contains(std::string_view name) const noexcept {
  if (slots_.empty()) return false;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = static_cast<std::size_t>(hash_of(name)) & mask; slots_[slot] != 0;
       slot = (slot + 1) & mask)
    if (name_at(slots_[slot] - 1) == name) return true;
  return false;
}

bool directory_writer::reserve(std::string_view name, std::size_t field_bytes) noexcept {
  const std::size_t most =
      records_.size() + central_bytes + name.size() + most_central_zip64_bytes + field_bytes;
  const auto grown = [](std::size_t needed, std::size_t now) {
    return std::max(needed, now + now / 2);
  };
  if (offsets_.size() >= std::numeric_limits<std::uint32_t>::max() / 2) return false;
  if (most > record_capacity_) {
    const std::size_t wanted = grown(most, record_capacity_);
    if (!records_.reserve(wanted)) return false;
    record_capacity_ = wanted;
  }
  if (offsets_.size() + 1 > offset_capacity_) {
    const std::size_t wanted = grown(offsets_.size() + 8, offset_capacity_);
    if (!offsets_.reserve(wanted)) return false;
    offset_capacity_ = wanted;
  }
  return 2 * (offsets_.size() + 1) <= slots_.size() || grow_index();
}

bool directory_writer::grow_index() noexcept {
  bytes::growing<std::uint32_t> grown;
  const std::size_t count = slots_.empty() ? 16 : 2 * slots_.size();
  if (!grown.reserve(count)) return false;
  for (std::size_t i = 0; i < count; ++i) grown.push_reserved(0);
  slots_ = std::move(grown);
  for (std::size_t i = 0; i < offsets_.size(); ++i) index_one(i);
  return true;
}

void directory_writer::index_one(std::size_t index) noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash_of(name_at(index))) & mask;
  while (slots_[slot] != 0) slot = (slot + 1) & mask;
  slots_[slot] = static_cast<std::uint32_t>(index + 1);
}

void directory_writer::add(const member_record& member) noexcept {
  const bool large = sizes_need_zip64(member, style_);
  const bool far = needs_zip64(member.header_offset, style_);
  const std::uint16_t zip64_bytes = static_cast<std::uint16_t>((large ? 16 : 0) + (far ? 8 : 0));
  const std::uint16_t version =
      version_of(member, zip64_bytes != 0 || style_ == record_style::numpy);
  (void)offsets_.push_back(records_.size());
  field_writer put(records_);
  put(central_signature)(static_cast<std::uint16_t>(made_on_unix | version))(version);
  put(flags_of(member))(member.method)(std::uint16_t{0})(first_date)(member.crc32);
  put(low_32(member.compressed_bytes, large))(low_32(member.uncompressed_bytes, large));
  put(static_cast<std::uint16_t>(member.name.size()));
  put(static_cast<std::uint16_t>((zip64_bytes == 0 ? 0 : field_head_bytes + zip64_bytes) +
                                 member.central_fields.size()));
  put(std::uint16_t{0})(std::uint16_t{0})(std::uint16_t{0});  // comment, disk, internal attributes
  put(style_ == record_style::plain ? plain_permissions : numpy_permissions);
  put(low_32(member.header_offset, far));
  put.text(member.name);
  if (zip64_bytes != 0) put(zip64_field)(zip64_bytes);
  if (large) put(member.uncompressed_bytes)(member.compressed_bytes);
  if (far) put(member.header_offset);
  put.bytes(member.central_fields);
  index_one(offsets_.size() - 1);
}

bool directory_writer::finish(std::uint64_t offset) noexcept {
  return put_end_records(records_, count(), offset, records_.size(), style_);
}

}  // namespace nopy::zip
