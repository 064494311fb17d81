// SPDX-License-Identifier: MIT
// Who gets past the gate of `nopy view`, and who is refused with which status.
#include "gate.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace nopy::view;

constexpr std::string_view token = "0123456789abcdef0123456789abcdef";
constexpr premises here{.token = token, .port = 8080, .file_count = 12};
constexpr header_field host{"Host", "127.0.0.1:8080"};
#define NOPY_AT(path) "/0123456789abcdef0123456789abcdef" path

verdict asked(std::string_view method, std::string_view target, std::vector<header_field> fields) {
  return admit({method, target, fields}, here);
}

struct target_row {
  const char* name;
  std::string_view target;
  route to;
  unsigned status;
  std::string_view asset;
  std::size_t file;
};
void PrintTo(const target_row& row, std::ostream* out) { *out << row.target; }

class Targets : public testing::TestWithParam<target_row> {};

TEST_P(Targets, LeadWhereTheyShould) {
  const target_row& row = GetParam();
  const verdict got = asked("GET", row.target, {host});
  EXPECT_EQ(got.to, row.to);
  EXPECT_EQ(got.status, row.status);
  EXPECT_EQ(got.asset, row.asset);
  EXPECT_EQ(got.file, row.file);
  EXPECT_EQ(got.to == route::refused, !got.reason.empty());
}

const target_row admitted[] = {
    {"the_page", NOPY_AT("/"), route::asset, 200, "index.html", 0},
    {"an_asset", NOPY_AT("/assets/index-B1.js"), route::asset, 200, "assets/index-B1.js", 0},
    {"the_list", NOPY_AT("/files.json"), route::listing, 200, "", 0},
    {"the_first_file", NOPY_AT("/file/0"), route::file, 200, "", 0},
    {"the_last_file", NOPY_AT("/file/11"), route::file, 200, "", 11},
    {"the_page_without_slash", NOPY_AT(""), route::moved, 301, "", 0},
};
const target_row without_token[] = {
    {"the_root", "/", route::refused, 400, "", 0},
    {"another_token", "/0123456789abcdef0123456789abcdee/", route::refused, 400, "", 0},
    {"a_part_of_the_token", "/0123456789abcdef", route::refused, 400, "", 0},
    {"no_slash", "0123456789abcdef0123456789abcdef/", route::refused, 400, "", 0},
    {"two_slashes", "//0123456789abcdef0123456789abcdef/", route::refused, 400, "", 0},
    {"a_whole_address", "http://127.0.0.1:8080" NOPY_AT("/"), route::refused, 400, "", 0},
    {"a_star", "*", route::refused, 400, "", 0},
    {"nothing", "", route::refused, 400, "", 0},
    {"an_escaped_token", "/%30123456789abcdef0123456789abcdef/", route::refused, 400, "", 0},
    {"capitals", "/0123456789ABCDEF0123456789ABCDEF/", route::refused, 400, "", 0},
};
const target_row not_there[] = {
    {"a_longer_token", NOPY_AT("0/"), route::refused, 404, "", 0},
    {"up", NOPY_AT("/../../etc/passwd"), route::refused, 404, "", 0},
    {"up_inside", NOPY_AT("/assets/../index.html"), route::refused, 404, "", 0},
    {"up_escaped", NOPY_AT("/%2e%2e/%2e%2e/etc/passwd"), route::refused, 404, "", 0},
    {"up_half_escaped", NOPY_AT("/..%2f..%2fetc%2fpasswd"), route::refused, 404, "", 0},
    {"up_escaped_twice", NOPY_AT("/%252e%252e/etc/passwd"), route::refused, 404, "", 0},
    {"up_backwards", NOPY_AT("/..\\..\\etc\\passwd"), route::refused, 404, "", 0},
    {"absolute", NOPY_AT("//etc/passwd"), route::refused, 404, "", 0},
    {"a_nul", NOPY_AT("/x.npy%00.html"), route::refused, 404, "", 0},
    {"overlong_utf8", NOPY_AT("/%c0%ae%c0%ae/etc/passwd"), route::refused, 404, "", 0},
    {"a_hidden_name", NOPY_AT("/.git"), route::refused, 404, "", 0},
    {"an_empty_name", NOPY_AT("/assets/"), route::refused, 404, "", 0},
    {"a_question", NOPY_AT("/?x=1"), route::refused, 404, "", 0},
    {"a_file_behind_the_last", NOPY_AT("/file/12"), route::refused, 404, "", 0},
    {"a_file_without_number", NOPY_AT("/file/"), route::refused, 404, "", 0},
    {"a_file_with_a_sign", NOPY_AT("/file/-1"), route::refused, 404, "", 0},
    {"a_file_with_a_zero_in_front", NOPY_AT("/file/01"), route::refused, 404, "", 0},
    {"a_file_number_that_wraps", NOPY_AT("/file/18446744073709551616"), route::refused, 404, "", 0},
    {"a_file_by_its_path", NOPY_AT("/file/0/../1"), route::refused, 404, "", 0},
};
constexpr auto named = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Admitted, Targets, testing::ValuesIn(admitted), named);
INSTANTIATE_TEST_SUITE_P(WithoutToken, Targets, testing::ValuesIn(without_token), named);
INSTANTIATE_TEST_SUITE_P(NotThere, Targets, testing::ValuesIn(not_there), named);

struct sender_row {
  const char* name;
  std::string_view method;
  std::vector<header_field> fields;
  unsigned status;
};
void PrintTo(const sender_row& row, std::ostream* out) { *out << row.name; }

class Senders : public testing::TestWithParam<sender_row> {};

TEST_P(Senders, AreLookedAtFirst) {
  const verdict got = asked(GetParam().method, NOPY_AT("/file/1"), GetParam().fields);
  EXPECT_EQ(got.status, GetParam().status);
  EXPECT_EQ(got.to, got.status == 200 ? route::file : route::refused);
}

const sender_row senders[] = {
    {"a_browser", "GET", {host, {"Accept", "*/*"}}, 200},
    {"HEAD", "HEAD", {host}, 200},
    {"localhost", "GET", {{"hOST", "localhost:8080"}}, 200},
    {"this_origin", "GET", {host, {"Origin", "http://127.0.0.1:8080"}}, 200},
    {"this_origin_by_name", "GET", {host, {"origin", "http://localhost:8080"}}, 200},

    {"no_host", "GET", {}, 400},
    {"two_hosts", "GET", {host, host}, 400},
    {"two_different_hosts", "GET", {host, {"host", "evil.example"}}, 400},
    {"a_foreign_host", "GET", {{"Host", "evil.example"}}, 403},
    {"a_foreign_host_at_this_port", "GET", {{"Host", "evil.example:8080"}}, 403},
    {"a_host_that_begins_alike", "GET", {{"Host", "127.0.0.1.evil.example:8080"}}, 403},
    {"another_port", "GET", {{"Host", "127.0.0.1:80801"}}, 403},
    {"a_part_of_the_port", "GET", {{"Host", "127.0.0.1:808"}}, 403},
    {"no_port", "GET", {{"Host", "127.0.0.1"}}, 403},
    {"an_empty_port", "GET", {{"Host", "127.0.0.1:"}}, 403},
    {"an_empty_host", "GET", {{"Host", ""}}, 403},
    {"this_machine_spelled_otherwise", "GET", {{"Host", "127.1:8080"}}, 403},

    {"a_foreign_origin", "GET", {host, {"Origin", "http://evil.example"}}, 403},
    {"an_origin_that_begins_alike",
     "GET",
     {host, {"Origin", "http://127.0.0.1:8080.evil.example"}},
     403},
    {"an_origin_of_another_port", "GET", {host, {"Origin", "http://127.0.0.1:8081"}}, 403},
    {"an_origin_by_tls", "GET", {host, {"Origin", "https://127.0.0.1:8080"}}, 403},
    {"no_origin_at_all", "GET", {host, {"Origin", "null"}}, 403},
    {"an_empty_origin", "GET", {host, {"Origin", ""}}, 403},
    {"two_origins",
     "GET",
     {host, {"Origin", "http://127.0.0.1:8080"}, {"Origin", "http://127.0.0.1:8080"}},
     403},

    {"POST", "POST", {host}, 405},
    {"DELETE", "DELETE", {host}, 405},
    {"OPTIONS", "OPTIONS", {host}, 405},
    {"small_letters", "get", {host}, 405},
    {"no_method", "", {host}, 405},
    {"a_body", "GET", {host, {"Content-Length", "5"}}, 400},
    {"a_body_of_nothing", "GET", {host, {"Content-Length", "0"}}, 400},
    {"a_body_in_chunks", "GET", {host, {"Transfer-Encoding", "chunked"}}, 400},
    {"two_ranges", "GET", {host, {"Range", "bytes=0-1"}, {"range", "bytes=0-1"}}, 400},
    {"two_conditions", "GET", {host, {"If-Match", "*"}, {"If-Match", "*"}}, 400},
};
INSTANTIATE_TEST_SUITE_P(All, Senders, testing::ValuesIn(senders), named);

TEST(Gate, KeepsTheConditionsOfAFile) {
  const verdict got = asked("GET", NOPY_AT("/file/3"),
                            {host,
                             {"range", "bytes=0-1"},
                             {"IF-RANGE", "\"a\""},
                             {"If-Match", "\"b\""},
                             {"If-None-Match", ""}});
  EXPECT_EQ(got.file, 3u);
  EXPECT_EQ(got.asked.range, "bytes=0-1");
  EXPECT_EQ(got.asked.if_range, "\"a\"");
  EXPECT_EQ(got.asked.if_match, "\"b\"");
  EXPECT_EQ(got.asked.if_none_match, "");
  EXPECT_FALSE(asked("GET", NOPY_AT("/file/3"), {host}).asked.range);
}

TEST(Gate, RefusesHeadersOverItsLimits) {
  const std::string long_value(most_head_bytes - 100, 'a');
  EXPECT_EQ(asked("GET", NOPY_AT("/"), {host, {"X", long_value}}).status, 200u);
  EXPECT_EQ(asked("GET", NOPY_AT("/"), {host, {"X", long_value}, {"X", long_value}}).status, 431u);
  std::vector<header_field> many(most_fields - 1, {"X", "y"});
  many.push_back(host);
  EXPECT_EQ(asked("GET", NOPY_AT("/"), many).status, 200u);
  many.push_back({"X", "y"});
  EXPECT_EQ(asked("GET", NOPY_AT("/"), many).status, 431u);
}

TEST(Gate, TakesAHostWithoutPortAtPort80) {
  const header_field fields[] = {{"Host", "localhost"}};
  EXPECT_EQ(admit({"GET", NOPY_AT("/"), fields}, {token, 80, 1}).status, 200u);
}

TEST(Secrets, AreEqualInEveryByteOrNotAtAll) {
  EXPECT_TRUE(same_secret(token, token));
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string other(token);
    other[i] = 'x';
    EXPECT_FALSE(same_secret(token, other)) << i;
  }
  EXPECT_FALSE(same_secret(token, token.substr(1)));
}

}  // namespace
