// SPDX-License-Identifier: MIT
// What a server answered, and whether that is what was asked for. Pure: header lines in, a verdict
// out. Owns the rule that nothing of a body is taken before its head was held against the request.
#pragma once

#include <nopy/bytes.hpp>
#include <nopy/error.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace nopy::inline v1::http {

/// How a file is known again: its length, and its ETag or else the date of its last change.
struct identity {
  std::optional<std::uint64_t> total{};
  std::string etag{};
  std::string modified{};
};

/// What a request asks for.
struct wanted {
  enum class part : std::uint8_t { range, suffix, all };
  part which = part::range;
  byte_range range{};         ///< of a suffix the count alone
  bool may_be_short = false;  ///< nobody knows yet how long the file is
};

/// The head of an answer, of the last one behind redirects.
class answer {
 public:
  /// Takes a line of the head; a status line begins another answer.
  void take_line(std::string_view line);

  [[nodiscard]] int status() const noexcept { return status_; }
  [[nodiscard]] std::optional<std::uint64_t> length() const noexcept { return length_; }
  [[nodiscard]] std::optional<std::uint64_t> retry_after() const noexcept { return retry_after_; }
  /// The total of the Content-Range of a refusal (416).
  [[nodiscard]] std::optional<std::uint64_t> refused_total() const;
  /// What later answers are held against.
  [[nodiscard]] identity who(std::uint64_t total) const { return {total, etag_, modified_}; }
  /// In small letters, that the Location names; empty where it names none.
  [[nodiscard]] const std::string& redirect_scheme() const noexcept { return scheme_; }
  /// "HTTP 403 Forbidden".
  [[nodiscard]] std::string words() const;

  /// The bytes the body of a 206 has to be, where that is what was asked of the file `known`.
  /// Errors: http_answer, changed.
  [[nodiscard]] result<byte_range> judge_part(const wanted& asked, const identity& known) const;
  /// The file's length that the 206 told.
  [[nodiscard]] std::optional<std::uint64_t> told_total() const;
  /// Whether this is the file `known`. Errors: changed, http_answer.
  [[nodiscard]] result<void> judge_identity(const identity& known) const;
  /// Errors: http_answer, where the body is encoded, whatever other lines say.
  [[nodiscard]] result<void> judge_encoding() const;

 private:
  int status_ = 0;
  std::string reason_{};
  std::string content_range_{};
  std::size_t content_ranges_ = 0;
  std::optional<std::uint64_t> length_{};
  std::optional<std::uint64_t> retry_after_{};
  std::string etag_{};
  std::string modified_{};
  std::string encoding_{};  // the first that is not identity
  std::string scheme_{};
  std::string bad_validator_{};
};

/// Whether another attempt may help.
[[nodiscard]] constexpr bool is_passing(int status) noexcept {
  return status == 408 || status == 429 || status == 500 || (status >= 502 && status <= 504);
}

}  // namespace nopy::inline v1::http
