// SPDX-License-Identifier: MIT
#include "verbs/member_stream.hpp"

#include "bytes/checked.hpp"
#include "bytes/text_sink.hpp"
#include "deflate/crc32.hpp"
#include "zip/local_check.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

// Read and summed up while it is in the second-level cache; copied, in the first one.
constexpr std::size_t step_bytes = 256 << 10;
constexpr std::size_t copied_step_bytes = 4 << 10;

struct method_row {
  std::uint16_t method;
  std::string_view name;
  std::string_view hint;
};
constexpr method_row method_table[] = {
    {1, "shrunk (1)", "an archive of before 1993; repack it"},
    {6, "imploded (6)", "an archive of before 1993; repack it"},
    {zip::method_deflated, "deflated (8)", ""},
    {9, "Deflate64 (9)", "unpack it with unzip or 7z; NumPy can not read it either"},
    {zip::method_bzip2, "bzip2 (12)",
     "build nopy with libbz2 (libbz2-dev), or repack it with deflate"},
    {zip::method_lzma, "LZMA (14)",
     "build nopy with liblzma (liblzma-dev), or repack it with deflate"},
    {zip::method_zstd, "zstd (93)",
     "build nopy with libzstd (libzstd-dev), or repack it with deflate"},
    {95, "XZ (95)", "repack it with method 8 (deflate)"},
    {99, "AES encryption (99)", "decrypt it first"},
};

const method_row* row_of(std::uint16_t method) noexcept {
  for (const method_row& row : method_table)
    if (row.method == method) return &row;
  return nullptr;
}

using method_text = bytes::short_text<64>;
method_text words_of(std::uint16_t method) noexcept {
  return method_text([&](bytes::text_sink& out) {
    if (const method_row* row = row_of(method))
      out.put(row->name);
    else
      out.put("method ").decimal(method);
  });
}

error unknown_method(const zip::entry& of) noexcept {
  const method_row* row = row_of(of.method);
  const std::string_view hint = row != nullptr ? row->hint : "repack it with method 8 (deflate)";
  const method_text found = words_of(of.method);
  return error({.code = errc::zip_method,
                .offset = of.record_offset,
                .summary = "this build can not read the member's compression method",
                .found = found,
                .expected = "stored (0) or deflated (8)",
                .hint = hint});
}

error wrong_crc(std::uint32_t found, std::uint32_t expected) noexcept {
  const bytes::short_text<16> is([&](bytes::text_sink& out) { out.hex(found, 8); });
  const bytes::short_text<16> should([&](bytes::text_sink& out) { out.hex(expected, 8); });
  return error({.code = errc::zip_crc,
                .summary = "the member's checksum does not match",
                .found = is,
                .expected = should,
                .hint = "the archive is damaged; get it again from its source"});
}

/// The error of a record, with an offset in the archive, that says whose record it is.
error about_record(archive& of, std::size_t index, const error& what) noexcept {
  error_parts parts = what.parts();
  const bytes::short_text<240> whose([&](bytes::text_sink& out) {
    out.put("member '").put(bytes::clipped(of.name_of(index), 100)).put("'");
    if (!parts.found.empty()) out.put(": ").put(bytes::clipped(parts.found, 120));
  });
  parts.found = whose;
  return of.named(error(parts));
}

}  // namespace

error member_stream::compressed() const noexcept {
  const method_text found = words_of(entry_.method);
  return error({.code = errc::compressed,
                .summary = "a compressed member can not be mapped",
                .found = found,
                .expected = "stored (0)",
                .hint = "load it, or read windows of it (npy_file)"});
}

result<std::unique_ptr<member_stream>> member_stream::open(const archive_share& of,
                                                           std::size_t index) noexcept {
  archive& all = *of.get();
  if (index >= all.members.size())
    return all.named(error(errc::not_found, "the archive has no member at that position"));
  const auto entry = all.members.checked(index);
  if (!entry) return about_record(all, index, entry.error());
  std::unique_ptr<member_stream> made(new (std::nothrow) member_stream(of, index, *entry));
  if (made == nullptr) return all.named(error(errc::out_of_memory), index);
  if (const auto looked = made->look(); !looked) {
    // Where the file is another one by now, that is the reason.
    if (all.from.file() != nullptr)
      if (const auto same = all.from.file()->check_unchanged(); !same)
        return all.named(same.error());
    return about_record(all, index, looked.error());
  }
  const finding_list told = std::exchange(made->findings_, {});
  for (const finding& one : told)
    if (!made->findings_.push_back({one.severity, about_record(all, index, one.what)}))
      return all.named(error(errc::out_of_memory), index);
  return made;
}

byte_range member_stream::first_look(const archive& of, const zip::entry& one) noexcept {
  const std::uint64_t stop = of.members.end().directory_offset;
  return {one.header_offset, std::min<std::uint64_t>(near_bytes, stop - one.header_offset)};
}

/// Reads the local header and what follows it at once.
result<void> member_stream::look() noexcept {
  const opened_source& from = of().from;
  const std::uint64_t stop = of().members.end().directory_offset;
  if (from.file() != nullptr)
    if (const auto same = from.file()->check_unchanged(); !same) return same;
  std::span<std::byte> local(first_, static_cast<std::size_t>(first_look(of(), entry_).count));
  memory far;
  for (;;) {
    if (auto read = from.read_at(entry_.header_offset, local); !read) return read;
    const auto start = zip::check_local(of().members, entry_, local, of().policy, findings_);
    if (!start) return start.error();
    if (start->wanted == 0) {
      data_offset_ = start->offset;
      break;
    }
    // A long name or extra field; what it says was held against the archive.
    if (start->wanted > stop - entry_.header_offset)
      return error({.code = errc::zip_corrupt,
                    .offset = entry_.header_offset,
                    .summary = "the member's local header is cut"});
    auto block = memory::allocate(start->wanted);
    if (!block) return block.error();
    far = *std::move(block);
    local = far.bytes();
  }
  const std::uint64_t header_bytes = data_offset_ - entry_.header_offset;
  if (far.size_bytes() == 0 && header_bytes < local.size()) {
    first_count_ = static_cast<std::size_t>(
        std::min<std::uint64_t>(local.size() - header_bytes, entry_.compressed_bytes));
    std::memmove(first_, first_ + header_bytes, first_count_);
  }
  if (auto begun = begin_decoding(); !begun) return begun;
  return of().policy == policy::strict ? check_behind() : result<void>();
}

result<void> member_stream::begin_decoding() noexcept {
  const std::span<const std::byte> first(first_, first_count_);
  if (entry_.method == zip::method_deflated) inflated_.begin(total_bytes(), first);
  if (entry_.method == zip::method_deflated || is_stored()) return {};
  const codec::expander* how = codec::find_expander(entry_.method);
  if (how == nullptr) return unknown_method(entry_);
  expanded_.emplace(*how, total_bytes(), first);
  return {};
}

result<void> member_stream::check_behind() const noexcept {
  const std::uint64_t end = data_offset_ + entry_.compressed_bytes;
  const std::uint64_t count =
      std::min(zip::descriptor_limit(entry_), of().members.boundary_behind(entry_) - end);
  if (zip::descriptor_limit(entry_) == 0) return {};
  std::byte room[zip::longest_descriptor];
  const std::span<std::byte> behind(room, static_cast<std::size_t>(count));
  if (auto read = of().from.read_at(end, behind); !read) return read;
  return zip::check_descriptor(entry_, end, behind);
}

const std::byte* member_stream::in_place(std::uint64_t offset) const noexcept {
  if (!is_stored() || offset > total_bytes()) return nullptr;
  return of().from.in_place(data_offset_ + offset);
}

result<void> member_stream::read_at(std::uint64_t offset, std::span<std::byte> into) noexcept {
  const auto stop = checked::add(offset, into.size());
  if (!stop || *stop > total_bytes())
    return error({.code = errc::data_truncated,
                  .offset = total_bytes(),
                  .summary = "the member ends early"});
  const std::size_t step = in_place(offset) != nullptr ? copied_step_bytes : step_bytes;
  while (!into.empty()) {
    const auto piece = in_order_ ? into.first(std::min(into.size(), step)) : into;
    if (auto read = read_piece(offset, piece); !read) return read;
    if (in_order_) sum_up(offset, piece);
    offset += piece.size();
    into = into.subspan(piece.size());
  }
  return {};
}

template <class Body>
result<void> member_stream::with_input(Body&& body) noexcept {
  const opened_source& from = of().from;
  const auto read = [&](std::uint64_t offset, std::span<std::byte> into) {
    return from.read_at(data_offset_ + offset, into);
  };
  const auto expect = [&](std::uint64_t offset, std::uint64_t count) {
    const byte_range there{data_offset_ + offset, count};
    from.expect({&there, 1});
  };
  return body(compressed_input{from.in_place(data_offset_), read, entry_.compressed_bytes, expect});
}

result<void> member_stream::read_piece(std::uint64_t offset, std::span<std::byte> into) noexcept {
  if (!is_stored())
    return with_input([&](const compressed_input& input) {
      if (expanded_) return expanded_->read(input, offset, into);
      if (!in_order_ && chunks_ != nullptr && !stale_.load(std::memory_order_relaxed)) {
        const auto exact = chunks_->read(input, offset, into);
        if (!exact) return result<void>(exact.error());
        if (*exact) return result<void>();
        stale_.store(true, std::memory_order_relaxed);
      }
      if (!in_order_ && chunks_ != nullptr && on_stale_ == on_stale::give_up)
        return result<void>(error(errc::zip_index_stale));
      return inflated_.read(input, offset, into, in_order_ ? checkpoints::none : checkpoints::left);
    });
  if (offset + into.size() <= first_count_) {
    if (!into.empty()) std::memcpy(into.data(), first_ + offset, into.size());
    return {};
  }
  return of().from.read_at(data_offset_ + offset, into);
}

void member_stream::sum_up(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
  if (offset > summed_bytes_ || offset + bytes.size() <= summed_bytes_) return;
  const auto next = bytes.subspan(static_cast<std::size_t>(summed_bytes_ - offset));
  crc_ = deflate::crc32(crc_, next);
  summed_bytes_ += next.size();
}

/// What lies behind the bytes that were read in order, also the end of a deflate stream.
result<void> member_stream::read_rest() noexcept {
  in_order_ = true;
  memory scratch;
  while (summed_bytes_ < total_bytes()) {
    const auto count = static_cast<std::size_t>(
        std::min<std::uint64_t>(step_bytes, total_bytes() - summed_bytes_));
    if (const std::byte* there = in_place(summed_bytes_); there != nullptr) {
      sum_up(summed_bytes_, {there, count});
      continue;
    }
    if (scratch.size_bytes() == 0) {
      auto made = memory::allocate(count);
      if (!made) return made.error();
      scratch = *std::move(made);
    }
    if (auto read = read_at(summed_bytes_, scratch.bytes().first(count)); !read) return read;
  }
  if (is_stored()) return {};
  return with_input([&](const compressed_input& input) {
    return expanded_ ? expanded_->check_end(input) : inflated_.check_end(input);
  });
}

result<bool> member_stream::read_chunks(on_stale stale) noexcept {
  on_stale_ = stale;
  const zip::found_table found = zip::find_chunk_table(entry_);
  table_problem_ = found.stale;
  if (!found.table) return false;
  auto made = chunk_reader::make(*found.table, total_bytes());
  if (!made) return made.error();
  chunks_ = *std::move(made);
  in_order_ = false;
  return true;
}

void member_stream::leave_chunks() noexcept {
  chunks_.reset();
  in_order_ = true;
}

std::optional<finding> member_stream::stale_table() const noexcept {
  const bool stale = stale_.load(std::memory_order_relaxed);
  if (!stale && table_problem_.empty()) return std::nullopt;
  return finding{
      severity::note,
      named(error({.code = errc::zip_index_stale,
                   .found = stale ? "a chunk that is not what the table says" : table_problem_,
                   .hint = "repack the archive to get a table that fits"}))};
}

/// Whether the whole member was read by chunks, each of which begins where the one before ends; else it has to be read
/// in order.
result<bool> member_stream::met_every_chunk(const parallel_callback& parallel) noexcept {
  if (in_order_ || chunks_ == nullptr || stale_.load(std::memory_order_relaxed)) return false;
  result<bool> met = false;
  const auto done = with_input([&](const compressed_input& input) -> result<void> {
    met = chunks_->meet_all(input, parallel);
    return {};
  });
  if (!done) return done.error();
  if (met && !*met) stale_.store(true, std::memory_order_relaxed);
  return met;
}

result<void> member_stream::finish(const parallel_callback& parallel) noexcept {
  if (finished_) return {};
  const auto met = met_every_chunk(parallel);
  if (!met) return met.error();
  result<void> verdict = *met ? result<void>() : read_rest();
  if (*met) crc_ = entry_.crc32;  // those of the chunks were seen to combine to it
  if (verdict && crc_ != entry_.crc32) verdict = wrong_crc(crc_, entry_.crc32);
  if (!verdict && of().from.file() != nullptr)
    if (auto same = of().from.file()->check_unchanged(); !same) return same;
  const auto code = verdict ? errc::zip_crc : verdict.error().code();
  if (code == errc::zip_crc || code == errc::zip_size || code == errc::zip_inflate)
    of().remember(index_, verdict);
  finished_ = verdict.has_value();
  return verdict;
}

}  // namespace nopy::inline v1::verbs
