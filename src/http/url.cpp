// SPDX-License-Identifier: MIT
#include "http/url.hpp"

#include "http/shown_address.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <memory>

namespace nopy::inline v1::http {
namespace {

constexpr std::size_t longest_url = 8000;  // what servers take at the least, RFC 9110 4.1

error refused(std::string_view summary, std::string_view hint) {
  return error({.code = errc::usage, .subject = "URL", .summary = summary, .hint = hint});
}

/// By libcurl itself, so that what it would refuse is said before anything is asked.
result<void> judge_by_libcurl(const std::string& text) {
  const std::unique_ptr<CURLU, void (*)(CURLU*)> parts(curl_url(), curl_url_cleanup);
  if (parts == nullptr) return error(errc::out_of_memory);
  const CURLUcode said = curl_url_set(parts.get(), CURLUPART_URL, text.c_str(), 0);
  if (said == CURLUE_OUT_OF_MEMORY) return error(errc::out_of_memory);
  if (said == CURLUE_OK) return {};
  return error({.code = errc::usage,
                .subject = "URL",
                .summary = "this is no right URL",
                .found = curl_url_strerror(said),
                .expected = "https://HOST:PORT/PATH",
                .hint = "a port is at most 65535, an IPv6 address stands in brackets: [::1]"});
}

}  // namespace

result<url> parse_url(std::string_view text) {
  url made;
  made.secure = begins_like(text, "https://");
  if (!made.secure && !begins_like(text, "http://"))
    return refused("this is no http or https URL",
                   "a presigned https URL reaches S3, GCS and Azure");
  if (text.size() > longest_url)
    return refused("the URL is longer than 8000 bytes",
                   "servers take no longer ones: shorten its query");
  for (const char c : text)
    if (static_cast<unsigned char>(c) <= ' ' || c == '\x7f' || c == '\\')
      return refused("the URL holds a blank, a backslash or a control character",
                     "write them as %20, %5C and so on");
  text = text.substr(0, text.find('#'));
  const std::size_t begin = text.find("://") + 3;
  const std::size_t path = std::min(text.find_first_of("/?", begin), text.size());
  std::string_view host = text.substr(begin, path - begin);
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos)
    host.remove_prefix(at + 1);
  if (std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                 text.begin() + static_cast<std::ptrdiff_t>(path), '@') > 1)
    return refused("the URL holds a second @ before its path",
                   "write an @ of a name or a password as %40");
  if (host.empty() || host.front() == ':')
    return refused("the URL names no host", "https://HOST/PATH");
  made.asked = std::string(text);
  made.shown = std::string(text.substr(0, begin)).append(shown_rest(text.substr(begin)));
  if (auto right = judge_by_libcurl(made.asked); !right) return right.error();
  return made;
}

}  // namespace nopy::inline v1::http
