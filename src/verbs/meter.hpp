// SPDX-License-Identifier: MIT
// Progress of one call, counted from any of its threads. Owns the rule that the caller's callback
// never runs twice at the same time.
#pragma once

#include <nopy/options.hpp>

#include <atomic>

namespace nopy::inline v1::verbs {

class meter {
 public:
  meter(const progress_callback& callback, std::uint64_t total_bytes) noexcept
      : callback_(callback), total_bytes_(total_bytes) {}

  /// Whether someone looks: long reads are then cut into pieces.
  [[nodiscard]] bool watched() const noexcept { return static_cast<bool>(callback_); }
  /// `bytes` more are done. Errors: cancelled, from when the callback said stop.
  [[nodiscard]] result<void> advance(std::uint64_t bytes) noexcept {
    const std::uint64_t done = done_bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
    if (!watched()) return {};
    // Whoever finds another thread reporting goes on; the last one to finish reports the end.
    while (!stopped_.load(std::memory_order_relaxed)) {
      if (busy_.exchange(true, std::memory_order_acquire)) {
        if (done < total_bytes_) break;
        continue;
      }
      const bool go_on = callback_({done, total_bytes_});
      if (!go_on) stopped_.store(true, std::memory_order_relaxed);
      busy_.store(false, std::memory_order_release);
      break;
    }
    if (stopped_.load(std::memory_order_relaxed)) return error(errc::cancelled);
    return {};
  }

 private:
  const progress_callback& callback_;
  std::uint64_t total_bytes_;
  std::atomic<std::uint64_t> done_bytes_{0};
  std::atomic<bool> busy_{false};
  std::atomic<bool> stopped_{false};
};

}  // namespace nopy::inline v1::verbs
