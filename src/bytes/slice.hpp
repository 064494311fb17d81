// SPDX-License-Identifier: MIT
// Parts of a text. Unlike std::string_view::substr, which throws, a part beyond the end is empty.
#pragma once

#include <algorithm>
#include <string_view>

namespace nopy::bytes {

/// At most `count` bytes of `text` from `from` on.
[[nodiscard]] constexpr std::string_view slice(
    std::string_view text, std::size_t from, std::size_t count = std::string_view::npos) noexcept {
  const std::size_t begin = std::min(from, text.size());
  return {text.data() + begin, std::min(count, text.size() - begin)};
}

}  // namespace nopy::bytes
