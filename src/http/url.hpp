// SPDX-License-Identifier: MIT
// What of a URL is asked for, and what of it may be shown: credentials and presigned queries stay
// out of every message.
#pragma once

#include <nopy/error.hpp>

#include <string>
#include <string_view>

namespace nopy::inline v1::http {

struct url {
  std::string asked;  ///< as it was given, without fragment
  std::string shown;  ///< without credentials, query and fragment
  bool secure = false;
};

/// Errors: usage, for what is no http or https URL with a host, or holds blanks or control characters.
[[nodiscard]] result<url> parse_url(std::string_view text);

}  // namespace nopy::inline v1::http
