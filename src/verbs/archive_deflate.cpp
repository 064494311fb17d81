// SPDX-License-Identifier: MIT
// The deflated members of a new archive.
#include "deflate/crc32.hpp"
#include "verbs/archive_writer.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {

result<int> archive_writer::open_level(const member_options& options) noexcept {
  const int level = options.compression.value_or(options_.compression).level;
  if (level == 0 || (deflate_ && deflate_->level() == level)) return level;
  deflate_.reset();
  auto opened = deflate_run::open(level);
  if (!opened) return opened.error().about(name());
  deflate_.emplace(*std::move(opened));
  return level;
}

result<void> archive_writer::write(int level, std::span<const std::byte> header,
                                   std::uint64_t bytes, next_block next) noexcept {
  if (level == 0 || header.size() + bytes == 0) return write_stored(header, bytes, next);
  if (header.size() + bytes <= deflate_run::piece_bytes) return write_small(header, bytes, next);
  return write_deflated(header, bytes, next);
}

/// Compresses a member of one piece before anything of it is written: its sizes are known then, and
/// where they would not be smaller it is stored.
result<void> archive_writer::write_small(std::span<const std::byte> header, std::uint64_t bytes,
                                         next_block next) noexcept {
  deflate_->begin(header.size() + bytes);
  auto compressed = deflate_->take(header);
  for (auto block = next(); !block.empty(); block = next())
    while (!block.empty()) compressed = deflate_->take(block);
  const auto whole = deflate_->gathered();
  const auto data = whole.last(static_cast<std::size_t>(bytes));
  if (compressed.size() >= whole.size())
    return write_stored(whole.first(whole.size() - data.size()), bytes,
                        [rest = data]() mutable { return std::exchange(rest, {}); });
  const zip::member_record member{.name = name(),
                                  .method = zip::method_deflated,
                                  .crc32 = deflate::crc32(0, whole),
                                  .compressed_bytes = compressed.size(),
                                  .uncompressed_bytes = whole.size(),
                                  .header_offset = out_->end()};
  const std::size_t extra_bytes = zip::local_extra_bytes(member, style(), 0, 0, false);
  if (auto put = put_local(member, extra_bytes); !put) return put;
  if (auto put = out_->put(compressed); !put) return put;
  directory_.add(member);
  return advance(bytes, true);
}

/// Compresses piece by piece; the local header is written again when the compressed size is known.
result<void> archive_writer::write_deflated(std::span<const std::byte> header, std::uint64_t bytes,
                                            next_block next) noexcept {
  const std::uint64_t total_bytes = header.size() + bytes;
  zip::member_record member{.name = name(),
                            .method = zip::method_deflated,
                            .compressed_bytes = deflate_run::most_bytes(total_bytes),
                            .uncompressed_bytes = total_bytes,
                            .header_offset = out_->end()};
  // Where the bytes may need ZIP64, there is room for it, and it is used if they do.
  const bool near_limit = zip::local_extra_bytes(member, style(), 0, 0, false) != 0;
  const std::size_t extra_bytes = zip::local_extra_bytes(member, style(), 0, 0, near_limit);
  if (auto put = put_local(member, extra_bytes); !put) return put;
  member.compressed_bytes = 0;
  deflate_->begin(total_bytes);
  const auto add = [&](std::span<const std::byte> block, bool is_data) -> result<void> {
    while (!block.empty()) {
      auto piece = block.first(std::min(block.size(), deflate_run::piece_bytes));
      block = block.subspan(piece.size());
      member.crc32 = deflate::crc32(member.crc32, piece);
      const std::uint64_t count = is_data ? piece.size() : 0;
      while (!piece.empty()) {
        const auto compressed = deflate_->take(piece);
        member.compressed_bytes += compressed.size();
        if (auto put = out_->put(compressed); !put) return put;
      }
      if (auto told = advance(count, false); !told) return told;
    }
    return {};
  };
  auto added = add(header, false);
  for (auto block = next(); added && !block.empty(); block = next()) added = add(block, true);
  if (!added) return added;
  record_.clear();
  if (!zip::put_local_header(record_, member, style(), extra_bytes, alignment()))
    return error(errc::out_of_memory);
  if (auto put = out_->patch(member.header_offset, record_.span()); !put) return put;
  directory_.add(member);
  return advance(0, true);
}

}  // namespace nopy::inline v1::verbs
