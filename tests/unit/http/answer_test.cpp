// SPDX-License-Identifier: MIT
// The verdict about the head of an answer.
#include "http/answer.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::byte_range;
using nopy::errc;
using namespace nopy::http;

answer head(std::string_view lines) {
  answer made;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    made.take_line(lines.substr(0, end));
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
  return made;
}

const identity known{1000, "\"a\"", ""};
const wanted asked{wanted::part::range, {100, 50}, false};

TEST(Answer, OfTheRangeAskedForIsTaken) {
  const auto taken = head(
                         "HTTP/1.1 206 Partial Content\ncontent-RANGE: bytes 100-149/1000\n"
                         "ETag: \"a\"\nContent-Length: 50\nContent-Encoding: identity")
                         .judge_part(asked, known);
  ASSERT_TRUE(taken) << taken.error().message();
  EXPECT_EQ(*taken, (byte_range{100, 50}));
}

TEST(Answer, ThatIsNotWhatWasAskedForIsRefused) {
  struct row {
    std::string_view lines;
    errc code;
  };
  const row rows[] = {
      {"ETag: \"a\"", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 100-148/1000", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 101-150/1000", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 100-150/1000", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes */1000", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 100-149/1001", errc::changed},
      {"ETag: \"b\"\nContent-Range: bytes 100-149/1000", errc::changed},
      {"Content-Range: bytes 100-149/1000", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 100-149/1000\nContent-Length: 49", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 100-149/1000\nContent-Encoding: br", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 100-149/1000\nContent-Encoding: br\n"
       "Content-Encoding: identity",
       errc::http_answer},
      {"ETag: \"a\x01\"\nContent-Range: bytes 100-149/1000", errc::http_answer},
      {"ETag: \"a\"\nLast-Modified: a\rb\nContent-Range: bytes 100-149/1000", errc::http_answer},
      {"ETag: \"a\"\nContent-Range: bytes 0-49/1000\nContent-Range: bytes 100-149/1000",
       errc::http_answer},
  };
  for (const row& one : rows) {
    const auto taken = head("HTTP/1.1 206 x\n" + std::string(one.lines)).judge_part(asked, known);
    ASSERT_FALSE(taken) << one.lines;
    EXPECT_EQ(taken.error().code(), one.code) << one.lines;
  }
}

TEST(Answer, MayLeaveOutTheTotalOnceItIsKnown) {
  const answer told = head("HTTP/2 206\nETag: W/\"a\"\nContent-Range: bytes 100-149/*");
  EXPECT_TRUE(told.judge_part(asked, known));
  EXPECT_EQ(told.judge_part(asked, {}).error().code(), errc::http_answer);
}

TEST(Answer, ToTheFirstRequestMayBeShortWhereTheFileIs) {
  const wanted first{wanted::part::range, {0, 100}, true};
  EXPECT_TRUE(head("HTTP/1.1 206 x\nContent-Range: bytes 0-9/10").judge_part(first, {}));
  EXPECT_FALSE(head("HTTP/1.1 206 x\nContent-Range: bytes 0-9/11").judge_part(first, {}));
  const wanted last{wanted::part::suffix, {0, 100}, true};
  EXPECT_TRUE(head("HTTP/1.1 206 x\nContent-Range: bytes 900-999/1000").judge_part(last, {}));
  EXPECT_TRUE(head("HTTP/1.1 206 x\nContent-Range: bytes 0-9/10").judge_part(last, {}));
  EXPECT_FALSE(head("HTTP/1.1 206 x\nContent-Range: bytes 0-99/1000").judge_part(last, {}));
}

TEST(Answer, EncodedByALongListOfEncodingsIsRefused) {
  EXPECT_FALSE(
      head("HTTP/1.1 200 OK\nContent-Encoding: " + std::string(600, 'x')).judge_encoding());
  EXPECT_TRUE(head("HTTP/1.1 200 OK\nContent-Encoding: Identity").judge_encoding());
}

TEST(Answer, KeepsNoETagThatWouldEndALine) {
  const answer told = head("HTTP/1.1 200 OK\nETag: \"a\rX: 1\"\nLast-Modified: a\x7f");
  EXPECT_EQ(told.who(7).etag, "");
  EXPECT_EQ(told.who(7).modified, "");
}

TEST(Answer, NamesTheSchemeOfItsRedirect) {
  const std::pair<std::string_view, std::string_view> rows[] = {{"file:///etc/passwd", "file"},
                                                                {"HTTPS://h/", "https"},
                                                                {"/a:b", ""},
                                                                {"a?x:y", ""},
                                                                {"//h:80/x", ""},
                                                                {"", ""}};
  for (const auto& [location, scheme] : rows)
    EXPECT_EQ(head("HTTP/1.1 302 x\nLocation: " + std::string(location)).redirect_scheme(), scheme)
        << location;
}

TEST(Answer, IsTheLastOneBehindRedirects) {
  const answer last = head("HTTP/1.1 302 Found\nETag: \"x\"\nHTTP/1.1 200 OK\nContent-Length: 7");
  EXPECT_EQ(last.status(), 200);
  EXPECT_EQ(last.who(7).etag, "");
  EXPECT_EQ(last.length(), 7u);
  EXPECT_EQ(last.words(), "HTTP 200 OK");
}

}  // namespace
