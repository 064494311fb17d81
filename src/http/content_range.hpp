// SPDX-License-Identifier: MIT
// The Content-Range of an answer (RFC 9110 14.4): "bytes 0-499/1234", "bytes 0-499/*", and of a
// refusal "bytes */1234".
#pragma once

#include <nopy/bytes.hpp>

#include <optional>
#include <string_view>

namespace nopy::inline v1::http {

struct content_range {
  std::optional<byte_range> range{};     ///< never empty
  std::optional<std::uint64_t> total{};  ///< never below the range's end
};

/// Nothing where it is not exactly one of the three forms.
[[nodiscard]] std::optional<content_range> parse_content_range(std::string_view text) noexcept;

/// All of `text` as a number in decimal digits.
[[nodiscard]] std::optional<std::uint64_t> parse_number(std::string_view text) noexcept;

}  // namespace nopy::inline v1::http
