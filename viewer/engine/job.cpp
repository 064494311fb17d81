// SPDX-License-Identifier: MIT
#include "engine/job.hpp"

#include <algorithm>

namespace nopy::engine {

bool job::want(std::span<file_piece> pieces) noexcept {
  pieces_ = pieces;
  ranges_.clear();
  if (!ranges_.reserve(pieces.size())) return false;
  for (file_piece& piece : pieces) {
    const auto place = reinterpret_cast<std::uintptr_t>(piece.into.data());
    piece.present = 0;
    (void)ranges_.push_back({piece.file, place, piece.offset, piece.into.size()});
  }
  return true;
}

void job::brought(std::size_t range, std::uint64_t count) noexcept {
  if (range >= pieces_.size()) return;
  file_piece& piece = pieces_[range];
  piece.present = static_cast<std::size_t>(std::min<std::uint64_t>(count, piece.into.size()));
}

job_status job::step() noexcept {
  if (status_ == job_status::done || status_ == job_status::failed) return status_;
  if (!refused_) return end(refused_);
  bool ended;
  if (!stopped_) {
    // The task stops inside of await_suspend: then `stopped_` says where.
    ended = work_.await_ready() || !work_.await_suspend(root_);
  } else {
    wake = std::exchange(stopped_, nullptr);
    ended = false;
    while (wake) {
      if (wake == root_) {
        ended = true;
        break;
      }
      std::exchange(wake, nullptr).resume();
    }
  }
  ranges_.shrink(status_ == job_status::wants && !ended ? ranges_.size() : 0);
  return ended ? end(work_.await_resume()) : status_;
}

job_status job::end(const result<void>& how) noexcept {
  if (how && answer.whole()) return status_ = job_status::done;
  answer = json_writer();
  answer.put_error(how ? error(errc::out_of_memory) : how.error());
  return status_ = job_status::failed;
}

}  // namespace nopy::engine
