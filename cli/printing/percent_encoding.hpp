// SPDX-License-Identifier: MIT
// Text as a part of a URL. Source: RFC 3986, section 2.1.
#pragma once

#include <string>
#include <string_view>

namespace nopy::cli {

/// `text` with every byte as %XX that is no letter, no digit and not in `kept`.
[[nodiscard]] std::string percent_encoded(std::string_view text, std::string_view kept);

}  // namespace nopy::cli
