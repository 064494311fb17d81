// SPDX-License-Identifier: MIT
// Members of an archive without a usable directory, found by walking from local header to local header.
#include "engine/archive_map.hpp"

#include "zip/local_check.hpp"
#include "zip/names.hpp"

namespace nopy::engine {
namespace {

constexpr std::size_t most_found = 65536;
// A local header with its longest name and extra field has 128 KiB; this holds all that are met.
constexpr std::uint64_t header_room = 4096;

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
    const std::size_t name_end = zip::local_bytes + header->name_bytes;
    if (name_end + header->extra_bytes > bytes.size()) break;
    const std::uint64_t data_offset = at + name_end + header->extra_bytes;
    // With a data descriptor the header says no sizes, whatever stands there.
    std::optional<zip::member_sizes> sizes;
    if ((header->flags & zip::flag_descriptor) == 0)
      sizes = zip::local_sizes(*header, bytes.subspan(name_end, header->extra_bytes));
    const auto* text = reinterpret_cast<const char*>(bytes.data()) + zip::local_bytes;
    const zip::utf8_name name({text, header->name_bytes}, header->flags);
    const bool whole = sizes && data_offset <= file->total_bytes &&
                       sizes->compressed <= file->total_bytes - data_offset;
    of.answer.open('{').key("name").text(name.text());
    of.answer.key("offset").number(at).key("dataOffset").number(data_offset);
    of.answer.key("compressedBytes");
    sizes ? of.answer.number(sizes->compressed) : of.answer.null();
    of.answer.key("whole").boolean(whole).close('}');
    if (!whole) break;
    at = data_offset + sizes->compressed;
    of.done = at;
  }
  of.answer.close(']');
  co_return {};
}

}  // namespace nopy::engine
