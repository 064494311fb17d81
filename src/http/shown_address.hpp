// SPDX-License-Identifier: MIT
// What of an address may be shown: credentials, and queries, which may be signatures, stay out of every
// message. A header without libcurl, for the tool asks it where nopy::http was not built, too.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace nopy::inline v1::http {

/// Whether a text begins with `small`, which is in small letters, in any case.
[[nodiscard]] inline bool begins_like(std::string_view text, std::string_view small) noexcept {
  return text.size() >= small.size() &&
         std::equal(small.begin(), small.end(), text.begin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

/// What stands behind "://", without credentials, query and fragment.
[[nodiscard]] inline std::string_view shown_rest(std::string_view rest) noexcept {
  rest = rest.substr(0, rest.find_first_of("?#"));
  const std::string_view authority = rest.substr(0, rest.find('/'));
  const std::size_t at = authority.rfind('@');
  return at == std::string_view::npos ? rest : rest.substr(at + 1);
}

}  // namespace nopy::inline v1::http
