// SPDX-License-Identifier: MIT
#include "verbs/deflate_lanes.hpp"

#include "bytes/text_sink.hpp"
#include "deflate/crc32.hpp"

namespace nopy::inline v1::verbs {
namespace {

constexpr std::size_t most_threads = 256;  // that keep their compressor for the next batch

}  // namespace

result<std::unique_ptr<deflate_lanes>> deflate_lanes::open(
    int level, const parallel_callback& parallel) noexcept {
  if (level < codec::least_deflate_level || level > codec::most_deflate_level) {
    const bytes::short_text<48> found(
        [&](bytes::text_sink& to) { to.put("level ").signed_decimal(level); });
    return error({.code = errc::usage,
                  .summary = "this is no deflate level",
                  .found = found,
                  .expected = "0 (stored), or 1 (fast) to 12 (small)"});
  }
  const codec::deflater& codec = codec::find_deflater(level);
  std::unique_ptr<deflate_lanes> made(new (std::nothrow) deflate_lanes(codec, level, parallel));
  if (made == nullptr || !made->idle_.reserve(most_threads)) return error(errc::out_of_memory);
  deflate_lane first(codec, level);
  if (!first) return error(errc::out_of_memory);
  made->give_back(std::move(first));
  return made;
}

deflate_lane deflate_lanes::take() noexcept {
  {
    const std::lock_guard<std::mutex> held(lock_);
    if (!idle_.empty()) {
      deflate_lane lane = std::move(idle_.back());
      idle_.shrink(idle_.size() - 1);
      return lane;
    }
  }
  return {*codec_, level_};
}

void deflate_lanes::give_back(deflate_lane lane) noexcept {
  const std::lock_guard<std::mutex> held(lock_);
  (void)idle_.push_back(std::move(lane));
}

result<zip::chunk_note> deflate_lanes::compress(std::span<const std::byte> piece, bool last,
                                                std::span<std::byte> into) noexcept {
  deflate_lane lane = take();
  if (!lane) return error(errc::out_of_memory);
  const zip::chunk_note made{static_cast<std::uint32_t>(lane.compress(piece, last, into)),
                             deflate::crc32(0, piece)};
  give_back(std::move(lane));
  return made;
}

result<void> deflate_lanes::make_room(memory& block, std::size_t bytes) noexcept {
  if (block.size_bytes() >= bytes) return {};
  block = memory();
  auto made = memory::allocate(bytes);
  if (!made) return made.error();
  block = *std::move(made);
  return {};
}

}  // namespace nopy::inline v1::verbs
