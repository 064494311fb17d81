// SPDX-License-Identifier: MIT
// URLs as sources: in remote_input.cpp where libcurl was found, in remote_absent.cpp where not.
#pragma once

#include "printing/address.hpp"

#include <nopy/far.hpp>

#include <memory>
#include <string>

namespace nopy::cli {

/// Whether this build reads URLs.
[[nodiscard]] bool reads_urls() noexcept;

/// A file behind a URL, open.
class remote_input {
 public:
  /// Throws usage where this build reads no URLs, and what http::object::open gives.
  [[nodiscard]] static std::unique_ptr<remote_input> open(const std::string& url);
  virtual ~remote_input() = default;
  remote_input(const remote_input&) = delete;
  remote_input& operator=(const remote_input&) = delete;

  [[nodiscard]] virtual const far_reader& reader() const noexcept = 0;

 protected:
  remote_input() = default;
};

}  // namespace nopy::cli
