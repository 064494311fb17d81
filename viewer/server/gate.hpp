// SPDX-License-Identifier: MIT
// Who gets in, and where to: every request passes here before anything else looks at it. No I/O, no
// allocation, no state. Owns the rules of docs/security.md: GET and HEAD only, no body, exactly one
// Host that is this machine, no foreign Origin, the token, and only what was named at the start.
#pragma once

#include "file_answer.hpp"
#include "request_head.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace nopy::view {

/// The most headers, and bytes of headers, that a request may have.
inline constexpr std::size_t most_fields = 100;
inline constexpr std::size_t most_head_bytes = std::size_t{16} << 10;

/// What the server is, as far as the gate must know.
struct premises {
  std::string_view token;
  std::uint16_t port = 0;
  std::size_t file_count = 0;
};

enum class route : std::uint8_t {
  refused,  ///< `status` and `reason`
  moved,    ///< the address of the page without its last slash
  asset,    ///< `asset`, if there is one of that name
  listing,  ///< the list of the files
  file,     ///< `file`, under the conditions `asked`
};

struct verdict {
  route to = route::refused;
  unsigned status = 200;
  std::string_view reason{};  ///< one sentence for whoever sent the request
  std::string_view asset{};   ///< slash-separated plain names
  std::size_t file = 0;
  conditions asked{};
};

/// Cost: one pass over the head.
[[nodiscard]] verdict admit(const request_head& request, const premises& of) noexcept;

/// Whether two secrets are equal. Takes as long for a wrong one as for the right one.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace nopy::view
