// SPDX-License-Identifier: MIT
// Bytes as a text, and parts of one. Unlike std::string_view::substr, which throws, a part beyond the
// end is empty.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace nopy::bytes {

[[nodiscard]] inline std::string_view text_of(std::span<const std::byte> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// At most `count` bytes of `text` from `from` on.
[[nodiscard]] constexpr std::string_view slice(
    std::string_view text, std::size_t from, std::size_t count = std::string_view::npos) noexcept {
  const std::size_t begin = std::min(from, text.size());
  return {text.data() + begin, std::min(count, text.size() - begin)};
}

}  // namespace nopy::bytes
