// SPDX-License-Identifier: MIT
#include "verbs/deflate_run.hpp"

#include "deflate/crc32.hpp"
#include "verbs/side_by_side.hpp"

#include <algorithm>
#include <cstring>

namespace nopy::inline v1::verbs {
namespace {

// Of a member whose end is not known: more than any file has.
constexpr std::uint64_t endless = std::uint64_t{1} << 63;
constexpr std::size_t least_batch_chunks = 8;
constexpr std::size_t most_batch_chunks = 64;

}  // namespace

result<void> deflate_run::begin(std::uint64_t total_bytes, std::size_t chunk_bytes,
                                piece_notes notes) noexcept {
  left_bytes_ = total_bytes;
  chunk_bytes_ = chunk_bytes;
  one_piece_ = total_bytes <= piece_bytes;
  noted_ = notes;
  notes_.clear();
  crc_ = 0;
  gathered_bytes_ = 0;
  batch_chunks_ = lanes_->parallel() && !one_piece_
                      ? std::clamp(deflate_lanes::batch_bytes / chunk_bytes, least_batch_chunks,
                                   most_batch_chunks)
                      : 1;
  const auto count = static_cast<std::size_t>(
      std::min<std::uint64_t>(batch_chunks_, (total_bytes + chunk_bytes - 1) / chunk_bytes));
  if (auto room = deflate_lanes::make_room(lanes_->gather, count * chunk_bytes); !room) return room;
  return deflate_lanes::make_room(lanes_->output, count * lanes_->bound(chunk_bytes));
}

result<void> deflate_run::begin_open() noexcept {
  auto begun = begin(endless);
  one_piece_ = false;
  return begun;
}

result<void> deflate_run::finish(sink to) noexcept {
  left_bytes_ = 0;
  if (gathered_bytes_ != 0) return compress_gathered(to);
  return to(empty_last_block, 0);
}

std::uint64_t deflate_run::most_bytes(std::uint64_t total_bytes) noexcept {
  // More than stored blocks, and than libdeflate's bound: 5 bytes for each 5 000.
  return total_bytes + total_bytes / 512 + 64;
}

result<void> deflate_run::add(std::span<const std::byte> bytes, sink to) noexcept {
  // From here on bytes are compressed where they lie; copying less costs less than smaller batches.
  const std::size_t worth = chunk_bytes_ * ((batch_chunks_ + 1) / 2);
  while (!bytes.empty()) {
    const std::size_t begun = gathered_bytes_ % chunk_bytes_;
    const std::size_t missing = begun == 0 ? 0 : chunk_bytes_ - begun;
    const bool in_place = !one_piece_ && bytes.size() >= missing + worth;
    if (in_place && gathered_bytes_ == 0) {
      const auto batch =
          bytes.first(chunk_bytes_ * std::min(batch_chunks_, bytes.size() / chunk_bytes_));
      bytes = bytes.subspan(batch.size());
      left_bytes_ -= batch.size();
      if (auto done = compress(batch, to); !done) return done;
      continue;
    }
    const std::size_t room = chunk_bytes_ * batch_chunks_ - gathered_bytes_;
    const std::size_t count = in_place ? missing : std::min(bytes.size(), room);
    if (count != 0) std::memcpy(lanes_->gather.data() + gathered_bytes_, bytes.data(), count);
    gathered_bytes_ += count;
    left_bytes_ -= count;
    bytes = bytes.subspan(count);
    if (!in_place && count < room && left_bytes_ > 0) break;
    if (auto done = compress_gathered(to); !done) return done;
  }
  return {};
}

result<void> deflate_run::compress_gathered(sink to) noexcept {
  if (auto done = compress(gathered(), to); !done) return done;
  if (!one_piece_) gathered_bytes_ = 0;
  return {};
}

/// Compresses whole pieces, or the member's last ones.
result<void> deflate_run::compress(std::span<const std::byte> batch, sink to) noexcept {
  const std::size_t room = lanes_->bound(chunk_bytes_);
  const std::size_t count = (batch.size() + chunk_bytes_ - 1) / chunk_bytes_;
  const auto piece_at = [&](std::size_t i) {
    const std::size_t first = i * chunk_bytes_;
    return batch.subspan(first, std::min(chunk_bytes_, batch.size() - first));
  };
  zip::chunk_note made[most_batch_chunks];
  auto all = run_side_by_side(lanes_->parallel(), count, [&](std::size_t i) -> result<void> {
    const bool last = left_bytes_ == 0 && i + 1 == count;
    const auto one =
        lanes_->compress(piece_at(i), last, lanes_->output.bytes().subspan(i * room, room));
    if (!one) return one.error();
    made[i] = *one;
    return {};
  });
  if (!all) return all;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t bytes = piece_at(i).size();
    crc_ = deflate::crc32_join(crc_, made[i].crc32, bytes);
    if (noted_ == piece_notes::kept && !notes_.push_back(made[i]))
      return error(errc::out_of_memory);
    if (auto put = to(lanes_->output.bytes().subspan(i * room, made[i].compressed_bytes), bytes);
        !put)
      return put;
  }
  return {};
}

}  // namespace nopy::inline v1::verbs
