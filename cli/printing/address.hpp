// SPDX-License-Identifier: MIT
// Addresses such as https://host/path: what is one, and how one is shown. Credentials and queries,
// which may be signatures, stay out of every message.
#pragma once

#include <string>
#include <string_view>

namespace nopy::cli {

/// Whether an operand is a URL that nopy reads, http or https in any case: no file's name is taken for
/// one unless it begins like one.
[[nodiscard]] bool is_url(std::string_view text) noexcept;

/// Whether a text begins as an address does, with any scheme: "s3://".
[[nodiscard]] bool is_address(std::string_view text) noexcept;

/// A text that is an address, without credentials, query and fragment; another as it is.
[[nodiscard]] std::string shown_address(std::string_view text);

/// A text without the credentials, queries and fragments of the addresses in it, which end at blanks and
/// quotes.
[[nodiscard]] std::string without_secrets(std::string_view text);

}  // namespace nopy::cli
