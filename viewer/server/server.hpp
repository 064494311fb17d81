// SPDX-License-Identifier: MIT
// The thin driver of libmicrohttpd: hands each request to the gate and does what the gate says. One
// thread; the caller waits for `descriptor` and gives the server its turns.
#pragma once

#include "asset.hpp"
#include "listener.hpp"
#include "served_file.hpp"

#include <nopy/bytes.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace nopy::view {

/// What is served; outlives the server.
struct site {
  std::string token{};
  std::span<const asset> page{};
  std::span<const served_file> files{};
  callback<std::string()> list_files{};  ///< makes files.json
};

struct serving;

class server {
 public:
  /// Ignores SIGPIPE in the whole process: a browser that leaves in the middle is no reason to die.
  /// Errors: io.
  [[nodiscard]] static result<server> start(const site& of, listener from);
  server(server&&) noexcept;
  server& operator=(server&&) = delete;
  /// Cuts what is being sent.
  ~server();

  /// Readable when there is something to do.
  [[nodiscard]] int descriptor() const noexcept;
  /// Does what there is to do, and says how long one may wait for more.
  std::chrono::milliseconds turn() noexcept;

 private:
  explicit server(std::unique_ptr<serving> made) noexcept;
  std::unique_ptr<serving> now_;
};

}  // namespace nopy::view
