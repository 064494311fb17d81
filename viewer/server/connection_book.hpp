// SPDX-License-Identifier: MIT
// The connections that are open, and until when each may stay. Owns the rule that a connection has
// a moment at which it ends, however busily its bytes trickle: libmicrohttpd itself counts idle time
// only.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace nopy::view {

using steady = std::chrono::steady_clock;

inline constexpr std::size_t most_connections = 64;
/// For a request to arrive whole, counted from the start of its connection or the last answer.
inline constexpr std::chrono::seconds time_to_ask{10};
/// The slowest reader that is waited for. An ssh tunnel over a telephone is faster.
inline constexpr std::uint64_t least_bytes_per_second = std::uint64_t{16} << 10;

inline constexpr std::chrono::hours most_time{24 * 365};

/// How long an answer of `bytes` may take.
[[nodiscard]] constexpr std::chrono::seconds time_to_read(std::uint64_t bytes) noexcept {
  const std::chrono::seconds reading(bytes / least_bytes_per_second);
  return time_to_ask + (reading < most_time ? reading : most_time);
}

struct open_connection {
  int socket = -1;  ///< -1: this row is free
  steady::time_point ends{};
  std::size_t target_bytes = 0;  ///< of the request that is being read
};

class connection_book {
 public:
  /// A row for a new connection; null where there are too many.
  [[nodiscard]] open_connection* enter(int socket, steady::time_point now) noexcept {
    for (open_connection& row : rows_)
      if (row.socket < 0) {
        row = {socket, now + time_to_ask, 0};
        return &row;
      }
    return nullptr;
  }
  void leave(open_connection& row) noexcept { row.socket = -1; }

  /// Calls `end` with each connection whose time is over; those get time to go away. Returns the
  /// moment of the next, or nothing's: `steady::time_point::max()`.
  template <class End>
  steady::time_point end_late_ones(steady::time_point now, End&& end) noexcept {
    steady::time_point next = steady::time_point::max();
    for (open_connection& row : rows_) {
      if (row.socket < 0) continue;
      if (row.ends <= now) {
        end(row.socket);
        row.ends = now + time_to_ask;
      }
      next = row.ends < next ? row.ends : next;
    }
    return next;
  }

 private:
  std::array<open_connection, most_connections> rows_{};
};

}  // namespace nopy::view
