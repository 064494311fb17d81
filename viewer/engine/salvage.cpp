// SPDX-License-Identifier: MIT
// Members of an archive without a usable directory, found by walking from local header to local header.
#include "engine/archive_map.hpp"

#include "zip/names.hpp"

#include <algorithm>

namespace nopy::engine {
namespace {

constexpr std::size_t most_found = 65536;
// A local header with its longest name and extra field has 128 KiB; this holds all that are met.
constexpr std::uint64_t header_room = 4096;

struct found_member {
  zip::local_header header{};
  std::uint64_t offset = 0;
  std::uint64_t data_offset = 0;
  std::uint64_t compressed_bytes = 0;
  bool known = false;  ///< how long it is
};

/// ZIP64 sizes of a local header stand in its extra field.
void resolve_zip64(found_member& one, std::span<const std::byte> extra) noexcept {
  nopy::bytes::cursor area(extra);
  while (const auto field = zip::next_extra_field(area)) {
    if (field->id != zip::zip64_field) continue;
    nopy::bytes::cursor values(field->body);
    if (one.header.uncompressed_bytes == zip::saturated_32)
      (void)values.take_integer<std::uint64_t>();
    if (const auto size = values.take_integer<std::uint64_t>()) {
      one.compressed_bytes = *size;
      one.known = true;
    }
    return;
  }
}

}  // namespace

task<void> show_salvage(job& of, file_share file) noexcept {
  std::byte room[header_room];
  of.answer.open('[');
  of.total = file->total_bytes;
  std::uint64_t at = 0;
  for (std::size_t count = 0; count < most_found && at < file->total_bytes; ++count) {
    file_piece piece{file->id, at, room};
    if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
    const std::span<const std::byte> bytes = piece.into.first(piece.present);
    const auto header = zip::read_local_header(bytes);
    if (!header) break;
    found_member one{*header, at, at + zip::local_bytes + header->name_bytes + header->extra_bytes,
                     header->compressed_bytes, true};
    const std::size_t name_end = zip::local_bytes + header->name_bytes;
    if (name_end + header->extra_bytes > bytes.size()) break;
    if ((header->flags & zip::flag_descriptor) != 0) one.known = false;
    if (header->compressed_bytes == zip::saturated_32) {
      one.known = false;
      resolve_zip64(one, bytes.subspan(name_end, header->extra_bytes));
    }
    const auto* text = reinterpret_cast<const char*>(bytes.data()) + zip::local_bytes;
    const zip::utf8_name name({text, header->name_bytes}, header->flags);
    const bool whole = one.known && one.data_offset <= file->total_bytes &&
                       one.compressed_bytes <= file->total_bytes - one.data_offset;
    of.answer.open('{').key("name").text(name.text());
    of.answer.key("offset").number(one.offset).key("dataOffset").number(one.data_offset);
    of.answer.key("compressedBytes");
    one.known ? of.answer.number(one.compressed_bytes) : of.answer.null();
    of.answer.key("whole").boolean(whole).close('}');
    if (!whole) break;
    at = one.data_offset + one.compressed_bytes;
    of.done = at;
  }
  of.answer.close(']');
  co_return {};
}

}  // namespace nopy::engine
