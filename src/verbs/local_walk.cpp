// SPDX-License-Identifier: MIT
#include "verbs/local_walk.hpp"

#include "bytes/checked.hpp"
#include "bytes/utf8.hpp"
#include "deflate/crc32.hpp"
#include "deflate/window.hpp"
#include "zip/local_check.hpp"
#include "zip/names.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::uint64_t input_bytes = std::uint64_t{256} << 10;
constexpr std::size_t turn_bytes = std::size_t{256} << 10;
constexpr std::size_t window_room = deflate::window_bytes + turn_bytes;

error about(errc code, std::uint64_t offset, std::string_view summary) noexcept {
  return error({.code = code, .offset = offset, .summary = summary});
}

/// What a descriptor says of a member.
zip::entry described(std::uint32_t crc, std::uint64_t compressed_bytes,
                     std::uint64_t uncompressed_bytes) noexcept {
  zip::entry made;
  made.crc32 = crc;
  made.compressed_bytes = compressed_bytes;
  made.uncompressed_bytes = uncompressed_bytes;
  return made;
}

error wrong_crc(std::uint64_t offset) noexcept {
  return about(errc::zip_crc, offset, "the member's checksum does not match");
}

error was_cut(std::uint64_t offset) noexcept {
  return about(errc::data_truncated, offset, "the member is cut: the archive ends inside it");
}

}  // namespace

result<local_walk> local_walk::begin(const opened_source& from) noexcept {
  local_walk made(from);
  auto input = memory::allocate(input_bytes);
  if (!input) return input.error();
  auto room = memory::allocate(window_room);
  if (!room) return room.error();
  made.input_ = *std::move(input);
  made.room_ = *std::move(room);
  return made;
}

/// At most `most` bytes, at most a block of them; none at the end of the archive.
result<std::span<const std::byte>> local_walk::bytes_at(std::uint64_t offset,
                                                        std::uint64_t most) noexcept {
  const std::uint64_t left = from_->total_bytes() - std::min(offset, from_->total_bytes());
  const auto count = static_cast<std::size_t>(std::min({most, left, input_bytes}));
  if (count > budget_)
    return about(errc::limit, offset,
                 "the archive is too damaged: members that overlap were tried again and again");
  budget_ -= count;
  const auto block = input_.bytes().first(count);
  if (auto read = from_->read_at(offset, block); !read) return read.error();
  return std::span<const std::byte>(block);
}

result<std::uint64_t> local_walk::find_header(std::uint64_t offset) noexcept {
  for (;;) {
    const auto block = bytes_at(offset, input_bytes);
    if (!block) return block.error();
    if (block->size() < zip::local_bytes) return from_->total_bytes();
    const std::size_t last = block->size() - 4;
    for (std::size_t at = 0; at <= last;) {
      const auto* found =
          static_cast<const std::byte*>(std::memchr(block->data() + at, 'P', last + 1 - at));
      if (found == nullptr) break;
      at = static_cast<std::size_t>(found - block->data());
      if (std::memcmp(found, "PK\x03\x04", 4) == 0) return offset + at;
      ++at;
    }
    offset += last + 1;
  }
}

result<void> local_walk::take_name(std::uint64_t offset, std::size_t count,
                                   std::uint16_t flags) noexcept {
  name_.clear();
  const auto stored = bytes_at(offset, count);
  if (!stored) return stored.error();
  if (stored->size() < count) return was_cut(offset);
  const zip::utf8_name name({reinterpret_cast<const char*>(stored->data()), count}, flags);
  if (name.memory_ran_out() || !name_.append(std::span<const char>(name.text())))
    return error(errc::out_of_memory);
  if (this->name().find('\0') != std::string_view::npos ||
      bytes::find_invalid_utf8(this->name()) != std::string_view::npos)
    return about(errc::zip_name, offset, "the member's name is none");
  return {};
}

result<found_member> local_walk::examine(std::uint64_t offset) noexcept {
  name_.clear();
  const auto fixed = bytes_at(offset, zip::local_bytes);
  if (!fixed) return fixed.error();
  const auto header = zip::read_local_header(*fixed);
  if (!header) return about(errc::zip_corrupt, offset, "no local header stands here");
  const std::uint64_t name_offset = offset + zip::local_bytes;
  if (auto name = take_name(name_offset, header->name_bytes, header->flags); !name)
    return name.error();
  if ((header->flags & (zip::flag_encrypted | zip::flag_strong_encryption)) != 0)
    return about(errc::zip_encrypted, offset, "the member is encrypted");
  if (header->method != zip::method_deflated && header->method != zip::method_stored)
    return about(errc::zip_method, offset,
                 "without a directory only stored and deflated members are found");
  found_member found;
  found.record.name = name();
  found.record.method = header->method;
  found.record.crc32 = header->crc32;
  found.record.header_offset = offset;
  found.data_offset = name_offset + header->name_bytes + header->extra_bytes;
  const bool deflated = header->method == zip::method_deflated;
  result<void> whole;
  if ((header->flags & zip::flag_descriptor) != 0) {
    whole = deflated ? inflate_to_descriptor(found) : find_descriptor(found);
  } else {
    whole = take_sizes(*header, name_offset + header->name_bytes, found);
    if (whole) whole = deflated ? inflate_as_said(found) : sum_stored(found);
  }
  if (!whole) return whole.error();
  return found;
}

/// Sizes and end, as the local header says them.
result<void> local_walk::take_sizes(const zip::local_header& header, std::uint64_t extra_offset,
                                    found_member& to) noexcept {
  const std::uint64_t offset = to.record.header_offset;
  const auto extra = bytes_at(extra_offset, header.extra_bytes);
  if (!extra) return extra.error();
  const auto sizes = zip::local_sizes(header, *extra);
  const auto end = sizes ? checked::add(to.data_offset, sizes->compressed) : std::nullopt;
  if (!end) return about(errc::zip_corrupt, offset, "the local header says no sizes");
  if (*end > from_->total_bytes()) return was_cut(offset);
  to.record.compressed_bytes = sizes->compressed;
  to.record.uncompressed_bytes = sizes->uncompressed;
  to.end = *end;
  return {};
}

result<void> local_walk::inflate_as_said(found_member& to) noexcept {
  const zip::member_record said = to.record;
  if (auto whole = inflate(to); !whole) return whole;
  if (to.record.compressed_bytes != said.compressed_bytes ||
      to.record.uncompressed_bytes != said.uncompressed_bytes)
    return about(errc::zip_size, said.header_offset,
                 "the compressed stream has not the size that is said");
  return to.record.crc32 == said.crc32 ? result<void>() : wrong_crc(said.header_offset);
}

result<void> local_walk::inflate_to_descriptor(found_member& to) noexcept {
  if (auto whole = inflate(to); !whole) return whole;
  const auto behind = bytes_at(to.end, zip::longest_descriptor);
  if (!behind) return behind.error();
  const zip::member_record& found = to.record;
  const std::size_t count = zip::descriptor_bytes(
      described(found.crc32, found.compressed_bytes, found.uncompressed_bytes), *behind);
  if (count == 0)
    return about(errc::zip_crc, found.header_offset,
                 "no data descriptor agrees with the member's bytes");
  to.end += count;
  return {};
}

/// Inflates to the end of the stream; sets sizes, CRC and end to what is found.
result<void> local_walk::inflate(found_member& to) noexcept {
  const std::unique_ptr<deflate::window> window(new (std::nothrow) deflate::window());
  if (window == nullptr) return error(errc::out_of_memory);
  window->use(room_.bytes());
  zip::member_record& record = to.record;
  record.crc32 = 0;
  record.compressed_bytes = record.uncompressed_bytes = 0;
  std::span<const std::byte> input;
  std::uint64_t input_offset = to.data_offset;
  for (;;) {
    const std::uint64_t before = window->produced();
    const deflate::step made = window->run(input, window->room());
    record.compressed_bytes += made.consumed;
    record.uncompressed_bytes += made.produced;
    record.crc32 = deflate::crc32(record.crc32, window->held_from(before));
    if (made.status == deflate::status::done) break;
    if (made.status == deflate::status::invalid)
      return about(errc::zip_inflate, record.header_offset, "the compressed stream is invalid");
    window->slide();
    if (made.status != deflate::status::needs_input || !input.empty()) continue;
    const auto more = bytes_at(input_offset, input_bytes);
    if (!more) return more.error();
    if (more->empty()) return was_cut(record.header_offset);
    input = *more;
    input_offset += input.size();
  }
  to.end = to.data_offset + record.compressed_bytes;
  return {};
}

result<void> local_walk::sum_stored(found_member& to) noexcept {
  if (to.record.compressed_bytes != to.record.uncompressed_bytes)
    return about(errc::zip_size, to.record.header_offset,
                 "the member is stored, yet its two sizes differ");
  std::uint32_t crc = 0;
  for (std::uint64_t at = to.data_offset; at < to.end;) {
    const auto block = bytes_at(at, to.end - at);
    if (!block) return block.error();
    crc = deflate::crc32(crc, *block);
    at += block->size();
  }
  return crc == to.record.crc32 ? result<void>() : wrong_crc(to.record.header_offset);
}

/// Finds the end of a stored member by a descriptor, with its signature, that says where it stands and
/// the CRC of all before it.
result<void> local_walk::find_descriptor(found_member& to) noexcept {
  constexpr std::size_t least = 16;
  std::uint32_t crc = 0;
  std::uint64_t summed = 0;  // bytes of the member that `crc` is of
  for (std::uint64_t first = 0;;) {
    const auto block = bytes_at(to.data_offset + first, input_bytes);
    if (!block) return block.error();
    if (block->size() < least) return was_cut(to.record.header_offset);
    const bool at_end = to.data_offset + first + block->size() == from_->total_bytes();
    const std::uint64_t kept = at_end ? least : zip::longest_descriptor;
    const std::size_t stop = block->size() - static_cast<std::size_t>(kept) + 1;
    for (std::size_t at = 0; at < stop; ++at) {
      const auto* found =
          static_cast<const std::byte*>(std::memchr(block->data() + at, 'P', stop - at));
      if (found == nullptr) break;
      at = static_cast<std::size_t>(found - block->data());
      if (std::memcmp(found, "PK\x07\x08", 4) != 0) continue;
      const std::uint64_t bytes = first + at;
      const auto from = static_cast<std::size_t>(summed - first);
      crc = deflate::crc32(crc, block->subspan(from, at - from));
      summed = bytes;
      const std::size_t count =
          zip::descriptor_bytes(described(crc, bytes, bytes), block->subspan(at));
      if (count == 0) continue;
      to.record.crc32 = crc;
      to.record.compressed_bytes = to.record.uncompressed_bytes = bytes;
      to.end = to.data_offset + bytes + count;
      return {};
    }
    if (at_end) return was_cut(to.record.header_offset);
    const auto from = static_cast<std::size_t>(summed - first);
    crc = deflate::crc32(crc, block->subspan(from, stop - from));
    first += stop;
    summed = first;
  }
}

}  // namespace nopy::inline v1::verbs
