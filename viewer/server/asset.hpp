// SPDX-License-Identifier: MIT
// The page's own files, as the server holds them: in memory, found by name.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace nopy::view {

struct asset {
  std::string_view path;  ///< "index.html", "assets/index-B1.js"
  std::span<const std::byte> bytes;
};

/// The asset of exactly that path, or null.
[[nodiscard]] const asset* find_asset(std::span<const asset> all, std::string_view path) noexcept;

/// The media type by the suffix of a path. What is not known is application/octet-stream: a type is
/// never guessed from bytes, and browsers are told not to.
[[nodiscard]] std::string_view media_type(std::string_view path) noexcept;

/// The page that was compiled in; empty where the build had none. Defined in a file that
/// embed_page.cmake writes.
[[nodiscard]] std::span<const asset> built_in_page() noexcept;

}  // namespace nopy::view
