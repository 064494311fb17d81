// SPDX-License-Identifier: MIT
#include "http/url.hpp"

#include <algorithm>

namespace nopy::inline v1::http {
namespace {

constexpr std::size_t longest_url = 8000;  // what servers take at the least, RFC 9110 4.1

bool begins_with(std::string_view text, std::string_view small) {
  return text.size() >= small.size() &&
         std::equal(small.begin(), small.end(), text.begin(), [](char a, char b) {
           return a == (b >= 'A' && b <= 'Z' ? static_cast<char>(b - 'A' + 'a') : b);
         });
}

error refused(std::string_view summary, std::string_view hint) {
  return error({.code = errc::usage, .subject = "URL", .summary = summary, .hint = hint});
}

}  // namespace

result<url> parse_url(std::string_view text) {
  url made;
  made.secure = begins_with(text, "https://");
  if (!made.secure && !begins_with(text, "http://"))
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
  if (host.empty() || host.front() == ':')
    return refused("the URL names no host", "https://HOST/PATH");
  made.asked = std::string(text);
  made.shown = std::string(text.substr(0, begin)) + std::string(host);
  made.shown += text.substr(path, text.find('?') - path);
  return made;
}

}  // namespace nopy::inline v1::http
