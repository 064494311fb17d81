// SPDX-License-Identifier: MIT
// A progress bar with rate and time left, on stderr, for whatever takes longer than half a second on
// a terminal; silent everywhere else.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>

namespace nopy::cli {

class progress_bar {
 public:
  progress_bar(std::string what, std::uint64_t total_bytes);
  progress_bar(const progress_bar&) = delete;
  progress_bar& operator=(const progress_bar&) = delete;
  /// Removes the bar.
  ~progress_bar();

  /// From any thread.
  void advance(std::uint64_t bytes);

 private:
  using clock = std::chrono::steady_clock;
  void draw(clock::time_point now);

  std::string what_;
  std::uint64_t total_bytes_;
  std::mutex lock_{};  // of what follows
  std::uint64_t done_bytes_ = 0;
  clock::time_point started_ = clock::now();
  clock::time_point drawn_ = started_;
  bool on_terminal_;
  bool visible_ = false;
};

}  // namespace nopy::cli
