// SPDX-License-Identifier: MIT
#include "http/content_range.hpp"

#include <charconv>

namespace nopy::inline v1::http {

std::optional<std::uint64_t> parse_number(std::string_view text) noexcept {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size())
    return std::nullopt;
  return value;
}

std::optional<content_range> parse_content_range(std::string_view text) noexcept {
  constexpr std::string_view unit = "bytes ";
  if (!text.starts_with(unit)) return std::nullopt;
  text.remove_prefix(unit.size());
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view span = text.substr(0, slash), total = text.substr(slash + 1);
  content_range made;
  if (total != "*") {
    made.total = parse_number(total);
    if (!made.total) return std::nullopt;
  }
  if (span == "*") return made.total ? std::optional(made) : std::nullopt;
  const std::size_t dash = span.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto first = parse_number(span.substr(0, dash)), last = parse_number(span.substr(dash + 1));
  if (!first || !last || *last < *first || *last == UINT64_MAX) return std::nullopt;
  if (made.total && *last >= *made.total) return std::nullopt;
  made.range = byte_range{*first, *last - *first + 1};
  return made;
}

}  // namespace nopy::inline v1::http
