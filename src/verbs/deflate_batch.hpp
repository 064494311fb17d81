// SPDX-License-Identifier: MIT
// Small members, which wait for one another so that several threads have something to do. How many wait
// changes no byte of what comes out.
#pragma once

#include "verbs/deflate_lanes.hpp"

namespace nopy::inline v1::verbs {

class deflate_batch {
 public:
  /// `with` outlives it. Between the first `add` and `compress` nothing else may use it.
  explicit deflate_batch(deflate_lanes& with) noexcept
      : lanes_(&with),
        room_bytes_(with.parallel() ? 4 * deflate_lanes::piece_bytes : deflate_lanes::piece_bytes) {
  }

  /// Whether a member of up to `piece_bytes` still finds room beside those that wait.
  [[nodiscard]] bool has_room(std::size_t member_bytes) const noexcept {
    return waiting_.empty() || (waiting_.size() < most_waiting &&
                                waiting_bytes() + member_bytes <= lanes_->gather.size_bytes());
  }
  /// Where the caller puts all bytes of one more, for which there is room. Errors: out_of_memory.
  [[nodiscard]] result<std::span<std::byte>> add(std::size_t member_bytes) noexcept;

  struct small_member {
    std::span<const std::byte> whole{}, compressed{};
    std::uint32_t crc32 = 0;
  };
  /// Compresses those that wait, and hands them out in order, from the calling thread. Errors: those of
  /// `to`, out_of_memory, usage (the parallel callback).
  [[nodiscard]] result<void> compress(function_ref<result<void>(const small_member&)> to) noexcept;

 private:
  static constexpr std::size_t most_waiting = 256;
  /// Where its bytes end in the gathered ones, and the room for its compressed ones in the output.
  struct waiting {
    std::size_t end, output_end;
  };
  [[nodiscard]] std::size_t waiting_bytes() const noexcept {
    return waiting_.empty() ? 0 : waiting_[waiting_.size() - 1].end;
  }

  deflate_lanes* lanes_;
  bytes::growing<waiting> waiting_{};
  std::size_t room_bytes_;  // doubled by each batch that filled it
};

}  // namespace nopy::inline v1::verbs
