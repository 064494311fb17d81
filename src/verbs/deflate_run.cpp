// SPDX-License-Identifier: MIT
#include "verbs/deflate_run.hpp"

#include "bytes/text_sink.hpp"
#include "deflate/crc32.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace nopy::inline v1::verbs {
namespace {

// Of a member whose end is not known: more than any file has.
constexpr std::uint64_t endless = std::uint64_t{1} << 63;
// What is handed to the threads at once: enough for many, and their output is as much again.
constexpr std::size_t batch_bytes = std::size_t{16} << 20;
constexpr std::size_t least_batch_chunks = 8;
constexpr std::size_t most_batch_chunks = 64;
constexpr std::size_t most_threads = 256;  // that keep their compressor for the next batch

result<void> make_room(memory& block, std::size_t bytes) noexcept {
  if (block.size_bytes() >= bytes) return {};
  block = memory();
  auto made = memory::allocate(bytes);
  if (!made) return made.error();
  block = *std::move(made);
  return {};
}

}  // namespace

/// Compressors that no thread uses now; as many come into being as are used at once.
struct deflate_run::free_lanes {
  std::mutex lock{};
  bytes::growing<deflate_lane> idle{};  // reserved once

  [[nodiscard]] deflate_lane take(const codec::deflater& codec, int level) noexcept {
    {
      const std::lock_guard<std::mutex> held(lock);
      if (!idle.empty()) {
        deflate_lane lane = std::move(idle.back());
        idle.shrink(idle.size() - 1);
        return lane;
      }
    }
    return {codec, level};
  }
  void give_back(deflate_lane lane) noexcept {
    const std::lock_guard<std::mutex> held(lock);
    (void)idle.push_back(std::move(lane));
  }
};

deflate_run::deflate_run(const codec::deflater& codec, int level, const parallel_callback& parallel,
                         std::unique_ptr<free_lanes> lanes) noexcept
    : codec_(&codec),
      level_(level),
      parallel_(parallel),
      lanes_(std::move(lanes)),
      waiting_room_bytes_(parallel ? 4 * piece_bytes : piece_bytes) {}
deflate_run::deflate_run(deflate_run&& other) noexcept = default;
deflate_run::~deflate_run() = default;

result<deflate_run> deflate_run::open(int level, const parallel_callback& parallel) noexcept {
  if (level < codec::least_deflate_level || level > codec::most_deflate_level) {
    const bytes::short_text<48> found(
        [&](bytes::text_sink& to) { to.put("level ").signed_decimal(level); });
    return error({.code = errc::usage,
                  .summary = "this is no deflate level",
                  .found = found,
                  .expected = "0 (stored), or 1 (fast) to 12 (small)"});
  }
  const codec::deflater& codec = codec::find_deflater(level);
  std::unique_ptr<free_lanes> lanes(new (std::nothrow) free_lanes());
  if (lanes == nullptr || !lanes->idle.reserve(most_threads)) return error(errc::out_of_memory);
  deflate_lane first(codec, level);
  if (!first) return error(errc::out_of_memory);
  lanes->give_back(std::move(first));
  return deflate_run(codec, level, parallel, std::move(lanes));
}

result<void> deflate_run::begin(std::uint64_t total_bytes, std::size_t chunk_bytes,
                                bool noted) noexcept {
  left_bytes_ = total_bytes;
  chunk_bytes_ = chunk_bytes;
  one_piece_ = total_bytes <= piece_bytes;
  noted_ = noted;
  notes_.clear();
  crc_ = 0;
  gathered_bytes_ = 0;
  batch_chunks_ = parallel_ && !one_piece_
                      ? std::clamp(batch_bytes / chunk_bytes, least_batch_chunks, most_batch_chunks)
                      : 1;
  const auto count = static_cast<std::size_t>(
      std::min<std::uint64_t>(batch_chunks_, (total_bytes + chunk_bytes - 1) / chunk_bytes));
  if (auto room = make_room(gather_, count * chunk_bytes); !room) return room;
  return make_room(output_, count * deflate_lane::bound(*codec_, chunk_bytes));
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
    if (count != 0) std::memcpy(gather_.data() + gathered_bytes_, bytes.data(), count);
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

result<std::span<std::byte>> deflate_run::wait(std::size_t member_bytes) noexcept {
  if (waiting_.empty())
    if (auto room = make_room(gather_, waiting_room_bytes_); !room) return room.error();
  const std::size_t begin = waiting_bytes();
  const std::size_t output = waiting_.empty() ? 0 : waiting_.back().output_end;
  if (!waiting_.push_back(
          {begin + member_bytes, output + deflate_lane::bound(*codec_, member_bytes)}))
    return error(errc::out_of_memory);
  return gather_.bytes().subspan(begin, member_bytes);
}

result<void> deflate_run::compress_waiting(
    function_ref<result<void>(const small_member&)> to) noexcept {
  if (waiting_.empty()) return {};
  const auto batch = waiting_.span();
  // In whole pieces, so that batches of about the same size share one block.
  const std::size_t output_bytes = (batch.back().output_end / piece_bytes + 1) * piece_bytes;
  if (auto room = make_room(output_, output_bytes); !room) return room;
  const auto part = [&](std::span<std::byte> of, std::size_t waiting::*end, std::size_t i) {
    const std::size_t first = i == 0 ? 0 : batch[i - 1].*end;
    return of.subspan(first, batch[i].*end - first);
  };
  zip::chunk_note made[most_waiting];
  auto all = run_side_by_side(parallel_, batch.size(), [&](std::size_t i) -> result<void> {
    const auto one = compress_one(part(gather_.bytes(), &waiting::end, i), true,
                                  part(output_.bytes(), &waiting::output_end, i));
    if (!one) return one.error();
    made[i] = *one;
    return {};
  });
  for (std::size_t i = 0; all && i < batch.size(); ++i)
    all = to({.whole = part(gather_.bytes(), &waiting::end, i),
              .compressed =
                  part(output_.bytes(), &waiting::output_end, i).first(made[i].compressed_bytes),
              .crc32 = made[i].crc32});
  if (parallel_ && batch.size() < most_waiting)
    waiting_room_bytes_ = std::min(2 * waiting_room_bytes_, batch_bytes);
  waiting_.clear();
  return all;
}

/// Compresses whole pieces, or the member's last ones.
result<void> deflate_run::compress(std::span<const std::byte> batch, sink to) noexcept {
  const std::size_t room = deflate_lane::bound(*codec_, chunk_bytes_);
  const std::size_t count = (batch.size() + chunk_bytes_ - 1) / chunk_bytes_;
  const auto piece_at = [&](std::size_t i) {
    const std::size_t first = i * chunk_bytes_;
    return batch.subspan(first, std::min(chunk_bytes_, batch.size() - first));
  };
  zip::chunk_note made[most_batch_chunks];
  auto all = run_side_by_side(parallel_, count, [&](std::size_t i) -> result<void> {
    const bool last = left_bytes_ == 0 && i + 1 == count;
    const auto one = compress_one(piece_at(i), last, output_.bytes().subspan(i * room, room));
    if (!one) return one.error();
    made[i] = *one;
    return {};
  });
  if (!all) return all;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t bytes = piece_at(i).size();
    crc_ = deflate::crc32_join(crc_, made[i].crc32, bytes);
    if (noted_ && !notes_.push_back(made[i])) return error(errc::out_of_memory);
    if (auto put = to(output_.bytes().subspan(i * room, made[i].compressed_bytes), bytes); !put)
      return put;
  }
  return {};
}

result<zip::chunk_note> deflate_run::compress_one(std::span<const std::byte> piece, bool last,
                                                  std::span<std::byte> into) noexcept {
  deflate_lane lane = lanes_->take(*codec_, level_);
  if (!lane) return error(errc::out_of_memory);
  const zip::chunk_note made{static_cast<std::uint32_t>(lane.compress(piece, last, into)),
                             deflate::crc32(0, piece)};
  lanes_->give_back(std::move(lane));
  return made;
}

}  // namespace nopy::inline v1::verbs
