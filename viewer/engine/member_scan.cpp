// SPDX-License-Identifier: MIT
#include "engine/member_scan.hpp"

#include "deflate/crc32.hpp"
#include "engine/inflate_walk.hpp"
#include "zip/local_check.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::engine {
namespace {

constexpr std::uint64_t block_bytes = 1 << 20;
constexpr std::uint64_t most_shown = 16 << 20;

error wrong_crc(std::uint32_t found, std::uint32_t expected) noexcept {
  const nopy::bytes::short_text<16> is([&](nopy::bytes::text_sink& out) { out.hex(found, 8); });
  const nopy::bytes::short_text<16> should(
      [&](nopy::bytes::text_sink& out) { out.hex(expected, 8); });
  return error({.code = errc::zip_crc,
                .summary = "the member's checksum does not match",
                .found = is,
                .expected = should,
                .hint = "the archive is damaged; get it again from its source"});
}

/// The CRC of a stored member.
task<std::uint32_t> sum_stored(job& of, array_bytes& from) noexcept {
  auto block = memory::allocate(4 * block_bytes);
  if (!block) co_return block.error();
  std::uint32_t crc = 0;
  for (std::uint64_t at = 0; at < from.stream_bytes();) {
    stream_piece pieces[4];
    std::size_t count = 0;
    for (; count < 4 && at < from.stream_bytes(); ++count) {
      const auto some = static_cast<std::size_t>(std::min(block_bytes, from.stream_bytes() - at));
      pieces[count] = {at, block->bytes().subspan(count * block_bytes, some)};
      at += some;
    }
    if (const auto read = co_await from.read(of, std::span(pieces).first(count)); !read)
      co_return read.error();
    for (const stream_piece& piece : std::span(pieces).first(count)) {
      if (piece.present < piece.into.size())
        co_return error({.code = errc::data_truncated, .summary = "the member ends early"});
      crc = deflate::crc32(crc, piece.into);
    }
    if (const auto rested = co_await of.pause(); !rested) co_return rested.error();
  }
  co_return crc;
}

/// The CRC of what a deflated member inflates to; its stream must end where the directory says.
task<std::uint32_t> sum_deflated(job& of, array_bytes& from) noexcept {
  auto made = inflate_walk::make(from);
  if (!made) co_return made.error();
  inflate_walk& walk = **made;
  std::uint32_t crc = 0;
  const auto receive = [&](std::uint64_t, std::span<const std::byte> bytes) {
    crc = deflate::crc32(crc, bytes);
  };
  while (walk.produced() < from.stream_bytes()) {
    if (const auto went = co_await walk.go_on(of, from.stream_bytes(), receive); !went)
      co_return went.error();
    of.done = walk.produced();
    if (const auto rested = co_await of.pause(); !rested) co_return rested.error();
  }
  if (const auto ended = co_await walk.check_end(of); !ended) co_return ended.error();
  co_return crc;
}

}  // namespace

task<void> check_behind(job& of, opened_file& file, const zip::entry& entry,
                        std::uint64_t end) noexcept {
  const std::uint64_t there = file.members.boundary_behind(entry) - end;
  const auto count = static_cast<std::size_t>(std::min(zip::descriptor_limit(entry), there));
  if (zip::descriptor_limit(entry) == 0) co_return {};
  std::byte room[zip::longest_descriptor];
  file_piece piece{file.id, end, std::span(room).first(count)};
  if (const auto read = co_await of.read({&piece, 1}); !read) co_return read.error();
  co_return zip::check_descriptor(entry, end, piece.into.first(piece.present));
}

task<void> verify_member(job& of, file_share file, std::uint32_t member) noexcept {
  const auto* place = file->slot(member);
  if (!file->is_archive() || place == nullptr || *place == nullptr)
    co_return error(errc::usage,
                    "only members of an archive, once they were looked at, have a checksum");
  array_state& state = **place;
  const auto entry = file->members.checked(member);
  if (!entry) co_return entry.error();
  // A member that holds no array has a checksum, too.
  if (state.local_bytes == 0 || state.bytes.file() == 0) co_return *state.wrong;
  of.total = state.bytes.stream_bytes();
  of.done = 0;
  // Not by a conditional expression: GCC 12 destroys what is awaited inside of one twice.
  task<std::uint32_t> summing =
      state.bytes.is_deflated() ? sum_deflated(of, state.bytes) : sum_stored(of, state.bytes);
  const auto crc = co_await summing;
  if (!crc) co_return crc.error();
  if (*crc != entry->crc32) co_return wrong_crc(*crc, entry->crc32);
  const std::uint64_t end = state.bytes.stored_offset() + state.bytes.stored_bytes();
  if (const auto fits = co_await check_behind(of, *file, *entry, end); !fits)
    co_return fits.error();
  of.answer.open('{').key("bytes").number(entry->uncompressed_bytes);
  of.answer.key("crc32").number(*crc).close('}');
  co_return {};
}

task<void> show_stream(job& of, file_share file, std::uint32_t member, byte_range wanted) noexcept {
  const auto* place = file->slot(member);
  if (place == nullptr || *place == nullptr)
    co_return file->wrong ? *file->wrong
                          : error(errc::usage, "the member's header was not read yet");
  array_state& state = **place;
  if (state.bytes.file() == 0) co_return *state.wrong;
  if (wanted.count > most_shown)
    co_return error({.code = errc::limit,
                     .summary = "more bytes than can be shown at once",
                     .expected = "at most 16 MiB"});
  auto block = memory::allocate(std::max<std::uint64_t>(wanted.count, 1));
  if (!block) co_return block.error();
  of.done = 0;
  of.total = state.bytes.inflated_before(wanted.offset) + wanted.count;
  stream_piece piece{wanted.offset, block->bytes().first(static_cast<std::size_t>(wanted.count))};
  if (const auto read = co_await state.bytes.read(of, {&piece, 1}); !read) co_return read.error();
  of.answer.raw({reinterpret_cast<const char*>(piece.into.data()), piece.present});
  co_return of.answer.whole() ? result<void>() : result<void>(error(errc::out_of_memory));
}

}  // namespace nopy::engine
