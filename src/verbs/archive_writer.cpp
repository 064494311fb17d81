// SPDX-License-Identifier: MIT
#include "verbs/archive_writer.hpp"

#include "array/view_blocks.hpp"
#include "bytes/endian.hpp"
#include "deflate/crc32.hpp"
#include "verbs/archive_names.hpp"
#include "verbs/growth.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::uint64_t gathered_bytes = std::uint64_t{4} << 20;
// What is checked and written at once: the write finds it in the cache.
constexpr std::size_t piece_bytes = std::size_t{256} << 10;
constexpr std::uint64_t reported_bytes = std::uint64_t{16} << 20;
constexpr std::uint64_t crc_in_local_header = 14;

zip::record_style style_of(profile profile) noexcept {
  if (profile == profile::numpy) return zip::record_style::numpy;
  if (profile == profile::numpy_classic) return zip::record_style::numpy_classic;
  return zip::record_style::plain;
}

}  // namespace

archive_writer::archive_writer(archive_output out, const npz_options& options) noexcept
    : out_(std::move(out)), directory_(style_of(options.profile)), options_(options) {}

result<archive_writer> archive_writer::create(path_ref path, const npz_options& options) noexcept {
  if (auto usable = check_alignment(options.alignment); !usable) return usable.error();
  auto out = archive_output::create(path, options.existing, options.durability);
  if (!out) return out.error();
  return archive_writer(*std::move(out), options);
}

zip::record_style archive_writer::style() const noexcept { return style_of(options_.profile); }

std::uint32_t archive_writer::alignment() const noexcept {
  return options_.profile == profile::aligned ? options_.alignment : 0;
}

result<void> archive_writer::settle(result<void> written) noexcept {
  if (written) return written;
  broken_ = written.error();
  stream_.reset();
  out_.reset();
  return written;
}

result<void> archive_writer::check_open() noexcept {
  if (broken_) return *broken_;
  if (!out_) return error({.code = errc::usage, .summary = "the archive is closed"});
  return {};
}

/// Ends the member before, and makes `name_` that of the next one, for which there is room then.
result<void> archive_writer::prepare(std::string_view key, std::string_view suffix) noexcept {
  if (auto open = check_open(); !open) return open;
  if (auto ended = end_stream(); !ended) return ended;
  name_.clear();
  if (!name_.append(std::span<const char>(key)) || !name_.append(std::span<const char>(suffix)))
    return error(errc::out_of_memory);
  if (auto usable = check_name(name()); !usable) return usable;
  if (unique_ && has_name(name()))
    return error({.code = errc::zip_duplicate,
                  .subject = name(),
                  .summary = "the archive has a member of that name"});
  if (!directory_.reserve(name())) return error(errc::out_of_memory);
  return {};
}

result<void> archive_writer::advance(std::uint64_t bytes, bool member_ends) noexcept {
  done_bytes_ += bytes;
  if (!options_.progress) return {};
  if (!member_ends && done_bytes_ - told_bytes_ < reported_bytes) return {};
  told_bytes_ = done_bytes_;
  if (!options_.progress({done_bytes_, total_bytes_})) return error(errc::cancelled);
  return {};
}

result<void> archive_writer::put_local(const zip::member_record& member,
                                       std::size_t extra_bytes) noexcept {
  record_.clear();
  if (!zip::put_local_header(record_, member, style(), extra_bytes, alignment()))
    return error(errc::out_of_memory);
  return out_->put(record_.span());
}

result<void> archive_writer::add(std::string_view key, const any_view& what,
                                 const member_options& options) noexcept {
  if (auto prepared = prepare(key, ".npy"); !prepared) return prepared;
  const auto how = open_pack(options);
  if (!how) return how.error();
  auto blocks = core::view_blocks::of(what, options.order, gathered_bytes);
  if (!blocks) return blocks.error().about(name());
  const auto header = core::encode_header(what.dtype(), what.shape(), blocks->order());
  if (!header) return header.error().about(name());
  return settle(
      write(*how, header->bytes(), blocks->total_bytes(), [&] { return blocks->next(); }));
}

result<void> archive_writer::add_bytes(std::string_view stored_name,
                                       std::span<const std::byte> bytes,
                                       const member_options& options) noexcept {
  if (auto prepared = prepare(stored_name, {}); !prepared) return prepared;
  const auto how = open_pack(options);
  if (!how) return how.error();
  return settle(write(*how, {}, bytes.size(), [&] { return std::exchange(bytes, {}); }));
}

result<void> archive_writer::write_stored(std::span<const std::byte> header, std::uint64_t bytes,
                                          next_block next) noexcept {
  zip::member_record member{.name = name(),
                            .compressed_bytes = header.size() + bytes,
                            .uncompressed_bytes = header.size() + bytes,
                            .header_offset = out_->end()};
  const std::size_t extra_bytes =
      zip::local_extra_bytes(member, style(), alignment(), header.size(), false);
  const auto first = next();
  std::uint32_t crc = deflate::crc32(0, header);
  // A small member is checked before it is written: that is cheaper than going back.
  const bool known = first.size() == bytes && bytes <= piece_bytes;
  if (known) member.crc32 = deflate::crc32(crc, first);
  if (auto put = put_local(member, extra_bytes); !put) return put;
  if (auto put = out_->put(header); !put) return put;
  if (known) {
    if (auto put = out_->put(first); !put) return put;
  } else {
    const auto whole = write_blocks(crc, first, next);
    if (!whole) return whole.error();
    member.crc32 = *whole;
    std::byte patch[4];
    bytes::store(patch, member.crc32);
    if (auto put = out_->patch(member.header_offset + crc_in_local_header, patch); !put) return put;
  }
  directory_.add(member);
  return advance(known ? bytes : 0, true);
}

/// Writes `block` and those behind it; returns the CRC of all, which goes on from `crc`.
result<std::uint32_t> archive_writer::write_blocks(std::uint32_t crc,
                                                   std::span<const std::byte> block,
                                                   next_block next) noexcept {
  for (; !block.empty(); block = next()) {
    while (!block.empty()) {
      const auto piece = block.first(std::min(block.size(), piece_bytes));
      crc = deflate::crc32(crc, piece);
      if (auto put = out_->put(piece); !put) return put.error();
      if (auto told = advance(piece.size(), false); !told) return told.error();
      block = block.subspan(piece.size());
    }
  }
  return crc;
}

result<void> archive_writer::begin(std::string_view key, const dtype& type, const shape& row,
                                   const member_options& options) noexcept {
  if (auto prepared = prepare(key, ".npy"); !prepared) return prepared;
  const auto how = open_pack(options);
  if (!how) return how.error();
  if (how->method == compression::zstd)
    return error({.code = errc::usage,
                  .subject = name(),
                  .summary = "an array of unknown length can not be written as zstd",
                  .hint = "add it at once, or say nopy::deflated{} or nopy::stored"});
  if (auto written = settle(write_waiting()); !written) return written;
  const bool deflated = how->method == compression::deflated;
  const auto row_bytes = bytes_of_row(type, row);
  if (!row_bytes) return row_bytes.error().about(name());
  const order in_file = row.rank() == 0 ? order::c : options.order;  // one axis has no order
  const auto header = core::encode_header(type, shape_of_rows(row, 0, in_file), in_file);
  if (!header) return header.error().about(name());
  const zip::member_record member{.name = name(),
                                  .method = deflated ? zip::method_deflated : zip::method_stored,
                                  .header_offset = out_->end()};
  const std::size_t extra_bytes = zip::local_extra_bytes(
      member, style(), deflated ? 0 : alignment(), header->bytes().size(), true);
  stream_.emplace(stream{.type = type,
                         .row = row,
                         .order = in_file,
                         .row_bytes = *row_bytes,
                         .header_bytes = header->bytes().size(),
                         .extra_bytes = extra_bytes,
                         .header_offset = member.header_offset,
                         .deflated = deflated});
  if (deflated)
    if (auto begun = pack_->deflate()->begin_open(); !begun) return settle(std::move(begun));
  if (auto filled = fill_stream_head(member, header->bytes(), extra_bytes); !filled)
    return settle(std::move(filled));
  return settle(out_->put(record_.span()));
}

/// Makes `record_` the local header and the array's header of a stream.
result<void> archive_writer::fill_stream_head(const zip::member_record& member,
                                              std::span<const std::byte> header,
                                              std::size_t extra_bytes) noexcept {
  record_.clear();
  if (!zip::put_local_header(record_, member, style(), extra_bytes, alignment()))
    return error(errc::out_of_memory);
  if (member.method == zip::method_deflated) return add_stored_blocks(header);
  return record_.append(header) ? result<void>() : error(errc::out_of_memory);
}

result<void> archive_writer::rows(std::span<const std::byte> rows) noexcept {
  if (auto open = check_open(); !open) return open;
  if (!stream_) return error({.code = errc::usage, .summary = "no array was begun"});
  if (rows.size() % stream_->row_bytes != 0)
    return error(
        {.code = errc::usage, .subject = name(), .summary = "only whole rows can be written"});
  const std::uint64_t more = rows.size() / stream_->row_bytes;
  const std::uint64_t most_rows = (std::uint64_t{INT64_MAX} - out_->end()) / stream_->row_bytes;
  if (more > most_rows)
    return error(
        {.code = errc::too_large, .subject = name(), .summary = "no file can be that long"});
  stream_->row_count += more;
  if (stream_->deflated) return settle(pack_rows(rows));
  const auto crc =
      write_blocks(stream_->rows_crc32, rows, [] { return std::span<const std::byte>(); });
  if (!crc) return settle(crc.error());
  stream_->rows_crc32 = *crc;
  return {};
}

result<void> archive_writer::end_stream() noexcept {
  if (!stream_) return {};
  if (stream_->deflated)
    if (auto packed = finish_packed_rows(); !packed) return settle(std::move(packed));
  const stream ended = *std::exchange(stream_, std::nullopt);
  return settle(finish_stream(ended));
}

/// Writes both headers again, now that the rows are counted; neither changes its length.
result<void> archive_writer::finish_stream(const stream& ended) noexcept {
  const auto header = core::encode_header(
      ended.type, shape_of_rows(ended.row, ended.row_count, ended.order), ended.order);
  if (!header) return header.error().about(name());
  if (header->bytes().size() != ended.header_bytes) return no_room_for(ended.row_count, 0);
  const std::uint64_t rows_bytes = ended.row_count * ended.row_bytes;
  const std::uint64_t whole_bytes = ended.header_bytes + rows_bytes;
  const zip::member_record member{
      .name = name(),
      .method = ended.deflated ? zip::method_deflated : zip::method_stored,
      .crc32 =
          deflate::crc32_join(deflate::crc32(0, header->bytes()), ended.rows_crc32, rows_bytes),
      .compressed_bytes =
          ended.deflated ? stored_bytes(ended.header_bytes) + ended.packed_bytes : whole_bytes,
      .uncompressed_bytes = whole_bytes,
      .header_offset = ended.header_offset};
  if (auto filled = fill_stream_head(member, header->bytes(), ended.extra_bytes); !filled)
    return filled;
  if (auto put = out_->patch(ended.header_offset, record_.span()); !put) return put;
  if (!directory_.reserve(name())) return error(errc::out_of_memory);
  directory_.add(member);
  return advance(0, true);
}

result<void> archive_writer::close() noexcept {
  if (auto open = check_open(); !open) return open;
  if (auto ended = end_stream(); !ended) return ended;
  if (auto written = settle(write_waiting()); !written) return written;
  auto finished = settle(finish());
  out_.reset();
  return finished;
}

result<void> archive_writer::finish() noexcept {
  const std::uint64_t offset = out_->end();
  if (!directory_.finish(offset)) return error(errc::out_of_memory);
  if (auto put = out_->put(directory_.bytes()); !put) return put;
  return out_->commit();
}

}  // namespace nopy::inline v1::verbs
