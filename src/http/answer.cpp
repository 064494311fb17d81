// SPDX-License-Identifier: MIT
#include "http/answer.hpp"

#include "http/content_range.hpp"

#include <algorithm>

namespace nopy::inline v1::http {
namespace {

// Of a header field that is shown or kept.
constexpr std::size_t longest_field = 512;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string in_small_letters(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

/// An ETag without its mark of weakness, which caches add and take away.
std::string_view opaque(std::string_view etag) {
  return etag.starts_with("W/") ? etag.substr(2) : etag;
}

/// What is sent back in a request must not end its line, nor hold what no field holds.
bool holds_controls(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' ? c != '\t' : c == '\x7f';
  });
}

/// "ftp" of "ftp://h/x"; empty of a path.
std::string scheme_of(std::string_view location) {
  const std::size_t end = location.find_first_of(":/?#");
  if (end == std::string_view::npos || location[end] != ':') return {};
  return in_small_letters(location.substr(0, std::min<std::size_t>(end, 20)));
}

std::string range_words(const wanted& asked) {
  if (asked.which == wanted::part::suffix)
    return "the last " + std::to_string(asked.range.count) + " bytes";
  return "bytes " + std::to_string(asked.range.offset) + "-" +
         std::to_string(asked.range.offset + asked.range.count - 1);
}

error lied(std::string_view summary, std::string_view found, std::string_view expected) {
  return error({.code = errc::http_answer,
                .summary = summary,
                .found = found,
                .expected = expected,
                .hint =
                    "the server, or a proxy before it, is not to be trusted with ranges; download "
                    "the file whole"});
}

error differs(std::string_view what, std::string_view found, std::string_view expected) {
  const std::string summary = "the file on the server changed: another " + std::string(what);
  return error({.code = errc::changed,
                .summary = summary,
                .found = found,
                .expected = expected,
                .hint = "open it again"});
}

}  // namespace

void answer::take_line(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with("HTTP/")) {
    *this = answer();
    const std::string_view rest = trimmed(line.substr(std::min(line.find(' '), line.size())));
    status_ = static_cast<int>(parse_number(rest.substr(0, 3)).value_or(0));
    reason_ = std::string(trimmed(rest.substr(std::min<std::size_t>(3, rest.size()))));
    reason_.resize(std::min<std::size_t>(reason_.size(), 60));
    return;
  }
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name = in_small_letters(trimmed(line.substr(0, colon)));
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (name == "content-encoding" && (encoding_.empty() || encoding_ == "identity"))
    encoding_ = in_small_letters(value.substr(0, longest_field));
  if (name == "location") scheme_ = scheme_of(value);
  if ((name == "etag" || name == "last-modified") && holds_controls(value)) {
    bad_validator_ = std::string(value.substr(0, longest_field));
    return;
  }
  if (value.size() > longest_field) return;
  if (name == "content-range") {
    if (content_ranges_ == 0 || content_range_ != value) ++content_ranges_;
    content_range_ = std::string(value);
  }
  if (name == "content-length") length_ = parse_number(value);
  if (name == "retry-after") retry_after_ = parse_number(value);
  if (name == "etag") etag_ = std::string(value);
  if (name == "last-modified") modified_ = std::string(value);
}

std::string answer::words() const {
  std::string out = "HTTP " + std::to_string(status_);
  return reason_.empty() ? out : out + " " + reason_;
}

std::optional<std::uint64_t> answer::refused_total() const {
  const auto said = parse_content_range(content_range_);
  return said && !said->range ? said->total : std::nullopt;
}

std::optional<std::uint64_t> answer::told_total() const {
  const auto said = parse_content_range(content_range_);
  return said ? said->total : std::nullopt;
}

result<void> answer::judge_encoding() const {
  if (encoding_.empty() || encoding_ == "identity") return {};
  return lied("the server encoded the body, though it was asked not to",
              "Content-Encoding: " + encoding_, "identity");
}

result<void> answer::judge_identity(const identity& known) const {
  if (!bad_validator_.empty())
    return lied("the ETag or the date holds control characters", bad_validator_,
                "printable characters");
  if (!known.etag.empty()) {
    if (etag_.empty()) return lied("the answer has no ETag any more", "no ETag", known.etag);
    if (opaque(etag_) != opaque(known.etag)) return differs("ETag", etag_, known.etag);
  } else if (!known.modified.empty() && !modified_.empty() && modified_ != known.modified) {
    return differs("date", modified_, known.modified);
  }
  return {};
}

result<byte_range> answer::judge_part(const wanted& asked, const identity& known) const {
  if (const auto plain = judge_encoding(); !plain) return plain.error();
  if (const auto same = judge_identity(known); !same) return same.error();
  if (content_ranges_ == 0)
    return lied("a part without a Content-Range", "HTTP 206 without it", range_words(asked));
  const auto said = parse_content_range(content_range_);
  if (content_ranges_ > 1 || !said || !said->range)
    return lied("a Content-Range that is none", content_range_, range_words(asked));
  if (known.total && said->total && *said->total != *known.total)
    return differs("length", std::to_string(*said->total), std::to_string(*known.total));
  const auto total = known.total ? known.total : said->total;
  if (!total)
    return lied("the server does not say how long the file is", content_range_,
                "Content-Range: bytes FIRST-LAST/LENGTH");
  byte_range right = asked.range;
  if (asked.which == wanted::part::suffix) {
    right.count = std::min(right.count, *total);
    right.offset = *total - right.count;
  } else if (asked.may_be_short && right.offset < *total) {
    right.count = std::min(right.count, *total - right.offset);
  }
  if (*said->range != right)
    return lied("the server gave another part than it was asked for", content_range_,
                range_words(asked));
  if (length_ && *length_ != right.count)
    return lied("the length of the answer is not that of its range",
                "Content-Length: " + std::to_string(*length_), content_range_);
  return right;
}

}  // namespace nopy::inline v1::http
