// SPDX-License-Identifier: MIT
#include "zip/local_check.hpp"

#include "bytes/checked.hpp"
#include "zip/deviation.hpp"
#include "zip/names.hpp"

#include <cstring>

namespace nopy::zip {

std::optional<member_sizes> local_sizes(const local_header& header,
                                        std::span<const std::byte> extra) noexcept {
  member_sizes made{header.uncompressed_bytes, header.compressed_bytes};
  if (made.uncompressed != saturated_32 && made.compressed != saturated_32) return made;
  bytes::cursor area(extra);
  while (const auto field = next_extra_field(area)) {
    if (field->id != zip64_field) continue;
    bytes::cursor values(field->body);
    const auto uncompressed = values.take_integer<std::uint64_t>();
    const auto compressed = values.take_integer<std::uint64_t>();
    if (!uncompressed || !compressed) return std::nullopt;
    if (made.uncompressed == saturated_32) made.uncompressed = *uncompressed;
    if (made.compressed == saturated_32) made.compressed = *compressed;
    return made;
  }
  return std::nullopt;
}

result<data_start> check_local(const directory& of, const entry& one,
                               std::span<const std::byte> local, policy policy,
                               finding_list& findings) noexcept {
  const auto wrong = [&](errc code, std::string_view summary) {
    return error({.code = code, .offset = one.header_offset, .summary = summary});
  };
  const auto differs = [&](std::string_view summary) {
    return deviation(policy, findings,
                     {.code = errc::zip_mismatch,
                      .offset = one.header_offset,
                      .summary = summary,
                      .hint = "the directory counts, as in NumPy"});
  };
  if (local.size() < local_bytes) return data_start{0, local_bytes};
  const auto header = read_local_header(local);
  if (!header) return wrong(errc::zip_corrupt, "no local header stands where the directory says");
  const std::uint64_t header_bytes =
      local_bytes + std::uint64_t{header->name_bytes} + header->extra_bytes;
  const std::uint64_t offset = one.header_offset + header_bytes;
  const auto data_end = checked::add(offset, one.compressed_bytes);
  if (header->name_bytes != one.name.size())
    return wrong(errc::zip_mismatch, "directory and local header differ in the name");
  if (!data_end || *data_end > of.boundary_behind(one))
    return wrong(errc::zip_overlap,
                 "the member's local header makes it reach into what follows it");
  if (local.size() < header_bytes) return data_start{0, header_bytes};
  if (!one.name.empty() &&
      std::memcmp(local.data() + local_bytes, one.name.data(), one.name.size()) != 0)
    return wrong(errc::zip_mismatch, "directory and local header differ in the name");
  if ((header->flags & ~one.flags & (flag_encrypted | flag_strong_encryption)) != 0)
    return wrong(errc::zip_encrypted,
                 "the local header says that the member is encrypted, the directory does not");

  if (const std::string_view path = unicode_path(one.name, one.extra);
      !path.empty() && path != one.name && !spells(one.name, one.flags, path, {}))
    if (auto noted = deviation(policy, findings,
                               {.code = errc::zip_ambiguous,
                                .offset = one.record_offset,
                                .summary = "a Unicode Path field gives the member another name",
                                .found = path,
                                .hint = "CPython >= 3.12 goes by the field, others by the name"});
        !noted)
      return noted.error();

  constexpr std::uint16_t compared_flags = flag_descriptor | flag_utf8 | flag_masked;
  if (((header->flags ^ one.flags) & compared_flags) != 0)
    if (auto noted = differs("directory and local header differ in the flags"); !noted)
      return noted.error();
  if (header->method != one.method)
    if (auto noted = differs("directory and local header differ in the compression method"); !noted)
      return noted.error();
  if ((header->flags & flag_descriptor) != 0)
    return data_start{offset, 0};  // crc and sizes follow the data
  if (header->crc32 != one.crc32)
    if (auto noted = differs("directory and local header differ in the checksum"); !noted)
      return noted.error();
  const auto extra = local.subspan(local_bytes + one.name.size(), header->extra_bytes);
  const auto said = local_sizes(*header, extra);
  if (!said || said->compressed != one.compressed_bytes ||
      said->uncompressed != one.uncompressed_bytes)
    if (auto noted = differs("directory and local header differ in the sizes"); !noted)
      return noted.error();
  return data_start{offset, 0};
}

std::uint64_t descriptor_limit(const entry& one) noexcept {
  return (one.flags & flag_descriptor) != 0 ? longest_descriptor : 0;
}

std::size_t descriptor_bytes(const entry& one, std::span<const std::byte> behind) noexcept {
  // Four spellings are in use: with and without signature, sizes of 4 or 8 bytes.
  for (const bool with_signature : {true, false}) {
    bytes::cursor at(behind);
    if (with_signature && at.take_integer<std::uint32_t>() != descriptor_signature) continue;
    if (at.take_integer<std::uint32_t>() != one.crc32) continue;
    const std::size_t head = with_signature ? 8 : 4;
    bytes::cursor wide = at;
    if (at.take_integer<std::uint32_t>() == one.compressed_bytes &&
        at.take_integer<std::uint32_t>() == one.uncompressed_bytes)
      return head + 8;
    if (wide.take_integer<std::uint64_t>() == one.compressed_bytes &&
        wide.take_integer<std::uint64_t>() == one.uncompressed_bytes)
      return head + 16;
  }
  return 0;
}

result<void> check_descriptor(const entry& one, std::uint64_t offset,
                              std::span<const std::byte> behind) noexcept {
  if (descriptor_bytes(one, behind) != 0) return {};
  return error({.code = errc::zip_mismatch,
                .offset = offset,
                .summary = "the data descriptor behind the member contradicts the directory"});
}

}  // namespace nopy::zip
