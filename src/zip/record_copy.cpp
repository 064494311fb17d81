// SPDX-License-Identifier: MIT
#include "zip/record_copy.hpp"

#include "bytes/slice.hpp"
#include "zip/field_writer.hpp"
#include "zip/names.hpp"

namespace nopy::zip {
namespace {

constexpr std::size_t field_head_bytes = 4;
constexpr std::size_t most_extra_bytes = 65535;
constexpr std::uint64_t ordinary_alignment = 64;
constexpr std::uint16_t most_alignment = 32768;
constexpr std::uint16_t zip64_version = 45;

std::uint16_t flags_for(std::uint16_t old, std::optional<std::string_view> new_name) noexcept {
  if (!new_name) return old;
  const auto without = static_cast<std::uint16_t>(old & ~flag_utf8);
  return is_ascii(*new_name) ? without : static_cast<std::uint16_t>(without | flag_utf8);
}

/// Copies the fields of an area but one, and, where the member gets another name, the old one's
/// Unicode spelling.
bool put_fields_but(record_bytes& to, std::span<const std::byte> area, std::uint16_t left_out,
                    bool renamed) noexcept {
  field_writer put(to);
  bytes::cursor at(area);
  while (const auto field = next_extra_field(at)) {
    if (field->id == left_out || (renamed && field->id == unicode_path_field)) continue;
    put(field->id)(static_cast<std::uint16_t>(field->body.size())).bytes(field->body);
  }
  return put.fits();
}

std::optional<bytes::cursor> find_field(std::span<const std::byte> area,
                                        std::uint16_t wanted) noexcept {
  bytes::cursor at(area);
  while (const auto field = next_extra_field(at))
    if (field->id == wanted) return bytes::cursor(field->body);
  return std::nullopt;
}

/// What the data of a member is a multiple of, on purpose as far as one can see.
std::uint64_t alignment_of(const local_header& header, std::span<const std::byte> extra,
                           std::uint64_t data_offset) noexcept {
  if (header.method != method_stored) return 1;
  if (auto field = find_field(extra, alignment_field)) {
    const auto said = field->take_integer<std::uint16_t>().value_or(0);
    // Not std::has_single_bit: g++ makes it a call of its own library.
    const bool is_power = said != 0 && (said & (said - 1)) == 0;
    return is_power && said <= most_alignment ? said : 1;
  }
  return data_offset % ordinary_alignment == 0 ? ordinary_alignment : 1;
}

/// The extra area of a header whose data begins `before_extra` bytes and the area behind its start.
bool put_extra(record_bytes& to, const local_header& header, std::span<const std::byte> old,
               const copied_member& how, std::uint64_t name_bytes) noexcept {
  if (!is_extra_area(old)) return to.append(old);
  const std::uint64_t old_data = how.old_offset + local_bytes + header.name_bytes + old.size();
  const std::uint64_t alignment = alignment_of(header, old, old_data);
  record_bytes kept;
  if (!put_fields_but(kept, old, alignment_field, how.new_name.has_value())) return false;
  const std::uint64_t data = how.new_offset + local_bytes + name_bytes + kept.size();
  auto more = static_cast<std::size_t>((old_data - data) & (alignment - 1));  // at most 64 KiB
  while (more != 0 && more < least_alignment_field_bytes)
    more += static_cast<std::size_t>(alignment);
  if (!to.append(kept.span())) return false;
  if (more == 0 || kept.size() + more > most_extra_bytes) return true;
  field_writer put(to);
  put(alignment_field)(static_cast<std::uint16_t>(more - field_head_bytes));
  put(static_cast<std::uint16_t>(alignment)).zeros(more - least_alignment_field_bytes);
  return put.fits();
}

}  // namespace

bool put_copied_header(record_bytes& to, std::span<const std::byte> old,
                       const copied_member& how) noexcept {
  const local_header header = *read_local_header(old);
  const std::string_view name =
      how.new_name.value_or(bytes::text_of(old.subspan(local_bytes, header.name_bytes)));
  record_bytes extra;
  const auto old_extra = old.subspan(local_bytes + header.name_bytes, header.extra_bytes);
  if (!put_extra(extra, header, old_extra, how, name.size())) return false;
  field_writer put(to);
  put(local_signature)(header.needed)(flags_for(header.flags, how.new_name))(header.method);
  put(header.time)(header.date)(header.crc32)(header.compressed_bytes)(header.uncompressed_bytes);
  put(static_cast<std::uint16_t>(name.size()))(static_cast<std::uint16_t>(extra.size()));
  put.text(name).bytes(extra.span());
  return put.fits();
}

bool put_copied_record(record_bytes& to, std::span<const std::byte> old,
                       const copied_member& how) noexcept {
  const central_record record = *read_central_record(old);
  const auto old_name = bytes::text_of(old.subspan(central_bytes, record.name_bytes));
  const auto old_extra =
      old.subspan(central_bytes + std::size_t{record.name_bytes}, record.extra_bytes);
  const auto comment =
      old.subspan(central_bytes + std::size_t{record.name_bytes} + record.extra_bytes);
  const std::string_view name = how.new_name.value_or(old_name);

  // The numbers that stand in the ZIP64 field stay there; the offset does where it has to.
  const bool wants_size = record.uncompressed_bytes == saturated_32;
  const bool wants_compressed = record.compressed_bytes == saturated_32;
  const bool far = how.new_offset >= saturated_32;
  auto values = find_field(old_extra, zip64_field).value_or(bytes::cursor({}));
  record_bytes zip64;
  field_writer put_wide(zip64);
  if (wants_size) put_wide(values.take_integer<std::uint64_t>().value_or(0));
  if (wants_compressed) put_wide(values.take_integer<std::uint64_t>().value_or(0));
  if (far) put_wide(how.new_offset);

  record_bytes extra;
  field_writer put_field(extra);
  if (!zip64.empty())
    put_field(zip64_field)(static_cast<std::uint16_t>(zip64.size())).bytes(zip64.span());
  if (!put_wide.fits() || !put_field.fits()) return false;
  if (!put_fields_but(extra, old_extra, zip64_field, how.new_name.has_value())) return false;

  const std::uint16_t needed = far ? std::max(record.needed, zip64_version) : record.needed;
  field_writer put(to);
  put(central_signature)(record.made_by)(needed)(flags_for(record.flags, how.new_name));
  put(record.method)(record.time)(record.date)(record.crc32);
  put(record.compressed_bytes)(record.uncompressed_bytes);
  put(static_cast<std::uint16_t>(name.size()))(static_cast<std::uint16_t>(extra.size()));
  put(record.comment_bytes)(record.disk)(record.internal_attributes)(record.external_attributes);
  put(far ? saturated_32 : static_cast<std::uint32_t>(how.new_offset));
  put.text(name).bytes(extra.span()).bytes(comment);
  return put.fits();
}

}  // namespace nopy::zip
