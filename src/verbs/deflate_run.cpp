// SPDX-License-Identifier: MIT
#include "verbs/deflate_run.hpp"

#include "bytes/endian.hpp"
#include "bytes/text_sink.hpp"
#include "deflate/block_walk.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

constexpr std::size_t stored_head_bytes = 5;  // three bits, padding, length and its complement
constexpr std::size_t longest_stored = 65535;
// Of a member whose end is not known: more than any file has.
constexpr std::uint64_t endless = std::uint64_t{1} << 63;

}  // namespace

result<deflate_run> deflate_run::open(int level) noexcept {
  deflate_run made;
  made.codec_ = codec::find_deflater();
  if (made.codec_ == nullptr)
    return error({.code = errc::zip_method,
                  .summary = "this build can not deflate",
                  .hint = "build nopy with libdeflate (libdeflate-dev), or store the member"});
  if (level < made.codec_->least_level || level > made.codec_->most_level) {
    const bytes::short_text<48> found(
        [&](bytes::text_sink& to) { to.put("level ").signed_decimal(level); });
    return error({.code = errc::usage,
                  .summary = "this is no deflate level",
                  .found = found,
                  .expected = "0 (stored), or 1 (fast) to 12 (small)"});
  }
  made.level_ = level;
  made.compressor_ = made.codec_->open(level);
  if (made.compressor_ == nullptr) return error(errc::out_of_memory);
  auto piece = memory::allocate(piece_bytes);
  if (!piece) return piece.error();
  auto output = memory::allocate(
      std::max<std::size_t>(made.codec_->bound(piece_bytes), stored_bytes(piece_bytes)) +
      stored_head_bytes + 1);
  if (!output) return output.error();
  made.piece_ = *std::move(piece);
  made.output_ = *std::move(output);
  return made;
}

deflate_run::deflate_run(deflate_run&& other) noexcept
    : codec_(other.codec_),
      compressor_(std::exchange(other.compressor_, nullptr)),
      level_(other.level_),
      piece_(std::move(other.piece_)),
      output_(std::move(other.output_)),
      gathered_bytes_(other.gathered_bytes_),
      left_bytes_(other.left_bytes_) {}

deflate_run::~deflate_run() {
  if (compressor_ != nullptr) codec_->close(compressor_);
}

void deflate_run::begin(std::uint64_t total_bytes) noexcept {
  left_bytes_ = total_bytes;
  gathered_bytes_ = 0;
}

void deflate_run::begin_open() noexcept { begin(endless); }

std::span<const std::byte> deflate_run::finish() noexcept {
  left_bytes_ = 0;
  if (gathered_bytes_ != 0) return compress(gathered());
  output_.data()[0] = std::byte{1};  // a last block that holds nothing
  bytes::store(output_.data() + 1, std::uint32_t{0xFFFF0000});
  return output_.bytes().first(stored_head_bytes);
}

std::span<const std::byte> deflate_run::gathered() const noexcept {
  return piece_.bytes().first(gathered_bytes_);
}

std::uint64_t deflate_run::most_bytes(std::uint64_t total_bytes) noexcept {
  // More than stored blocks, and than libdeflate's bound: 5 bytes for each 5 000.
  return total_bytes + total_bytes / 512 + 64;
}

std::uint64_t deflate_run::stored_bytes(std::uint64_t count) noexcept {
  return count + stored_head_bytes * ((count + longest_stored - 1) / longest_stored);
}

std::span<const std::byte> deflate_run::take(std::span<const std::byte>& bytes) noexcept {
  if (left_bytes_ + gathered_bytes_ > piece_bytes && gathered_bytes_ == 0 &&
      bytes.size() >= piece_bytes) {
    const auto piece = bytes.first(piece_bytes);
    bytes = bytes.subspan(piece_bytes);
    left_bytes_ -= piece_bytes;
    return compress(piece);
  }
  const std::size_t count = std::min(bytes.size(), piece_bytes - gathered_bytes_);
  if (count != 0) std::memcpy(piece_.data() + gathered_bytes_, bytes.data(), count);
  gathered_bytes_ += count;
  bytes = bytes.subspan(count);
  left_bytes_ -= count;
  if (gathered_bytes_ < piece_bytes && left_bytes_ > 0) return {};
  const auto made = compress(gathered());
  if (left_bytes_ > 0) gathered_bytes_ = 0;
  return made;
}

std::span<const std::byte> deflate_run::compress(std::span<const std::byte> piece) noexcept {
  const bool last = left_bytes_ == 0;
  const std::size_t count = codec_->run(compressor_, piece, output_.bytes());
  const auto walked = deflate::walk_blocks(output_.bytes().first(count));
  // An empty distance code is right, but Windows Explorer refuses it (libdeflate before 1.19).
  if (!walked || walked->has_empty_distance_code)
    return output_.bytes().first(store(piece, last, output_.data()));
  if (last) return output_.bytes().first(count);
  return output_.bytes().first(open_end(walked->last_block_bit, walked->end_bit));
}

std::size_t deflate_run::store(std::span<const std::byte> piece, bool last,
                               std::byte* to) noexcept {
  const std::byte* const first = to;
  while (!piece.empty()) {
    const auto block = piece.first(std::min(piece.size(), longest_stored));
    piece = piece.subspan(block.size());
    *to = static_cast<std::byte>(last && piece.empty() ? 1 : 0);
    const auto count = static_cast<std::uint16_t>(block.size());
    bytes::store(to + 1, count);
    bytes::store(to + 3, static_cast<std::uint16_t>(~count));
    std::memcpy(to + stored_head_bytes, block.data(), block.size());
    to += stored_head_bytes + block.size();
  }
  return static_cast<std::size_t>(to - first);
}

/// Makes the stream in `output_` one that goes on, at a byte: its last block is no longer the last,
/// and an empty stored block follows. The bytes it has then.
std::size_t deflate_run::open_end(std::uint64_t last_block_bit, std::uint64_t end_bit) noexcept {
  std::byte* const out = output_.data();
  out[last_block_bit / 8] &= ~(std::byte{1} << (last_block_bit % 8));
  // The bits behind the end are zero, as those of the block's head; they may reach into one more
  // byte.
  std::size_t count = static_cast<std::size_t>((end_bit + 7) / 8);
  if (end_bit + 3 > 8 * std::uint64_t{count}) out[count++] = std::byte{0};
  bytes::store(out + count, std::uint32_t{0xFFFF0000});
  return count + 4;
}

}  // namespace nopy::inline v1::verbs
