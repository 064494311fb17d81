// SPDX-License-Identifier: MIT
// URLs as sources: in remote_input.cpp where libcurl was found, in remote_absent.cpp where not.
#pragma once

#include <nopy/far.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace nopy::cli {

/// Whether this build reads URLs.
[[nodiscard]] bool reads_urls() noexcept;

/// Whether an operand is a URL: no file's name is taken for one unless it begins like one.
[[nodiscard]] constexpr bool is_url(std::string_view text) noexcept {
  return text.starts_with("https://") || text.starts_with("http://");
}

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
