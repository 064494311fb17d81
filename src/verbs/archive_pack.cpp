// SPDX-License-Identifier: MIT
// The compressed members of a new archive.
#include "deflate/crc32.hpp"
#include "verbs/archive_writer.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

std::uint16_t method_of(packing how) noexcept { return static_cast<std::uint16_t>(how.method); }

}  // namespace

result<packing> archive_writer::open_pack(const member_options& options) noexcept {
  const packing how = options.compression.value_or(options_.compression);
  if (how.method == compression::stored) return how;
  if (pack_ && pack_->how().method == how.method && pack_->how().level == how.level) return how;
  if (auto written = settle(write_waiting()); !written) return written.error();
  pack_.reset();
  auto opened = pack_run::open(how, options_.parallel);
  if (!opened) return opened.error().about(name());
  pack_.emplace(*std::move(opened));
  return how;
}

result<void> archive_writer::write(packing how, std::span<const std::byte> header,
                                   std::uint64_t bytes, next_block next) noexcept {
  const std::uint64_t total_bytes = header.size() + bytes;
  const bool stays_stored =
      how.method == compression::stored || (how.method == compression::zstd && total_bytes == 0);
  if (!stays_stored && total_bytes <= pack_run::piece_bytes)
    return write_small(header, bytes, next);
  if (auto written = write_waiting(); !written) return written;
  return stays_stored ? write_stored(header, bytes, next) : write_packed(header, bytes, next);
}

/// Compresses a member of one piece before anything of it is written: its sizes are known then, and
/// where they would not be smaller it is stored. Deflated ones wait for others where threads do it.
result<void> archive_writer::write_small(std::span<const std::byte> header, std::uint64_t bytes,
                                         next_block next) noexcept {
  deflate_batch* const batch = pack_->small();
  if (batch == nullptr) return write_small_zstd(header, bytes, next);
  const std::size_t total_bytes = header.size() + static_cast<std::size_t>(bytes);
  if (!batch->has_room(total_bytes))
    if (auto written = write_waiting(); !written) return written;
  const auto room = batch->add(total_bytes);
  if (!room) return room.error();
  std::size_t at = 0;
  const auto put = [&](std::span<const std::byte> block) {
    if (!block.empty()) std::memcpy(room->data() + at, block.data(), block.size());
    at += block.size();
  };
  put(header);
  for (auto block = next(); !block.empty(); block = next()) put(block);
  if (!waiting_names_.append({name_.data(), name_.size()}) ||
      !waiting_.push_back({waiting_names_.size(), header.size()}))
    return error(errc::out_of_memory);
  if (options_.parallel && may_wait_) return {};
  return write_waiting();
}

result<void> archive_writer::write_small_zstd(std::span<const std::byte> header,
                                              std::uint64_t bytes, next_block next) noexcept {
  if (auto begun = pack_->begin(header.size() + bytes); !begun) return begun;
  deflate_batch::small_member made;
  const auto keep = [&](std::span<const std::byte> compressed, std::uint64_t) -> result<void> {
    made.compressed = compressed;
    return {};
  };
  auto added = pack_->add(header, keep);
  for (auto block = next(); added && !block.empty(); block = next())
    added = pack_->add(block, keep);
  if (!added) return added;
  made.whole = pack_->zstd()->gathered();
  made.crc32 = pack_->crc32();
  return put_small(made, header.size());
}

/// Writes the member called `name()`.
result<void> archive_writer::put_small(const deflate_batch::small_member& what,
                                       std::size_t header_bytes) noexcept {
  auto data = what.whole.subspan(header_bytes);
  if (what.compressed.size() >= what.whole.size())
    return write_stored(what.whole.first(header_bytes), data.size(),
                        [&] { return std::exchange(data, {}); });
  const zip::member_record member{.name = name(),
                                  .method = method_of(pack_->how()),
                                  .crc32 = what.crc32,
                                  .compressed_bytes = what.compressed.size(),
                                  .uncompressed_bytes = what.whole.size(),
                                  .header_offset = out_->end()};
  const std::size_t extra_bytes = zip::local_extra_bytes(member, style(), 0, 0, false);
  if (auto put = put_local(member, extra_bytes); !put) return put;
  if (auto put = out_->put(what.compressed); !put) return put;
  directory_.add(member);
  return advance(data.size(), true);
}

std::string_view archive_writer::waiting_name(std::size_t index) const noexcept {
  const std::size_t begin = index == 0 ? 0 : waiting_[index - 1].name_end;
  return {waiting_names_.data() + begin, waiting_[index].name_end - begin};
}

bool archive_writer::has_name(std::string_view name) const noexcept {
  for (std::size_t i = 0; i < waiting_.size(); ++i)
    if (waiting_name(i) == name) return true;
  return directory_.contains(name);
}

result<void> archive_writer::write_waiting() noexcept {
  if (waiting_.empty()) return {};
  auto at_work = std::exchange(name_, {});
  std::size_t index = 0;
  auto written = pack_->small()->compress([&](const deflate_batch::small_member& what) {
    const std::string_view its = waiting_name(index);
    name_.clear();
    if (!name_.append(std::span<const char>(its)) || !directory_.reserve(name()))
      return result<void>(error(errc::out_of_memory));
    return put_small(what, waiting_[index++].header_bytes);
  });
  waiting_.clear();
  waiting_names_.clear();
  name_ = std::move(at_work);
  if (written && !directory_.reserve(name())) return error(errc::out_of_memory);
  return written;
}

/// Compresses piece by piece; the local header is written again when the compressed size is known.
result<void> archive_writer::write_packed(std::span<const std::byte> header, std::uint64_t bytes,
                                          next_block next) noexcept {
  const std::uint64_t total_bytes = header.size() + bytes;
  zip::member_record member{.name = name(),
                            .method = method_of(pack_->how()),
                            .compressed_bytes = pack_run::most_bytes(total_bytes),
                            .uncompressed_bytes = total_bytes,
                            .header_offset = out_->end()};
  // Where the bytes may need ZIP64, there is room for it, and it is used if they do.
  const bool near_limit = zip::local_extra_bytes(member, style(), 0, 0, false) != 0;
  const std::size_t extra_bytes = zip::local_extra_bytes(member, style(), 0, 0, near_limit);
  if (auto put = put_local(member, extra_bytes); !put) return put;
  member.compressed_bytes = 0;
  std::uint64_t untold_bytes = header.size();  // the caller counts the array's bytes alone
  const auto put = [&](std::span<const std::byte> made, std::uint64_t count) -> result<void> {
    member.compressed_bytes += made.size();
    if (auto written = out_->put(made); !written) return written;
    const std::uint64_t untold = std::min(untold_bytes, count);
    untold_bytes -= untold;
    return advance(count - untold, false);
  };
  const bool chunked = has_index() && pack_->deflate() != nullptr;
  const std::size_t chunk_bytes = chunked ? zip::chunk_bytes_for(total_bytes) : 0;
  if (auto begun = pack_->begin(total_bytes, chunk_bytes); !begun) return begun;
  auto added = pack_->add(header, put);
  for (auto block = next(); added && !block.empty(); block = next()) added = pack_->add(block, put);
  if (!added) return added;
  member.crc32 = pack_->crc32();
  record_.clear();
  if (!zip::put_local_header(record_, member, style(), extra_bytes, alignment()))
    return error(errc::out_of_memory);
  if (auto patched = out_->patch(member.header_offset, record_.span()); !patched) return patched;
  if (chunk_bytes != 0)
    if (auto indexed = add_index(member, chunk_bytes); !indexed) return indexed;
  directory_.add(member);
  return advance(0, true);
}

/// Makes the table of the member that was compressed last a field of its record.
result<void> archive_writer::add_index(zip::member_record& to, std::size_t chunk_bytes) noexcept {
  fields_.clear();
  const zip::chunked_member about{.chunk_bytes = chunk_bytes,
                                  .crc32 = to.crc32,
                                  .compressed_bytes = to.compressed_bytes,
                                  .uncompressed_bytes = to.uncompressed_bytes};
  if (!zip::put_chunk_table(fields_, about, pack_->deflate()->notes()) ||
      !directory_.reserve(name(), fields_.size()))
    return error(errc::out_of_memory);
  to.central_fields = fields_.span();
  return {};
}

/// Adds the blocks that hold a header which will be written again when the rows are counted.
result<void> archive_writer::add_stored_blocks(std::span<const std::byte> header) noexcept {
  const std::size_t head = record_.size();
  const auto count = static_cast<std::size_t>(stored_bytes(header.size()));
  if (!record_.reserve(head + count)) return error(errc::out_of_memory);
  for (std::size_t i = 0; i < count; ++i) (void)record_.push_back(std::byte{0});
  store_blocks(header, false, record_.data() + head);
  return {};
}

/// Takes compressed rows, in order.
result<void> archive_writer::put_packed(std::span<const std::byte> made,
                                        std::uint64_t bytes) noexcept {
  stream_->packed_bytes += made.size();
  if (auto put = out_->put(made); !put) return put;
  return advance(bytes, false);
}

result<void> archive_writer::pack_rows(std::span<const std::byte> rows) noexcept {
  return pack_->deflate()->add(rows,
                               [&](std::span<const std::byte> made, std::uint64_t bytes) noexcept {
                                 return put_packed(made, bytes);
                               });
}

result<void> archive_writer::finish_packed_rows() noexcept {
  auto ended =
      pack_->deflate()->finish([&](std::span<const std::byte> made, std::uint64_t bytes) noexcept {
        return put_packed(made, bytes);
      });
  stream_->rows_crc32 = pack_->crc32();
  return ended;
}

}  // namespace nopy::inline v1::verbs
