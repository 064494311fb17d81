// SPDX-License-Identifier: MIT
// The listening socket: on 127.0.0.1, never on an address that another machine can reach.
#pragma once

#include <nopy/error.hpp>

#include <cstdint>
#include <utility>

namespace nopy::view {

class listener {
 public:
  /// Listens at `port`, at any free one for 0. Errors: io.
  [[nodiscard]] static result<listener> on_loopback(std::uint16_t port);
  listener(listener&& other) noexcept : fd_(std::exchange(other.fd_, -1)), port_(other.port_) {}
  listener& operator=(listener&&) = delete;
  ~listener();

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  /// Hands the descriptor over.
  [[nodiscard]] int release() noexcept { return std::exchange(fd_, -1); }

 private:
  explicit listener(int fd) noexcept : fd_(fd) {}
  int fd_;
  std::uint16_t port_ = 0;
};

}  // namespace nopy::view
