// SPDX-License-Identifier: MIT
// An answer as libmicrohttpd takes it, made from the gate's verdict.
#pragma once

#include "gate.hpp"
#include "server.hpp"

#include <microhttpd.h>

#include <memory>

namespace nopy::view {

class reply {
 public:
  reply(unsigned status, MHD_Response* made, std::uint64_t body_bytes) noexcept;
  void set(const char* name, const std::string& value) noexcept;
  [[nodiscard]] std::uint64_t body_bytes() const noexcept { return body_bytes_; }
  /// Hands it over; the connection is closed where there was no memory for it.
  [[nodiscard]] MHD_Result queue(MHD_Connection* to) const noexcept;

 private:
  struct destroyer {
    void operator()(MHD_Response* made) const noexcept { MHD_destroy_response(made); }
  };
  unsigned status_;
  std::uint64_t body_bytes_;
  std::unique_ptr<MHD_Response, destroyer> made_;
};

/// `head`: whether the request is a HEAD, to which a range means nothing.
[[nodiscard]] reply make_reply(const verdict& judged, bool head, const site& of);

}  // namespace nopy::view
