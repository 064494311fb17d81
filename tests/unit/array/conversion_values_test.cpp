// SPDX-License-Identifier: MIT
// What values become: rounded, checked, saturated, truncated.
#include "converted.hpp"

#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace {

using nopy::casting;
using nopy::dtype_of;
using nopy::errc;
using nopy::test::convert;
using nopy::test::parsed;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST(conversion, swaps_each_record_of_a_subarray_where_it_lies) {
  // One field and bytes beside it: the fields do not follow each other without a gap.
  const std::array<std::uint8_t, 9> bytes = {9, 1, 2, 9, 3, 4, 9, 5, 6};
  const auto from = parsed("[('s', [('', '|V1'), ('q', '>i2')], (3,))]");
  for (const auto& [to, expected] :
       {std::pair("[('s', [('', '|V1'), ('q', '<i2')], (3,))]",
                  std::vector<std::uint8_t>{0, 2, 1, 0, 4, 3, 0, 6, 5}),
        std::pair("[('s', [('q', '<i2')], (3,))]", std::vector<std::uint8_t>{2, 1, 4, 3, 6, 5})}) {
    const auto made = convert(from, std::as_bytes(std::span(bytes)), parsed(to), casting::none);
    ASSERT_FALSE(made.error) << to;
    EXPECT_EQ(made.as<std::uint8_t>(), expected) << to;
  }
}

template <class From, class To>
struct value_row {
  From from;
  To saturated;
  To truncated;
  bool fits;  // under checked
};

template <class From, class To>
void check_rows(std::initializer_list<value_row<From, To>> rows) {
  for (const auto& row : rows) {
    const auto to = dtype_of<To>();
    EXPECT_EQ(convert({row.from}, to, casting::saturate).template as<To>()[0], row.saturated)
        << row.from;
    EXPECT_EQ(convert({row.from}, to, casting::truncate).template as<To>()[0], row.truncated)
        << row.from;
    const auto checked = convert({row.from}, to, casting::checked);
    if (row.fits) {
      EXPECT_FALSE(checked.error) << row.from;
      EXPECT_EQ(checked.template as<To>()[0], row.truncated) << row.from;
    } else {
      EXPECT_EQ(checked.code(), errc::out_of_range) << row.from;
    }
  }
}

TEST(conversion, of_integers_to_narrower_ones) {
  check_rows<std::int64_t, std::int8_t>({{127, 127, 127, true},
                                         {-128, -128, -128, true},
                                         {128, 127, -128, false},
                                         {-129, -128, 127, false},
                                         {INT64_MIN, -128, 0, false}});
  check_rows<std::uint64_t, std::int64_t>(
      {{UINT64_MAX, INT64_MAX, -1, false}, {1ull << 63, INT64_MAX, INT64_MIN, false}});
  check_rows<std::int8_t, std::uint64_t>({{-1, 0, UINT64_MAX, false}, {5, 5, 5, true}});
}

TEST(conversion, of_doubles_to_integers) {
  check_rows<double, std::int32_t>({{1.0, 1, 1, true},
                                    {-0.0, 0, 0, true},
                                    {1.5, 2, 1, false},
                                    {2.5, 2, 2, false},
                                    {-1.5, -2, -1, false},
                                    {not_a_number, 0, 0, false},
                                    {inf, INT32_MAX, 0, false},
                                    {-1e300, INT32_MIN, 0, false},
                                    {4294967297.0, INT32_MAX, 1, false},
                                    {2147483647.0, INT32_MAX, INT32_MAX, true},
                                    {2147483648.0, INT32_MAX, INT32_MIN, false}});
  check_rows<double, std::uint64_t>(
      {{18446744073709551616.0, UINT64_MAX, 0, false}, {-1.0, 0, UINT64_MAX, false}});
}

TEST(conversion, of_doubles_at_the_edge_of_int64) {
  check_rows<double, std::int64_t>(
      {{-9223372036854775808.0, INT64_MIN, INT64_MIN, true},
       {-9223372036854777856.0, INT64_MIN, 0, false},
       {9223372036854775808.0, INT64_MAX, 0, false},
       {9223372036854774784.0, 9223372036854774784, 9223372036854774784, true}});
}

TEST(conversion, of_doubles_beyond_int64_to_uint64_is_exact_but_truncates_to_0) {
  const auto u8 = dtype_of<std::uint64_t>();
  for (const double value : {9223372036854775808.0, 18446744073709549568.0}) {
    const auto exact = static_cast<std::uint64_t>(value);
    EXPECT_EQ(convert({value}, u8, casting::checked).as<std::uint64_t>()[0], exact);
    EXPECT_EQ(convert({value}, u8, casting::saturate).as<std::uint64_t>()[0], exact);
    EXPECT_EQ(convert({value}, u8, casting::truncate).as<std::uint64_t>()[0], 0u);
  }
}

TEST(conversion, of_integers_to_floats_is_checked_exactly) {
  const std::int64_t exact = (std::int64_t{1} << 53) + 2;
  EXPECT_EQ(convert({exact}, dtype_of<double>(), casting::checked).as<double>()[0],
            static_cast<double>(exact));
  EXPECT_EQ(convert({exact - 1}, dtype_of<double>(), casting::checked).code(), errc::out_of_range);
  EXPECT_EQ(convert({INT64_MAX}, dtype_of<float>(), casting::checked).code(), errc::out_of_range);
  EXPECT_EQ(convert({INT64_MIN}, dtype_of<float>(), casting::checked).as<float>()[0],
            -9223372036854775808.0f);
  // 2^62 + 2^54 + 1 lies above a tie of bfloat16; as a double it is the tie.
  const std::int64_t above_tie = (std::int64_t{1} << 62) + (std::int64_t{1} << 54) + 1;
  EXPECT_EQ(
      convert({above_tie}, dtype_of<nopy::bfloat16>(), casting::truncate).as<std::uint16_t>()[0],
      0x5E81);
}

TEST(conversion, of_narrower_floats_rounds_and_refuses_only_a_finite_value_that_gets_infinite) {
  const auto f4 = dtype_of<float>();
  EXPECT_EQ(convert({0.1, inf, -inf}, f4, casting::same_kind).as<float>(),
            (std::vector<float>{0.1f, INFINITY, -INFINITY}));
  EXPECT_TRUE(std::isnan(convert({not_a_number}, f4, casting::same_kind).as<float>()[0]));
  const auto failed = convert({1.0, 2.0, 1e39, 1e40}, f4, casting::same_kind);
  ASSERT_EQ(failed.code(), errc::out_of_range);
  EXPECT_NE(failed.error->message().find("index 2"), std::string::npos);
  EXPECT_EQ(convert({1e39, -1e39}, f4, casting::saturate).as<float>(),
            (std::vector<float>{std::numeric_limits<float>::max(),
                                std::numeric_limits<float>::lowest()}));
  EXPECT_EQ(convert({1e39}, f4, casting::truncate).as<float>()[0], INFINITY);
  const auto e4m3 = dtype_of<nopy::float8<nopy::coding::float8_e4m3fn>>();
  EXPECT_EQ(convert({464.0}, e4m3, casting::same_kind).as<std::uint8_t>()[0], 0x7E)
      << "a tie with what would be the next value takes the even largest";
  EXPECT_EQ(convert({465.0}, e4m3, casting::same_kind).code(), errc::out_of_range);
  EXPECT_EQ(convert({inf}, e4m3, casting::same_kind).code(), errc::out_of_range);
  EXPECT_EQ(convert({-1e9}, e4m3, casting::saturate).as<std::uint8_t>()[0], 0xFE);
  const auto e2m1 = dtype_of<nopy::float8<nopy::coding::float4_e2m1fn>>();
  EXPECT_EQ(convert({6.9}, e2m1, casting::same_kind).as<std::uint8_t>()[0], 7);
  EXPECT_EQ(convert({7.0}, e2m1, casting::same_kind).code(), errc::out_of_range);
  EXPECT_EQ(convert({not_a_number}, e2m1, casting::same_kind).code(), errc::out_of_range);
}

TEST(conversion, of_a_bool_byte_other_than_0_and_1_gives_1) {
  const std::byte bytes[] = {std::byte{0}, std::byte{1}, std::byte{2}, std::byte{255}};
  EXPECT_EQ(convert(nopy::dtype::boolean(), bytes, dtype_of<float>(), casting::safe).as<float>(),
            (std::vector<float>{0, 1, 1, 1}));
}

TEST(conversion, to_bool_takes_0_and_1_only_when_checked) {
  const auto boolean = nopy::dtype::boolean();
  EXPECT_EQ(convert({0.0, 1.0}, boolean, casting::checked).as<std::uint8_t>(),
            (std::vector<std::uint8_t>{0, 1}));
  EXPECT_EQ(convert({2.0}, boolean, casting::checked).code(), errc::out_of_range);
  EXPECT_EQ(convert({0.25, -3.0, 0.0}, boolean, casting::truncate).as<std::uint8_t>(),
            (std::vector<std::uint8_t>{1, 1, 0}));
}

TEST(conversion, of_complex_numbers) {
  using c8 = nopy::complex<float>;
  using c16 = nopy::complex<double>;
  EXPECT_EQ(convert({c8{1, -2}}, dtype_of<c16>(), casting::safe).as<c16>()[0], (c16{1, -2}));
  EXPECT_EQ(convert({1.5f, 2.5f}, dtype_of<c16>(), casting::safe).as<c16>(),
            (std::vector<c16>{{1.5, 0}, {2.5, 0}}));
  EXPECT_EQ(convert({c8{3, 0}}, dtype_of<double>(), casting::checked).as<double>()[0], 3);
  EXPECT_EQ(convert({c8{3, 0}, c8{3, 1}}, dtype_of<double>(), casting::checked).code(),
            errc::out_of_range);
  EXPECT_EQ(convert({c8{3, 1}}, dtype_of<double>(), casting::truncate).as<double>()[0], 3);
}

TEST(conversion, swaps_bytes_of_every_kind) {
  const std::byte bytes[] = {std::byte{0}, std::byte{1}, std::byte{2}, std::byte{3},
                             std::byte{4}, std::byte{5}, std::byte{6}, std::byte{7}};
  const struct {
    const char* from;
    const char* to;
    std::uint8_t expected[8];
  } rows[] = {
      {">i2", "<i2", {1, 0, 3, 2, 5, 4, 7, 6}}, {">f4", "<f4", {3, 2, 1, 0, 7, 6, 5, 4}},
      {">i8", "<i8", {7, 6, 5, 4, 3, 2, 1, 0}}, {">c8", "<c8", {3, 2, 1, 0, 7, 6, 5, 4}},
      {">U2", "<U2", {3, 2, 1, 0, 7, 6, 5, 4}}, {">M8[s]", "<M8[s]", {7, 6, 5, 4, 3, 2, 1, 0}},
  };
  for (const auto& row : rows) {
    const auto made = convert(parsed(row.from), bytes, parsed(row.to), casting::none);
    ASSERT_EQ(made.bytes.size(), 8u) << row.from;
    EXPECT_EQ(std::memcmp(made.bytes.data(), row.expected, 8), 0) << row.from;
    const auto plan =
        nopy::core::conversion_plan::make(parsed(row.from), parsed(row.to), casting::none);
    EXPECT_TRUE(plan->is_swap_only());
    std::byte in_place[8];
    std::memcpy(in_place, bytes, 8);
    EXPECT_TRUE(plan->run(in_place, in_place, 8 / plan->from_bytes()));
    EXPECT_EQ(std::memcmp(in_place, row.expected, 8), 0) << row.from << " in place";
  }
}

TEST(conversion, of_times_scales_and_keeps_nat) {
  const auto from = parsed("=M8[25s]");
  const std::int64_t ticks[] = {3, -2, INT64_MIN};
  const auto made =
      convert(from, std::as_bytes(std::span(ticks)), parsed(">M8[ms]"), casting::same_kind);
  const auto back = convert(parsed(">M8[ms]"), made.bytes, parsed("=M8[ms]"), casting::none);
  EXPECT_EQ(back.as<std::int64_t>(), (std::vector<std::int64_t>{75000, -50000, INT64_MIN}));
  const std::int64_t late[] = {INT64_MAX / 1000 + 1};
  EXPECT_EQ(
      convert(parsed("=M8[s]"), std::as_bytes(std::span(late)), parsed("=M8[ms]"), casting::safe)
          .code(),
      errc::out_of_range);
}

TEST(conversion, of_text_pads_and_checks_what_it_cuts) {
  const nopy::fixed_bytes<3> abc{{'a', 'b', 'c'}};
  const nopy::fixed_bytes<3> a{{'a', 0, 0}};
  EXPECT_EQ(std::string_view(convert({abc}, dtype_of<nopy::fixed_bytes<5>>(), casting::safe)
                                 .as<nopy::fixed_bytes<5>>()[0]),
            "abc");
  EXPECT_EQ(convert({abc}, dtype_of<nopy::fixed_bytes<2>>(), casting::same_kind).code(),
            errc::out_of_range);
  EXPECT_EQ(std::string_view(convert({a}, dtype_of<nopy::fixed_bytes<2>>(), casting::same_kind)
                                 .as<nopy::fixed_bytes<2>>()[0]),
            "a");
  const auto wide = convert({abc}, parsed(">U4"), casting::checked);
  const auto narrow = convert(parsed(">U4"), wide.bytes, parsed("|S4"), casting::checked);
  EXPECT_EQ(std::string_view(narrow.as<nopy::fixed_bytes<4>>()[0]), "abc");
  const nopy::fixed_bytes<3> high{{'\xE9', 0, 0}};
  EXPECT_EQ(convert({high}, parsed("<U3"), casting::checked).code(), errc::out_of_range);
}

TEST(conversion, moves_fields_by_name_and_zeroes_padding) {
  struct from_item {
    float x;
    std::int32_t y;
  };
  const auto from = parsed("[('x', '=f4'), ('y', '=i4')]");
  const auto to = parsed("[('y', '=i8'), ('', '|V4'), ('x', '>f4'), ('', '|V2')]");
  const from_item items[] = {{1.5f, -1}, {2.5f, 7}};
  const auto made = convert(from, std::as_bytes(std::span(items)), to, casting::safe);
  ASSERT_EQ(made.bytes.size(), 36u);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::byte* item = made.bytes.data() + 18 * i;
    std::int64_t y;
    std::memcpy(&y, item, 8);
    EXPECT_EQ(y, items[i].y);
    nopy::big<float> x;
    std::memcpy(&x, item + 12, 4);
    EXPECT_EQ(static_cast<float>(x), items[i].x);
    for (const std::size_t at : {8u, 9u, 10u, 11u, 16u, 17u})
      EXPECT_EQ(item[at], std::byte{0}) << at;
  }
}

TEST(conversion, goes_through_arrays_of_records) {
  const auto from = parsed("[('p', [('a', '<i2'), ('b', '|u1')], (3,)), ('t', '|S2')]");
  const auto to = parsed("[('t', '|S4'), ('p', [('b', '<i4'), ('a', '>i2')], (3,))]");
  std::vector<std::byte> items;
  std::mt19937 random(7);
  for (std::size_t i = 0; i < 50 * 11; ++i)
    items.push_back(static_cast<std::byte>(random() & 0xFF));
  const auto made = convert(from, items, to, casting::safe);
  ASSERT_FALSE(made.error);
  for (std::size_t i = 0; i < 50; ++i) {
    const std::byte* a = items.data() + 11 * i;
    const std::byte* b = made.bytes.data() + 22 * i;
    EXPECT_EQ(std::memcmp(b, a + 9, 2), 0);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(b[4 + 6 * k], a[3 * k + 2]);
      EXPECT_EQ(b[4 + 6 * k + 4], a[3 * k + 1]);
      EXPECT_EQ(b[4 + 6 * k + 5], a[3 * k]);
    }
  }
}

TEST(conversion, reports_the_lowest_item_however_the_items_are_cut) {
  const auto from = parsed("[('x', '=i8'), ('y', '=i8', (4,))]");
  const auto to = parsed("[('x', '|i1'), ('y', '|i1', (4,))]");
  std::vector<std::int64_t> items(5 * 9000, 1);
  items[5 * 8500] = 1000;      // x of item 8500
  items[5 * 4321 + 3] = 1000;  // y of item 4321
  const auto plan = nopy::core::conversion_plan::make(from, to, casting::same_kind);
  ASSERT_TRUE(plan);
  std::vector<std::byte> made(5 * 9000);
  const auto bytes = std::as_bytes(std::span(items));
  const auto whole = plan->run(made.data(), bytes.data(), 9000);
  ASSERT_FALSE(whole);
  EXPECT_NE(whole.error().message().find("index 4321, field 'y'"), std::string::npos)
      << whole.error().message();
  const auto part = plan->run(made.data(), bytes.data() + 40 * 4000, 5000, 4000);
  ASSERT_FALSE(part);
  EXPECT_EQ(part.error().message(), whole.error().message());
}

/// Every pair of C++ numbers: a plan gives what a cast gives, where the cast is defined.
template <class From, class To>
void check_against_cast() {
  std::mt19937_64 random(42);
  std::vector<From> items;
  for (int i = 0; i < 3000; ++i)
    items.push_back(static_cast<From>(static_cast<std::int64_t>(random() % 201) - 100));
  const auto bytes = std::as_bytes(std::span(items));
  const auto swapped_type = dtype_of<From>().with_endian(nopy::endian::big).value();
  const auto swapped = convert(dtype_of<From>(), bytes, swapped_type, casting::none);
  const auto made =
      convert(swapped_type, swapped.bytes, dtype_of<To>(), casting::truncate).template as<To>();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto value = static_cast<std::int64_t>(items[i]);
    ASSERT_EQ(made[i], static_cast<To>(value)) << i;
  }
}

template <class From>
void check_from() {
  check_against_cast<From, std::int8_t>();
  check_against_cast<From, std::uint8_t>();
  check_against_cast<From, std::int16_t>();
  check_against_cast<From, std::uint16_t>();
  check_against_cast<From, std::int32_t>();
  check_against_cast<From, std::uint32_t>();
  check_against_cast<From, std::int64_t>();
  check_against_cast<From, float>();
  check_against_cast<From, double>();
  check_against_cast<From, long double>();
}

TEST(conversion, agrees_with_casts_for_every_pair_of_numbers) {
  check_from<std::int8_t>();
  check_from<std::int16_t>();
  check_from<std::int32_t>();
  check_from<std::int64_t>();
  check_from<float>();
  check_from<double>();
}

#if __LDBL_MANT_DIG__ == 64
TEST(conversion, of_long_doubles_agrees_with_the_processor) {
  std::mt19937_64 random(3);
  std::vector<long double> items = {0.0L,
                                    -0.0L,
                                    1.0L / 3,
                                    std::numeric_limits<long double>::max(),
                                    std::numeric_limits<long double>::denorm_min(),
                                    static_cast<long double>(INFINITY),
                                    1e-310L,
                                    3e-324L};
  for (int i = 0; i < 20000; ++i)
    items.push_back(
        std::ldexp(static_cast<long double>(random()), static_cast<int>(random() % 2300) - 1200));
  const auto bytes = std::as_bytes(std::span(items));
  const auto type = dtype_of<long double>();
  const auto as_f8 = convert(type, bytes, dtype_of<double>(), casting::truncate).as<double>();
  const auto as_f4 = convert(type, bytes, dtype_of<float>(), casting::truncate).as<float>();
  const auto quads =
      convert(type, bytes,
              nopy::dtype::number(nopy::kind::floating, 16, nopy::endian::big, nopy::coding::quad),
              casting::safe);
  ASSERT_FALSE(quads.error);
  const auto back =
      convert(nopy::dtype::number(nopy::kind::floating, 16, nopy::endian::big, nopy::coding::quad),
              quads.bytes, type, casting::same_kind)
          .as<long double>();
  for (std::size_t i = 0; i < items.size(); ++i) {
    ASSERT_EQ(as_f8[i], static_cast<double>(items[i])) << i;
    ASSERT_EQ(as_f4[i], static_cast<float>(items[i])) << i;
    ASSERT_EQ(back[i], items[i]) << i;
  }
}
#endif

TEST(conversion, of_double_doubles_is_the_sum_of_both) {
  const auto pair = nopy::dtype::number(nopy::kind::floating, 16, nopy::native_endian,
                                        nopy::coding::double_double);
  const auto quad =
      nopy::dtype::number(nopy::kind::floating, 16, nopy::endian::little, nopy::coding::quad);
  const double items[] = {1.0, 0x1p-60, 1.0, -0x1p-60, 3.5, 0.0, -0x1p1000, 0x1p920};
  const auto bytes = std::as_bytes(std::span(items));
  const auto made = convert(pair, bytes, quad, casting::same_kind);
  const auto back = convert(quad, made.bytes, pair, casting::same_kind).as<double>();
  for (std::size_t i = 0; i < std::size(items); ++i) EXPECT_EQ(back[i], items[i]) << i;
}

TEST(normalise_bool, makes_every_byte_0_or_1) {
  std::byte bytes[] = {std::byte{0}, std::byte{1}, std::byte{2}, std::byte{0x80}};
  nopy::core::normalise_bool(bytes, 4);
  EXPECT_EQ(bytes[0], std::byte{0});
  for (int i = 1; i < 4; ++i) EXPECT_EQ(bytes[i], std::byte{1});
}

}  // namespace
