// SPDX-License-Identifier: MIT
#include "verbs/zstd_run.hpp"

#include "bytes/text_sink.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace nopy::inline v1::verbs {

result<zstd_run> zstd_run::open(int level) noexcept {
  zstd_run made;
  made.codec_ = codec::find_zstd_packer();
  if (made.codec_ == nullptr)
    return error({.code = errc::zip_method,
                  .summary = "this build can not write zstd",
                  .hint = "build nopy with libzstd (libzstd-dev), or deflate the member"});
  if (level < made.codec_->least_level || level > made.codec_->most_level) {
    const bytes::short_text<48> found(
        [&](bytes::text_sink& to) { to.put("level ").signed_decimal(level); });
    return error({.code = errc::usage,
                  .summary = "this is no zstd level",
                  .found = found,
                  .expected = "1 (fast) to 19 (small)"});
  }
  made.compressor_ = made.codec_->open(level);
  if (made.compressor_ == nullptr) return error(errc::out_of_memory);
  auto piece = memory::allocate(piece_bytes);
  if (!piece) return piece.error();
  auto output = memory::allocate(made.codec_->bound(piece_bytes));
  if (!output) return output.error();
  made.piece_ = *std::move(piece);
  made.output_ = *std::move(output);
  return made;
}

zstd_run::zstd_run(zstd_run&& other) noexcept
    : codec_(other.codec_),
      compressor_(std::exchange(other.compressor_, nullptr)),
      piece_(std::move(other.piece_)),
      output_(std::move(other.output_)),
      gathers_(other.gathers_),
      gathered_bytes_(other.gathered_bytes_),
      left_bytes_(other.left_bytes_) {}

zstd_run::~zstd_run() {
  if (compressor_ != nullptr) codec_->close(compressor_);
}

result<void> zstd_run::begin(std::uint64_t total_bytes) noexcept {
  left_bytes_ = total_bytes;
  gathers_ = total_bytes <= piece_bytes;
  gathered_bytes_ = 0;
  return codec_->begin(compressor_, total_bytes) ? result<void>() : error(errc::out_of_memory);
}

std::span<const std::byte> zstd_run::gathered() const noexcept {
  return piece_.bytes().first(gathered_bytes_);
}

result<std::span<const std::byte>> zstd_run::take(std::span<const std::byte>& bytes) noexcept {
  auto piece = bytes.first(std::min(bytes.size(), piece_bytes));
  bytes = bytes.subspan(piece.size());
  left_bytes_ -= piece.size();
  if (gathers_) {
    if (!piece.empty()) std::memcpy(piece_.data() + gathered_bytes_, piece.data(), piece.size());
    gathered_bytes_ += piece.size();
    if (left_bytes_ > 0) return std::span<const std::byte>();
    piece = gathered();
  }
  const bool last = left_bytes_ == 0;
  const codec::progress made = codec_->run(compressor_, piece, output_.bytes(), last);
  if (made.outcome != (last ? codec::outcome::ended : codec::outcome::goes_on) ||
      made.consumed != piece.size())
    return error(errc::out_of_memory);  // it has room, so nothing else can have happened
  return std::span<const std::byte>(output_.bytes().first(made.produced));
}

}  // namespace nopy::inline v1::verbs
