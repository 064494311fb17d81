// SPDX-License-Identifier: MIT
#include "asset.hpp"

namespace nopy::view {

const asset* find_asset(std::span<const asset> all, std::string_view path) noexcept {
  for (const asset& one : all)
    if (one.path == path) return &one;
  return nullptr;
}

std::string_view media_type(std::string_view path) noexcept {
  struct row {
    std::string_view suffix;
    std::string_view type;
  };
  constexpr row rows[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".wasm", "application/wasm"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".txt", "text/plain; charset=utf-8"},
      {".webmanifest", "application/manifest+json"},
  };
  for (const row& one : rows)
    if (path.ends_with(one.suffix)) return one.type;
  return "application/octet-stream";
}

}  // namespace nopy::view
