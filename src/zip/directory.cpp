// SPDX-License-Identifier: MIT
#include "zip/directory.hpp"

#include "bytes/checked.hpp"
#include "bytes/slice.hpp"
#include "bytes/text_sink.hpp"
#include "bytes/utf8.hpp"

#include <algorithm>

namespace nopy::zip {
namespace {

error about_record(errc code, const entry& of, std::string_view summary,
                   std::string_view hint = {}) noexcept {
  return error({.code = code, .offset = of.record_offset, .summary = summary, .hint = hint});
}

/// Both sizes, where they contradict each other.
error wrong_sizes(const entry& of, std::string_view summary) noexcept {
  const bytes::short_text<80> found([&](bytes::text_sink& out) {
    out.decimal(of.uncompressed_bytes).put(" bytes from ").decimal(of.compressed_bytes);
    out.put(of.method == method_stored ? " stored" : " compressed");
  });
  return error(
      {.code = errc::zip_size, .offset = of.record_offset, .summary = summary, .found = found});
}

/// The numbers of a record that stand in its ZIP64 field: those that are saturated, in this order.
result<void> resolve_zip64(entry& one, const central_record& record) noexcept {
  const bool wants_size = record.uncompressed_bytes == saturated_32;
  const bool wants_compressed = record.compressed_bytes == saturated_32;
  const bool wants_offset = record.header_offset == saturated_32;
  const bool wants_any = wants_size || wants_compressed || wants_offset;
  if (!is_extra_area(one.extra))
    return about_record(errc::zip_corrupt, one, "an extra field is longer than its area");

  std::optional<bytes::cursor> values;
  bytes::cursor area(one.extra);
  while (const auto field = next_extra_field(area)) {
    if (field->id != zip64_field) continue;
    if (values)
      return about_record(errc::zip_corrupt, one,
                          "two ZIP64 fields: the sizes can be read in two ways");
    values = bytes::cursor(field->body);
  }
  if (!wants_any) return {};
  const auto take = [&](bool wanted, std::uint64_t& to) {
    if (!wanted) return true;
    const auto value = values ? values->take_integer<std::uint64_t>() : std::nullopt;
    if (value) to = *value;
    return value.has_value();
  };
  if (take(wants_size, one.uncompressed_bytes) && take(wants_compressed, one.compressed_bytes) &&
      take(wants_offset, one.header_offset))
    return {};
  return about_record(
      errc::zip_corrupt, one,
      "a size or offset says it stands in the ZIP64 field, which is missing or short");
}

}  // namespace

std::span<const std::byte> directory::record(std::size_t index) const noexcept {
  return bytes_.bytes().subspan(static_cast<std::size_t>(records_[index]));
}

std::span<const std::byte> directory::record_bytes(std::size_t index) const noexcept {
  const auto bytes = this->record(index);
  const central_record record = *read_central_record(bytes);
  return bytes.first(central_bytes + std::size_t{record.name_bytes} + record.extra_bytes +
                     record.comment_bytes);
}

std::uint64_t directory::start_at(std::size_t rank) const noexcept {
  return places_.empty() ? at(rank).header_offset : places_[rank].start;
}

entry directory::at(std::size_t index) const noexcept {
  const auto bytes = this->record(index);
  const central_record record = *read_central_record(bytes);
  entry made{
      .name = bytes::text_of(bytes.subspan(central_bytes, record.name_bytes)),
      .made_by = record.made_by,
      .flags = record.flags,
      .method = record.method,
      .crc32 = record.crc32,
      .external_attributes = record.external_attributes,
      .compressed_bytes = record.compressed_bytes,
      .uncompressed_bytes = record.uncompressed_bytes,
      .header_offset = record.header_offset,
      .record_offset = end_.directory_offset + records_[index],
      .extra = bytes.subspan(central_bytes + std::size_t{record.name_bytes}, record.extra_bytes),
      .index = index};
  if (is_saturated(record)) (void)resolve_zip64(made, record);
  return made;
}

/// The most bytes that one compressed byte becomes, a few of the first aside; 0 where nobody said.
static std::uint64_t most_growth(std::uint16_t method) noexcept {
  switch (method) {
    case method_deflated:
      return 1032;  // matches of 258 bytes in two bits
    case method_bzip2:
      return 1 << 21;  // 180 000 runs of 259 bytes in a block of 25
    case method_lzma:
      return 8192;  // matches of 273 bytes in fourteen decisions of 0.022 bits
    case method_zstd:
      return 1 << 15;  // a block of 128 KiB in four bytes
    default:
      return 0;
  }
}

result<entry> directory::checked(std::size_t index) const noexcept {
  entry one = at(index);
  if (const auto resolved = resolve_zip64(one, *read_central_record(record(index))); !resolved)
    return resolved.error();

  if (one.name.find('\0') != std::string_view::npos)
    return about_record(errc::zip_name, one, "the member's name holds a NUL",
                        "two readers would see different names");
  if ((one.flags & flag_utf8) != 0 && bytes::find_invalid_utf8(one.name) != std::string_view::npos)
    return about_record(errc::zip_name, one, "the member's name is said to be UTF-8 and is not");
  if ((one.flags & (flag_encrypted | flag_strong_encryption | flag_masked)) != 0)
    return about_record(errc::zip_encrypted, one, "the member is encrypted",
                        "decrypt it first; NumPy can not read it either");

  if (const auto placed = check_place(one); !placed) return placed.error();
  if (one.method == method_stored && one.compressed_bytes != one.uncompressed_bytes)
    return wrong_sizes(one, "the member is stored, yet its two sizes differ");
  if (const std::uint64_t most = most_growth(one.method);
      most != 0 && one.uncompressed_bytes / most > one.compressed_bytes + 1)
    return wrong_sizes(one, "the member says a size that its compressed bytes can not hold");
  if (policy_ == policy::strict && is_shared(index))
    return about_record(errc::zip_duplicate, one, "several members have this name",
                        "NumPy takes the last one; the tolerant policy does too");
  return one;
}

result<void> directory::check_place(const entry& one) const noexcept {
  const auto data_end = checked::add(one.compressed_bytes, local_bytes + one.name.size());
  const auto stop = data_end ? checked::add(*data_end, one.header_offset) : std::nullopt;
  if (!stop || one.header_offset > end_.directory_offset || *stop > end_.records_offset)
    return about_record(errc::zip_corrupt, one,
                        "the member's offset or size lies outside the archive");
  if (std::binary_search(inside_.begin(), inside_.end(), one.index))
    return about_record(errc::zip_overlap, one, "the member begins inside another one");
  if (*stop > boundary_behind(one))
    return about_record(errc::zip_overlap, one, "the member reaches into what follows it");
  return {};
}

std::uint64_t directory::boundary_behind(const entry& one) const noexcept {
  const auto count = size();
  // Most directories stand in the order of their members: then the next record says it.
  if (places_.empty() && one.index < count && start_at(one.index) == one.header_offset) {
    const std::uint64_t next =
        one.index + 1 < count ? start_at(one.index + 1) : end_.directory_offset;
    const bool is_shared = one.index != 0 && start_at(one.index - 1) == one.header_offset;
    return is_shared ? one.header_offset : std::min(next, end_.directory_offset);
  }
  // The first start behind this one; its own start, where two members share it, is an overlap.
  std::size_t low = 0, high = count;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (start_at(middle) <= one.header_offset)
      low = middle + 1;
    else
      high = middle;
  }
  if (low >= 2 && start_at(low - 2) == one.header_offset) return one.header_offset;
  const std::uint64_t next = low < count ? start_at(low) : end_.directory_offset;
  return next < end_.directory_offset ? next : end_.directory_offset;
}

}  // namespace nopy::zip
