// SPDX-License-Identifier: MIT
// One request of the page from start to answer: a task, the byte ranges it wants next, how far it
// is, and what it answers. Owns the life of a request: wants -> (bytes are brought) -> step -> ...
// -> done or failed; ended at any time.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/memory.hpp>

#include "bytes/growing.hpp"
#include "engine/json.hpp"
#include "engine/task.hpp"

namespace nopy::engine {

enum class job_status : std::uint32_t { wants, busy, part, done, failed };

/// A range wanted, as the page reads it from memory.
struct wanted_range {
  std::uint32_t file;
  std::uintptr_t place;  ///< address where its bytes go
  std::uint64_t offset;
  std::uint64_t count;
};

/// A piece of a file and the memory it goes to.
struct file_piece {
  std::uint32_t file = 0;
  std::uint64_t offset = 0;
  std::span<std::byte> into{};
  std::size_t present = 0;  ///< how many of the bytes came: fewer where the file ends
};

class job {
 public:
  job() noexcept = default;
  job(const job&) = delete;
  job& operator=(const job&) = delete;

  /// Sets what the job does; it has not begun yet.
  void begin(task<void> what) noexcept { work_ = std::move(what); }
  /// The job does nothing but fail.
  void refuse(const error& why) noexcept { refused_ = why; }
  /// Goes on until bytes are wanted, a pause, a part of the answer, or the end.
  job_status step() noexcept;
  [[nodiscard]] std::span<const wanted_range> ranges() const noexcept { return ranges_.span(); }
  /// The bytes of a range were put in place.
  void brought(std::size_t range, std::uint64_t count) noexcept;

  // For the work itself.

  /// `co_await` brings all pieces at once. Errors: out_of_memory.
  [[nodiscard]] auto read(std::span<file_piece> pieces) noexcept {
    return stop{*this, job_status::wants, pieces, want(pieces)};
  }
  /// `co_await` lets the page breathe, show progress, and cancel.
  [[nodiscard]] auto pause() noexcept { return stop{*this, job_status::busy, {}, true}; }
  /// `co_await` hands out what the answer holds so far, and empties it.
  [[nodiscard]] auto give_part() noexcept { return stop{*this, job_status::part, {}, true}; }

  std::uint64_t done = 0;   ///< of `total`, in bytes
  std::uint64_t total = 0;  ///< 0: not known
  json_writer answer{};     ///< JSON, or plain bytes

 private:
  struct stop {
    job& of;
    job_status why;
    std::span<file_piece> pieces;
    bool has_room;

    bool await_ready() const noexcept {
      return !has_room || (why == job_status::wants && pieces.empty());
    }
    void await_suspend(std::coroutine_handle<> stopped) const noexcept {
      of.stopped_ = stopped;
      of.status_ = why;
    }
    result<void> await_resume() const noexcept {
      if (!has_room) return error(errc::out_of_memory);
      if (why == job_status::part) of.answer.clear();
      return {};
    }
  };
  [[nodiscard]] bool want(std::span<file_piece> pieces) noexcept;
  job_status end(const result<void>& how) noexcept;

  result<void> refused_{};
  task<void> work_{};
  std::coroutine_handle<> root_ =
      std::noop_coroutine();           // stands for who waits for all of the work
  std::coroutine_handle<> stopped_{};  // where to go on; null before the first step
  job_status status_ = job_status::busy;
  std::span<file_piece> pieces_{};
  bytes::growing<wanted_range> ranges_{};
};

}  // namespace nopy::engine
