// SPDX-License-Identifier: MIT
// What of a URL is shown, and what is no URL.
#include "http/url.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::http::parse_url;

TEST(Url, IsShownWithoutCredentialsQueryAndFragment) {
  struct row {
    std::string_view text, asked, shown;
    bool secure;
  };
  const row rows[] = {
      {"https://h/a.npz", "https://h/a.npz", "https://h/a.npz", true},
      {"http://h:8080/a?sig=x#part", "http://h:8080/a?sig=x", "http://h:8080/a", false},
      {"https://user:pass@h/a@b", "https://user:pass@h/a@b", "https://h/a@b", true},
      {"https://a%40b@h?q=/x@y", "https://a%40b@h?q=/x@y", "https://h", true},
      {"http://[::1]:8080/a", "http://[::1]:8080/a", "http://[::1]:8080/a", false},
      {"HTTPS://h/%20?", "HTTPS://h/%20?", "HTTPS://h/%20", true},
  };
  for (const row& one : rows) {
    const auto made = parse_url(one.text);
    ASSERT_TRUE(made) << one.text;
    EXPECT_EQ(made->asked, one.asked);
    EXPECT_EQ(made->shown, one.shown);
    EXPECT_EQ(made->secure, one.secure);
  }
}

TEST(Url, OfAnotherSchemeOrWithoutHostOrWithBlanksIsRefused) {
  for (const std::string_view text :
       {"", "h/a", "ftp://h/a", "file:///etc/passwd", "http:/h", "http://", "http:///a",
        "http://:80/a", "http://user@/a", "http://h/a b", "http://h/a\tb", "http://h\\a",
        "http://h/\x7f", "http://h/a\r\nX: y", "http://h:99999/", "http://h:a/", "http://[::1/",
        "http://u:p@w@h/"}) {
    const nopy::error why = parse_url(text).error();
    EXPECT_EQ(why.code(), nopy::errc::usage) << text;
    EXPECT_FALSE(why.hint().empty()) << text;
  }
  EXPECT_FALSE(parse_url("http://h/" + std::string(8000, 'a')));
}

}  // namespace
