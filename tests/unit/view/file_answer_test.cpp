// SPDX-License-Identifier: MIT
// Conditions and ranges of a file: what RFC 9110 lets a server answer, row by row.
#include "file_answer.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::view::answer_get;
using nopy::view::answer_head;
using nopy::view::conditions;
using nopy::view::file_answer;
using nopy::view::file_state;

constexpr std::string_view tag = "\"5-1-2\"";
constexpr file_state thousand{1000, tag};
constexpr file_answer whole{200, 0, 1000};

struct range_row {
  const char* name;
  std::string_view range;
  std::uint64_t bytes;
  file_answer expected;
};

void PrintTo(const range_row& row, std::ostream* out) { *out << row.range; }

class Ranges : public testing::TestWithParam<range_row> {};

TEST_P(Ranges, AreAnsweredExactlyOrNotAtAll) {
  EXPECT_EQ(answer_get({.range = GetParam().range}, {GetParam().bytes, tag}), GetParam().expected);
}

constexpr std::uint64_t huge = UINT64_MAX;
const range_row satisfied[] = {
    {"from_to", "bytes=0-99", 1000, {206, 0, 100}},
    {"one_byte", "bytes=999-999", 1000, {206, 999, 1}},
    {"to_the_end", "bytes=10-", 1000, {206, 10, 990}},
    {"beyond_the_end_is_cut", "bytes=990-5000", 1000, {206, 990, 10}},
    {"the_last_bytes", "bytes=-5", 1000, {206, 995, 5}},
    {"more_last_bytes_than_there_are", "bytes=-5000", 1000, {206, 0, 1000}},
    {"a_unit_in_capitals", "BYTES=1-2", 1000, {206, 1, 2}},
    {"leading_zeros", "bytes=0000000000000000000000001-2", 1000, {206, 1, 2}},
    {"six_gib", "bytes=4096-6442455039", huge / 2, {206, 4096, 6442450944}},
    {"the_largest_number", "bytes=0-18446744073709551615", 1000, {206, 0, 1000}},
    {"the_largest_file", "bytes=18446744073709551614-", huge, {206, huge - 1, 1}},
};
const range_row refused[] = {
    {"behind_the_end", "bytes=1000-", 1000, {416, 0, 0}},
    {"far_behind_the_end", "bytes=999999999999-", 1000, {416, 0, 0}},
    {"backwards", "bytes=9-3", 1000, {416, 0, 0}},
    {"two_signs", "bytes=--5", 1000, {416, 0, 0}},
    {"no_last_bytes", "bytes=-0", 1000, {416, 0, 0}},
    {"nothing", "bytes=", 1000, {416, 0, 0}},
    {"a_sign_alone", "bytes=-", 1000, {416, 0, 0}},
    {"no_sign", "bytes=5", 1000, {416, 0, 0}},
    {"two_to_the_64", "bytes=0-18446744073709551616", 1000, {416, 0, 0}},
    {"a_first_that_wraps_to_1", "bytes=18446744073709551617-2", 1000, {416, 0, 0}},
    {"last_bytes_that_wrap", "bytes=-18446744073709551617", 1000, {416, 0, 0}},
    {"several", "bytes=0-1,4-5", 1000, {416, 0, 0}},
    {"one_and_a_comma", "bytes=0-1,", 1000, {416, 0, 0}},
    {"blanks", "bytes= 0-1", 1000, {416, 0, 0}},
    {"a_plus", "bytes=+0-1", 1000, {416, 0, 0}},
    {"hexadecimal", "bytes=0x0-1", 1000, {416, 0, 0}},
    {"an_empty_file", "bytes=0-", 0, {416, 0, 0}},
    {"last_bytes_of_an_empty_file", "bytes=-5", 0, {416, 0, 0}},
};
const range_row ignored[] = {
    {"another_unit", "lines=0-1", 1000, whole},
    {"no_unit", "0-1", 1000, whole},
    {"the_unit_alone", "bytes", 1000, whole},
    {"empty", "", 1000, whole},
};
constexpr auto named = [](const auto& info) { return std::string(info.param.name); };
INSTANTIATE_TEST_SUITE_P(Satisfied, Ranges, testing::ValuesIn(satisfied), named);
INSTANTIATE_TEST_SUITE_P(Refused, Ranges, testing::ValuesIn(refused), named);
INSTANTIATE_TEST_SUITE_P(Ignored, Ranges, testing::ValuesIn(ignored), named);

TEST(Range, OfTwoThousandPartsIsRefused) {
  std::string many = "bytes=0-1";
  for (int i = 1; i < 2000; ++i) many += ",0-1";
  EXPECT_EQ(answer_get({.range = many}, thousand).status, 416u);
}

TEST(Range, IsNothingToHead) {
  EXPECT_EQ(answer_head({.range = "bytes=0-1"}, thousand), whole);
  EXPECT_EQ(answer_head({.range = "bytes=5000-"}, thousand), whole);
}

struct condition_row {
  const char* name;
  conditions asked;
  file_answer expected;
};
void PrintTo(const condition_row& row, std::ostream* out) { *out << row.name; }

class Conditions : public testing::TestWithParam<condition_row> {};

TEST_P(Conditions, AreLookedAtBeforeTheRange) {
  EXPECT_EQ(answer_get(GetParam().asked, thousand), GetParam().expected);
}

constexpr file_answer part{206, 0, 2};
const condition_row conditional[] = {
    {"if_range_of_this_file", {.range = "bytes=0-1", .if_range = tag}, part},
    {"if_range_of_another_file", {.range = "bytes=0-1", .if_range = "\"6-1-2\""}, whole},
    {"if_range_of_a_weak_tag", {.range = "bytes=0-1", .if_range = "W/\"5-1-2\""}, whole},
    {"if_range_of_a_date",
     {.range = "bytes=0-1", .if_range = "Mon, 30 Nov 2026 00:00:00 GMT"},
     whole},
    {"if_range_of_another_file_and_a_bad_range",
     {.range = "bytes=5000-", .if_range = "\"6-1-2\""},
     whole},
    {"if_range_without_a_range", {.if_range = "\"6-1-2\""}, whole},
    {"if_match_of_this_file", {.range = "bytes=0-1", .if_match = tag}, part},
    {"if_match_of_any", {.range = "bytes=0-1", .if_match = "*"}, part},
    {"if_match_of_one_in_a_list", {.if_match = "\"a,b\", W/\"c\",\"5-1-2\""}, whole},
    {"if_match_of_another_file", {.range = "bytes=0-1", .if_match = "\"6-1-2\""}, {412, 0, 0}},
    {"if_match_of_a_weak_tag", {.if_match = "W/\"5-1-2\""}, {412, 0, 0}},
    {"if_match_without_quotes", {.if_match = "5-1-2"}, {412, 0, 0}},
    {"if_match_without_its_end", {.if_match = "\"5-1-2"}, {412, 0, 0}},
    {"if_match_of_nothing", {.if_match = ""}, {412, 0, 0}},
    {"if_none_match_of_this_file", {.range = "bytes=0-1", .if_none_match = tag}, {304, 0, 0}},
    {"if_none_match_of_another_file", {.if_none_match = "\"6-1-2\""}, whole},
    {"if_match_before_if_none_match", {.if_match = "\"6-1-2\"", .if_none_match = tag}, {412, 0, 0}},
};
INSTANTIATE_TEST_SUITE_P(All, Conditions, testing::ValuesIn(conditional), named);

}  // namespace
