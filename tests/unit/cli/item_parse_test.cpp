// SPDX-License-Identifier: MIT
// Text becomes the item it says, in its type and byte order.
#include "items/item_parse.hpp"
#include "items/iso_time.hpp"

#include "bytes/endian.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

template <class T>
T parsed(const dtype& type, std::string_view text) {
  std::byte item[32]{};
  const auto done = parse_item(type, text, item);
  EXPECT_TRUE(done) << text;
  T value;
  std::memcpy(&value, item, sizeof value);
  return value;
}

TEST(ItemParse, ReadsNumbersExactly) {
  EXPECT_EQ(parsed<std::int64_t>(dtype::number(kind::signed_int, 8), "-9223372036854775808"),
            INT64_MIN);
  EXPECT_EQ(parsed<std::uint64_t>(dtype::number(kind::unsigned_int, 8), "18446744073709551615"),
            UINT64_MAX);
  EXPECT_EQ(parsed<float>(dtype::number(kind::floating, 4), "0.1"), 0.1f);
  EXPECT_EQ(parsed<double>(dtype::number(kind::floating, 8), "1e-05"), 1e-5);
  EXPECT_EQ(parsed<std::uint16_t>(dtype::number(kind::unsigned_int, 2, endian::big), "258"),
            bytes::swap(std::uint16_t{258}));
  EXPECT_EQ(parsed<std::uint8_t>(dtype::boolean(), "True"), 1);
}

TEST(ItemParse, ReadsIntegersOfFewBits) {
  EXPECT_EQ(parsed<std::int8_t>(*dtype::parse("int1"), "-1"), -1);
  EXPECT_EQ(parsed<std::int8_t>(*dtype::parse("int1"), "0"), 0);
  EXPECT_EQ(parsed<std::int8_t>(*dtype::parse("int2"), "-2"), -2);
  EXPECT_EQ(parsed<std::int8_t>(*dtype::parse("int4"), "-8"), -8);
  EXPECT_EQ(parsed<std::uint8_t>(*dtype::parse("uint1"), "1"), 1);
}

TEST(ItemParse, ReadsComplexNumbersAsPythonWritesThem) {
  struct {
    const char* text;
    double real, imaginary;
  } const rows[] = {{"(1+2j)", 1, 2},
                    {"2j", 0, 2},
                    {"(1-2j)", 1, -2},
                    {"3", 3, 0},
                    {"(1e-05-2e+16j)", 1e-5, -2e16},
                    {"(-1-0j)", -1, 0}};
  for (const auto& row : rows) {
    const auto value = parsed<std::array<double, 2>>(dtype::number(kind::complex, 16), row.text);
    EXPECT_EQ(value[0], row.real) << row.text;
    EXPECT_EQ(value[1], row.imaginary) << row.text;
  }
}

TEST(ItemParse, RefusesWhatDoesNotFit) {
  struct {
    dtype type;
    const char* text;
    errc code;
  } const rows[] = {
      {*dtype::parse("int1"), "1", errc::out_of_range},
      {*dtype::parse("int1"), "-2", errc::out_of_range},
      {*dtype::parse("uint1"), "2", errc::out_of_range},
      {*dtype::parse("int2"), "2", errc::out_of_range},
      {*dtype::parse("int4"), "-9", errc::out_of_range},
      {dtype::number(kind::signed_int, 1), "128", errc::out_of_range},
      {dtype::number(kind::unsigned_int, 1), "-1", errc::out_of_range},
      {dtype::number(kind::signed_int, 1), "1.0", errc::usage},
      {dtype::number(kind::signed_int, 1), "", errc::usage},
      {dtype::number(kind::floating, 4), "1e39", errc::out_of_range},
      {dtype::number(kind::floating, 2), "65520", errc::out_of_range},
      {dtype::number(kind::floating, 8), "0x10", errc::usage},
      {dtype::number(kind::floating, 8), "1.5 ", errc::usage},
      {dtype::text(2), "abc", errc::out_of_range},
      {dtype::bytes(2), "abc", errc::out_of_range},
      {dtype::opaque(2), "abc", errc::usage},
      {dtype::boolean(), "2", errc::usage},
  };
  for (const auto& row : rows) {
    std::byte item[32];
    const auto done = parse_item(row.type, row.text, item);
    ASSERT_FALSE(done) << row.text;
    EXPECT_EQ(done.error().code(), row.code) << row.text;
  }
}

TEST(ItemParse, ReadsTimesToTheTick) {
  struct {
    const char* text;
    time_unit unit;
    std::uint32_t multiple;
    std::int64_t ticks;
  } const rows[] = {
      {"1970-01-01", time_unit::days, 1, 0},
      {"2026-11-29", time_unit::days, 1, 20786},
      {"1969-12-31T23:59:59", time_unit::seconds, 1, -1},
      {"1970-01-01T00:00:00.000000001", time_unit::nanoseconds, 1, 1},
      {"1970-01-01T00:01:15", time_unit::seconds, 25, 3},
      {"-0044-03-15", time_unit::days, 1, -735525},
      {"12000-01", time_unit::months, 1, 120360},
      {"1970-01-08", time_unit::weeks, 1, 1},
      {"2000", time_unit::years, 1, 30},
      {"1970-01-01T05", time_unit::hours, 1, 5},
      {"NaT", time_unit::nanoseconds, 1, not_a_time},
      {"42", time_unit::generic, 1, 42},
  };
  for (const auto& row : rows)
    EXPECT_EQ(ticks_of_datetime(row.text, row.unit, row.multiple), row.ticks) << row.text;
  EXPECT_EQ(ticks_of_timedelta("75 seconds", time_unit::seconds, 25), 3);
  EXPECT_EQ(ticks_of_timedelta("75", time_unit::seconds, 25), 3);
}

TEST(ItemParse, RefusesTimesThatAreNoWholeTick) {
  EXPECT_EQ(ticks_of_datetime("1970-01-01T12", time_unit::days, 1), std::nullopt);
  EXPECT_EQ(ticks_of_datetime("1970-02-30", time_unit::days, 1), std::nullopt);
  EXPECT_EQ(ticks_of_datetime("2500-01-01", time_unit::nanoseconds, 1), std::nullopt);
  EXPECT_EQ(ticks_of_datetime("1970-01-01T00:00:01", time_unit::seconds, 25), std::nullopt);
  EXPECT_EQ(ticks_of_timedelta("3 days", time_unit::seconds, 1), std::nullopt);
}

TEST(ItemParse, RefusesTimesOfTicksOfNoLength) {
  EXPECT_EQ(ticks_of_timedelta("0 days", time_unit::days, 0), std::nullopt);
  EXPECT_EQ(ticks_of_timedelta("NaT", time_unit::days, 0), not_a_time);
  for (const auto unit : {time_unit::years, time_unit::months, time_unit::weeks, time_unit::days,
                          time_unit::hours, time_unit::nanoseconds})
    EXPECT_EQ(ticks_of_datetime("1970-01-01", unit, 0), std::nullopt) << static_cast<int>(unit);
  EXPECT_EQ(ticks_of_datetime("0", time_unit::generic, 0), std::nullopt);
}

}  // namespace
}  // namespace nopy::cli
