// SPDX-License-Identifier: MIT
// JSON on one line, written as it is found. Source: RFC 8259. Owns the commas and the escapes: what
// it writes is valid JSON and valid UTF-8, whatever bytes a name holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nopy::cli {

class json_writer {
 public:
  /// Appends to `out`, which the caller may empty between two calls.
  explicit json_writer(std::string& out) noexcept : out_(out) {}

  json_writer& begin_object() { return open('{'); }
  json_writer& end_object() { return close('}'); }
  json_writer& begin_list() { return open('['); }
  json_writer& end_list() { return close(']'); }
  /// The key of the next value.
  json_writer& key(std::string_view name);

  /// UTF-8 text; bytes that are none become U+FFFD, surrogates in three bytes become \ud800.
  json_writer& text(std::string_view value);
  /// The name of a file, which is bytes: what is no UTF-8 loses nothing, each byte becomes U+DC80
  /// to U+DCFF, one half of a pair that stands in no text. Source: Python's PEP 383 (os.fsencode
  /// gives the bytes back).
  json_writer& path(std::string_view value);
  json_writer& number(std::uint64_t value);
  /// A number or other token that is JSON already.
  json_writer& token(std::string_view value);
  json_writer& boolean(bool value) { return token(value ? "true" : "false"); }
  json_writer& null() { return token("null"); }
  /// The shortest digits; NaN and infinities, which JSON lacks, as "NaN", "Infinity", "-Infinity".
  json_writer& floating(double value);
  json_writer& text_or_null(const std::optional<std::string>& value);

 private:
  json_writer& open(char bracket);
  json_writer& close(char bracket);
  void separate();
  json_writer& quote(std::string_view value, bool is_path);

  std::string& out_;
  std::vector<bool> has_items_{};
  bool after_key_ = false;
};

}  // namespace nopy::cli
