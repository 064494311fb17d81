// SPDX-License-Identifier: MIT
#include "http/remote_file.hpp"

#include "http/ranges.hpp"

#include <algorithm>

namespace nopy::inline v1::http {
namespace {

// Of one call of `expect`; what is beyond is brought when it is read.
constexpr std::uint64_t most_expected = 16 << 20;
// A read up to this size is kept, for who verifies a member before he uses it.
constexpr std::uint64_t most_kept = 1 << 20;

error no_ranges(const answer& head) {
  const std::string found = head.length()
                                ? "HTTP 200 with all " + std::to_string(*head.length()) + " bytes"
                                : head.words();
  return error({.code = errc::http_no_ranges,
                .summary = "the server gives whole files only, no parts",
                .found = found,
                .expected = "HTTP 206",
                .hint = "`curl -L URL | nopy COMMAND -` reads all of it; a library raises "
                        "options::whole_bytes"});
}

}  // namespace

/// Asks for one end of the file. False where another kind of request may do better.
result<bool> object::remote_file::look(wanted::part part) {
  const std::uint64_t count =
      std::clamp<std::uint64_t>(client_.with().how.first_bytes, 22, std::uint64_t{64} << 20);
  std::vector<std::byte> bytes(static_cast<std::size_t>(count));
  const auto got = client_.ask({part, {0, count}, true}, bytes);
  if (!got) return got.error();
  const int status = got->head.status();
  if (got->how == ending::status && status == 416 && got->head.refused_total() == 0u) {
    client_.remember(got->head.who(0));
    return true;
  }
  // Who knows no suffix ranges says so in several ways.
  const bool suffix = part == wanted::part::suffix;
  if (suffix && got->how == ending::status && (status == 400 || status == 416 || status == 501))
    return false;
  if (got->how == ending::whole) {
    if (suffix) return false;
    const auto length = got->head.length();
    if (length && *length > client_.with().how.whole_bytes) return no_ranges(got->head);
    client_.remember({{}, got->head.who(0).etag, got->head.who(0).modified});
    if (auto taken = take_whole(); !taken) return taken.error();
    return true;
  }
  if (got->why) return *got->why;
  take_first(*got, std::move(bytes));
  return true;
}

void object::remote_file::take_first(const first_answer& got, std::vector<std::byte> bytes) {
  bytes.resize(static_cast<std::size_t>(got.range.count));
  total_bytes_ = got.head.status() == 206 ? got.head.told_total().value_or(0) : got.range.count;
  client_.remember(got.head.who(total_bytes_));
  if (got.range.offset + got.range.count == total_bytes_) tail_bytes_ = got.range.count;
  cache_.keep({got.range.offset, std::move(bytes)}, keeping::for_ever);
}

result<void> object::remote_file::take_whole() {
  auto copy = std::make_unique<whole_copy>(client_.with().how.whole_bytes);
  const auto got =
      client_.ask_whole([&](std::span<const std::byte> bytes) { return copy->append(bytes); },
                        [&] { copy->clear(); });
  if (!got) return copy->why() ? *copy->why() : got.error();
  total_bytes_ = copy->size_bytes();
  tail_bytes_ = total_bytes_;
  whole_ = std::move(copy);
  return {};
}

result<void> object::remote_file::open() {
  const first_look how = client_.with().how.first_look;
  const bool beginning =
      how == first_look::beginning || (how == first_look::by_name && name().ends_with(".npy"));
  if (!beginning) {
    const auto seen = look(wanted::part::suffix);
    if (!seen) return seen.error();
    if (*seen) return {};
  }
  const auto seen = look(wanted::part::range);
  if (!seen) return seen.error();
  if (beginning || whole_ != nullptr || tail_bytes_ != 0 || total_bytes_ == 0) return {};
  const std::uint64_t count = std::min(client_.with().how.first_bytes, total_bytes_);
  block end{total_bytes_ - count, std::vector<std::byte>(static_cast<std::size_t>(count))};
  if (auto brought = bring({&end, 1}); !brought) return brought;
  cache_.keep(std::move(end), keeping::for_ever);
  tail_bytes_ = count;
  return {};
}

result<void> object::remote_file::bring(std::span<block> blocks) const {
  const options& how = client_.with().how;
  std::vector<piece> pieces;
  for (block& one : blocks)
    for (const byte_range& part : in_pieces({one.offset, one.bytes.size()}, how.piece_bytes, 4096))
      pieces.push_back({part, one.bytes.data() + (part.offset - one.offset)});
  return client_.bring(pieces);
}

result<void> object::remote_file::read(std::uint64_t offset, std::span<std::byte> into) const {
  if (whole_ != nullptr) return whole_->read_at(offset, into);
  byte_range missing;
  std::uint64_t count = 0;
  {
    const std::lock_guard<std::mutex> held(lock_);
    missing = cache_.take(offset, into);
    if (missing.count == 0) return {};
    count = ahead_.count_for(missing, total_bytes_);
  }
  std::byte* to = into.data() + (missing.offset - offset);
  if (count == missing.count && count > most_kept) {
    std::vector<piece> pieces;
    for (const byte_range& part : in_pieces(missing, client_.with().how.piece_bytes, 4096))
      pieces.push_back({part, to + (part.offset - missing.offset)});
    return client_.bring(pieces);
  }
  block made{missing.offset, std::vector<std::byte>(static_cast<std::size_t>(count))};
  if (auto brought = bring({&made, 1}); !brought) return brought;
  std::copy_n(made.bytes.begin(), missing.count, to);
  const std::lock_guard<std::mutex> held(lock_);
  cache_.keep(std::move(made));
  return {};
}

result<void> object::remote_file::read_at(std::uint64_t offset,
                                          std::span<std::byte> into) const noexcept {
  try {
    return read(offset, into);
  } catch (...) {
    return error(errc::out_of_memory);
  }
}

void object::remote_file::expect(std::span<const byte_range> ranges) const noexcept {
  if (whole_ != nullptr) return;
  try {
    std::vector<byte_range> missing;
    {
      const std::lock_guard<std::mutex> held(lock_);
      for (const byte_range& one : ranges)
        if (!cache_.holds(one)) missing.push_back(one);
    }
    std::vector<block> blocks;
    std::uint64_t left = most_expected;
    for (byte_range one : merged(missing, total_bytes_, client_.with().how.gap_bytes)) {
      one.count = std::min(one.count, left);
      left -= one.count;
      if (one.count != 0)
        blocks.push_back({one.offset, std::vector<std::byte>(static_cast<std::size_t>(one.count))});
    }
    if (!bring(blocks)) return;  // the reads will tell
    const std::lock_guard<std::mutex> held(lock_);
    for (block& one : blocks) cache_.keep(std::move(one));
  } catch (...) {
    return;  // without memory nothing is brought before it is read
  }
}

}  // namespace nopy::inline v1::http
