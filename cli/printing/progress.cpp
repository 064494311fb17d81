// SPDX-License-Identifier: MIT
#include "printing/progress.hpp"

#include "printing/escape.hpp"
#include "printing/table.hpp"
#include "system/files.hpp"
#include "system/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace nopy::cli {
namespace {

constexpr auto patience = std::chrono::milliseconds(500);
constexpr auto between_frames = std::chrono::milliseconds(100);

}  // namespace

progress_bar::progress_bar(std::string what, std::uint64_t total_bytes)
    : what_(std::move(what)),
      total_bytes_(total_bytes),
      on_terminal_(system::takes_escapes(system::standard_error)) {}

progress_bar::~progress_bar() {
  if (visible_) fmt::print(stderr, "\r\x1b[K");
}

void progress_bar::advance(std::uint64_t bytes) {
  if (!on_terminal_) return;
  const std::lock_guard<std::mutex> held(lock_);
  done_bytes_ += bytes;
  const auto now = clock::now();
  if (now - started_ < patience || (visible_ && now - drawn_ < between_frames)) return;
  draw(now);
}

void progress_bar::draw(clock::time_point now) {
  constexpr std::size_t cells = 24;
  const double seconds = std::chrono::duration<double>(now - started_).count();
  const double rate = static_cast<double>(done_bytes_) / seconds;
  const double part =
      total_bytes_ == 0
          ? 1
          : std::min(1.0, static_cast<double>(done_bytes_) / static_cast<double>(total_bytes_));
  const auto full = static_cast<std::size_t>(part * cells);
  const auto left = static_cast<long>(rate > 0 && done_bytes_ < total_bytes_
                                          ? static_cast<double>(total_bytes_ - done_bytes_) / rate
                                          : 0);
  fmt::print(stderr, "\r\x1b[K{} [{}{}] {:3.0f}%  {}/s  {}:{:02} left", escaped(what_),
             std::string(full, '#'), std::string(cells - full, '.'), part * 100,
             human_bytes(static_cast<unsigned long long>(rate)), left / 60, left % 60);
  std::fflush(stderr);
  drawn_ = now;
  visible_ = true;
}

}  // namespace nopy::cli
