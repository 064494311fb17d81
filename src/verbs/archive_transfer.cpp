// SPDX-License-Identifier: MIT
// What comes to a new archive from another one.
#include "verbs/archive_writer.hpp"
#include "verbs/load_values.hpp"
#include "verbs/read_stream.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

// Between two of these the caller hears how far the copy is, and may stop it.
constexpr std::uint64_t copied_at_once = std::uint64_t{64} << 20;
constexpr std::uint64_t block_bytes = std::uint64_t{256} << 10;

}  // namespace

result<void> archive_writer::add_blocks(std::string_view name, std::span<const std::byte> header,
                                        std::uint64_t bytes, const member_options& options,
                                        next_block next, const result<void>& source_read) noexcept {
  if (auto prepared = prepare(name, {}); !prepared) return prepared;
  const auto how = open_pack(options);
  if (!how) return how.error();
  auto written = write(*how, header, bytes, next);
  if (!source_read) written = source_read;
  return settle(std::move(written));
}

result<void> archive_writer::add_source(std::string_view name, const source& from,
                                        const member_options& options) noexcept {
  const auto opened = opened_source::open(from);
  if (!opened) return opened.error();
  const std::uint64_t total_bytes = opened->total_bytes();
  // What stands in front of the array's data is written with it, so that the data is aligned.
  const auto head = read_stream_header(*opened, {.short_data = short_data::finding});
  const std::uint64_t head_bytes = head && head->data_offset <= total_bytes ? head->data_offset : 0;
  auto room = memory::allocate(head_bytes + std::min(block_bytes, total_bytes));
  if (!room) return room.error();
  const auto header = room->bytes().first(static_cast<std::size_t>(head_bytes));
  if (auto read = opened->read_at(0, header); !read) return opened->named(read.error());
  std::uint64_t at = head_bytes;
  result<void> source_read;
  const auto next = [&]() noexcept -> std::span<const std::byte> {
    const std::uint64_t count = std::min(block_bytes, total_bytes - at);
    const auto block = room->bytes().subspan(header.size(), static_cast<std::size_t>(count));
    if (source_read) source_read = opened->read_at(at, block);
    // The writer was promised so many bytes; it hears of the failure when it has them.
    if (!source_read) std::memset(block.data(), 0, block.size());
    at += count;
    if (source_read && at == total_bytes) source_read = verbs::finish(*opened);
    return block;
  };
  auto added = add_blocks(name, header, total_bytes - head_bytes, options, next, source_read);
  // Where there is nothing behind the header, no block was asked for.
  if (added && source_read) source_read = settle(verbs::finish(*opened));
  return source_read ? added : result<void>(opened->named(source_read.error()));
}

result<void> archive_writer::add_copy(const zip::member_record& like, std::uint64_t array_offset,
                                      const opened_source& from,
                                      std::uint64_t data_offset) noexcept {
  if (auto prepared = prepare(like.name, {}); !prepared) return prepared;
  if (auto written = settle(write_waiting()); !written) return written;
  zip::member_record member = like;
  member.name = name();
  member.header_offset = out_->end();
  if (!has_index()) member.central_fields = {};
  if (!directory_.reserve(name(), member.central_fields.size())) return error(errc::out_of_memory);
  const bool stored = member.method == zip::method_stored;
  const std::size_t extra_bytes =
      zip::local_extra_bytes(member, style(), stored ? alignment() : 0, array_offset, false);
  if (auto put = settle(put_local(member, extra_bytes)); !put) return put;
  if (auto copied = copy(from, data_offset, member.compressed_bytes); !copied) return copied;
  directory_.add(member);
  return settle(advance(0, true));
}

result<void> archive_writer::put(std::span<const std::byte> bytes) noexcept {
  if (auto open = check_open(); !open) return open;
  return settle(out_->put(bytes));
}

result<void> archive_writer::copy(const opened_source& from, std::uint64_t offset,
                                  std::uint64_t count) noexcept {
  if (auto open = check_open(); !open) return open;
  while (count > 0) {
    const std::uint64_t piece = std::min(count, copied_at_once);
    if (auto copied = settle(out_->copy(from, offset, piece)); !copied) return copied;
    if (auto told = settle(advance(piece, false)); !told) return told;
    offset += piece, count -= piece;
  }
  return {};
}

result<void> archive_writer::close_with(std::span<const std::byte> directory) noexcept {
  if (auto put_all = put(directory); !put_all) return put_all;
  auto finished = settle(out_->commit());
  out_.reset();
  return finished;
}

result<opened_source> archive_writer::give_up_for_reading() noexcept {
  if (auto open = check_open(); !open) return open.error();
  return out_->give_up_for_reading();
}

}  // namespace nopy::inline v1::verbs
