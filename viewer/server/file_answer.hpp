// SPDX-License-Identifier: MIT
// Which bytes of a file a request gets: conditions, then the range. Source: RFC 9110, sections 13
// and 14. Owns the rule that a range is answered exactly or not at all.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nopy::view {

/// What a request asks of a file. Values as in the headers, without blanks around them.
struct conditions {
  std::optional<std::string_view> range{};
  std::optional<std::string_view> if_range{};
  std::optional<std::string_view> if_match{};
  std::optional<std::string_view> if_none_match{};
};

struct file_state {
  std::uint64_t bytes = 0;
  std::string_view tag{};  ///< the file's ETag, with its quotes
};

/// 200 and 206 send `count` bytes from `offset` on; 304, 412 and 416 send none.
struct file_answer {
  unsigned status = 200;
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  friend bool operator==(const file_answer&, const file_answer&) = default;
};

/// Answers a GET. Several ranges, malformed ones, numbers that 64 bits do not hold, and ranges that
/// begin behind the end are 416; other units than bytes are ignored, as RFC 9110 asks. No
/// modification date is ever sent, so a date in If-Range matches nothing.
[[nodiscard]] file_answer answer_get(const conditions& asked, const file_state& of) noexcept;

/// Answers a HEAD: like a GET without a range, which has no meaning for it.
[[nodiscard]] file_answer answer_head(const conditions& asked, const file_state& of) noexcept;

/// Whether `list`, as in If-Match, holds `tag` by strong comparison, or is "*".
[[nodiscard]] bool lists_tag(std::string_view list, std::string_view tag) noexcept;

}  // namespace nopy::view
