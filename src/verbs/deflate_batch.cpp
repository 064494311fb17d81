// SPDX-License-Identifier: MIT
#include "verbs/deflate_batch.hpp"

#include "verbs/side_by_side.hpp"

#include <algorithm>

namespace nopy::inline v1::verbs {

result<std::span<std::byte>> deflate_batch::add(std::size_t member_bytes) noexcept {
  if (waiting_.empty())
    if (auto room = deflate_lanes::make_room(lanes_->gather, room_bytes_); !room)
      return room.error();
  const std::size_t begin = waiting_bytes();
  const std::size_t output = waiting_.empty() ? 0 : waiting_.back().output_end;
  if (!waiting_.push_back({begin + member_bytes, output + lanes_->bound(member_bytes)}))
    return error(errc::out_of_memory);
  return lanes_->gather.bytes().subspan(begin, member_bytes);
}

result<void> deflate_batch::compress(function_ref<result<void>(const small_member&)> to) noexcept {
  if (waiting_.empty()) return {};
  const auto batch = waiting_.span();
  // In whole pieces, so that batches of about the same size share one block.
  const std::size_t output_bytes =
      (batch.back().output_end / deflate_lanes::piece_bytes + 1) * deflate_lanes::piece_bytes;
  if (auto room = deflate_lanes::make_room(lanes_->output, output_bytes); !room) return room;
  const auto part = [&](memory& of, std::size_t waiting::*end, std::size_t i) {
    const std::size_t first = i == 0 ? 0 : batch[i - 1].*end;
    return of.bytes().subspan(first, batch[i].*end - first);
  };
  zip::chunk_note made[most_waiting];
  auto all = run_side_by_side(lanes_->parallel(), batch.size(), [&](std::size_t i) -> result<void> {
    const auto one = lanes_->compress(part(lanes_->gather, &waiting::end, i), true,
                                      part(lanes_->output, &waiting::output_end, i));
    if (!one) return one.error();
    made[i] = *one;
    return {};
  });
  for (std::size_t i = 0; all && i < batch.size(); ++i)
    all = to({.whole = part(lanes_->gather, &waiting::end, i),
              .compressed =
                  part(lanes_->output, &waiting::output_end, i).first(made[i].compressed_bytes),
              .crc32 = made[i].crc32});
  if (lanes_->parallel() && batch.size() < most_waiting)
    room_bytes_ = std::min(2 * room_bytes_, deflate_lanes::batch_bytes);
  waiting_.clear();
  return all;
}

}  // namespace nopy::inline v1::verbs
