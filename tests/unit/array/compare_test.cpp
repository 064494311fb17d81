// SPDX-License-Identifier: MIT
// When arrays are equal, row by row of the rule in docs/text.md.
#include <nopy/compare.hpp>

#include "converted.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace {

using nopy::compare;
using nopy::compare_options;
using nopy::equality;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr compare_options by_values{.equality = equality::values};
constexpr compare_options nan_equal{.equal_nan = true, .equality = equality::values};

template <class A, class B>
void expect_differing(std::uint64_t count, const std::vector<A>& a, const std::vector<B>& b,
                      const compare_options& options = {}) {
  const auto found = compare(a, b, options);
  ASSERT_FALSE(found.reason) << found.reason->message();
  EXPECT_EQ(found.different, count);
  EXPECT_EQ(found.same, count == 0);
}

TEST(compare, by_bits_tells_zeros_apart_and_takes_equal_nans_as_equal) {
  const auto found = compare(std::vector<double>{0.0, 1, not_a_number, 2},
                             std::vector<double>{-0.0, 1, not_a_number, 3});
  EXPECT_EQ(found.different, 2u);
  EXPECT_EQ(found.signed_zeros, 1u);
  EXPECT_EQ(found.max_abs, 1);
  EXPECT_EQ(found.first_index, nopy::shape({0}));
}

TEST(compare, by_values_is_numpys_equality) {
  expect_differing<double, double>(0, {0.0, inf, -inf}, {-0.0, inf, -inf}, by_values);
  expect_differing<double, double>(1, {not_a_number}, {not_a_number}, by_values);
  expect_differing<double, double>(0, {not_a_number}, {not_a_number}, nan_equal);
  expect_differing<double, double>(2, {not_a_number, 1}, {1, not_a_number}, nan_equal);
  expect_differing<int, double>(1, {1, 2}, {1.0, 2.5}, by_values);
  expect_differing<float, double>(1, {0.1f}, {0.1}, by_values);
}

TEST(compare, integers_are_exact_and_never_wrap) {
  const std::int64_t large = (std::int64_t{1} << 53) + 1;
  expect_differing<std::int64_t, double>(1, {large}, {9007199254740992.0}, by_values);
  expect_differing<std::int64_t, std::int64_t>(1, {large}, {large - 1}, by_values);
  expect_differing<std::uint64_t, std::int64_t>(1, {UINT64_MAX}, {-1}, by_values);
  const auto far = compare(std::vector<std::uint64_t>{UINT64_MAX},
                           std::vector<std::int64_t>{INT64_MIN}, by_values);
  EXPECT_EQ(far.max_abs, 18446744073709551615.0 + 9223372036854775808.0);
  const auto near = compare(std::vector<std::uint8_t>{0}, std::vector<std::uint8_t>{255});
  EXPECT_EQ(near.max_abs, 255);
  const auto across = compare(std::vector<std::int8_t>{-128}, std::vector<std::int8_t>{127});
  EXPECT_EQ(across.max_abs, 255);
}

TEST(compare, tolerances_are_of_the_second_array) {
  expect_differing<double, double>(0, {1.0}, {1.1}, {.atol = 0.11});
  expect_differing<double, double>(1, {1.0}, {1.1}, {.atol = 0.09});
  expect_differing<double, double>(0, {9.0}, {10.0}, {.rtol = 0.1});
  expect_differing<double, double>(1, {10.0}, {9.0}, {.rtol = 0.1});
  expect_differing<double, double>(1, {inf, 1}, {inf, inf}, {.rtol = 0.5});
  expect_differing<double, double>(1, {inf}, {-inf}, {.rtol = 0.5});
  expect_differing<int, int>(1, {100, 100}, {103, 104}, {.atol = 3});
}

TEST(compare, complex_numbers_by_modulus) {
  using c16 = nopy::complex<double>;
  const auto found = compare(std::vector<c16>{{0, 0}}, std::vector<c16>{{3, 4}});
  EXPECT_EQ(found.max_abs, 5);
  expect_differing<c16, c16>(0, {{0, 0}}, {{3, 4}}, {.atol = 5});
  expect_differing<c16, c16>(1, {{0, 0}}, {{3, 4}}, {.atol = 4.9});
  expect_differing<c16, double>(0, {{3, 0}}, {3.0}, by_values);
  const auto zeros = compare(std::vector<c16>{{1, 0.0}}, std::vector<c16>{{1, -0.0}});
  EXPECT_EQ(zeros.different, 1u);
  EXPECT_EQ(zeros.signed_zeros, 1u);
}

TEST(compare, a_nan_on_one_side_makes_the_largest_difference_nan) {
  const auto found = compare(std::vector<double>{1, not_a_number}, std::vector<double>{5, 1});
  EXPECT_TRUE(std::isnan(found.max_abs));
}

TEST(compare, nat_is_like_nan) {
  using day = nopy::datetime64<nopy::time_unit::days>;
  using hour = nopy::datetime64<nopy::time_unit::hours>;
  const std::vector<day> days{{INT64_MIN}, {2}};
  expect_differing(0, days, days);
  expect_differing(1, days, days, by_values);
  expect_differing(0, days, days, nan_equal);
  expect_differing(0, days, std::vector<hour>{{INT64_MIN}, {48}}, nan_equal);
  expect_differing(1, days, std::vector<hour>{{INT64_MIN}, {49}}, nan_equal);
}

TEST(compare, text_ignores_nuls_at_the_end) {
  const std::vector<nopy::fixed_text<2>> a{{{U'a', 0}}, {{U'b', U'c'}}};
  const std::vector<nopy::fixed_text<3>> b{{{U'a', 0, 0}}, {{U'b', U'c', U'd'}}};
  expect_differing(1, a, b, by_values);
  EXPECT_EQ(compare(a, b).reason->code(), nopy::errc::type_mismatch);
}

TEST(compare, different_types_are_a_difference_unless_values_are_compared) {
  const auto found = compare(std::vector<int>{1}, std::vector<double>{1});
  ASSERT_TRUE(found.reason);
  EXPECT_EQ(found.reason->code(), nopy::errc::type_mismatch);
  EXPECT_FALSE(found.same);
  EXPECT_FALSE(found.first_index);
}

TEST(compare, byte_order_is_no_difference) {
  const std::vector<nopy::big<float>> big{1.5f, -2.0f};
  expect_differing(0, big, std::vector<float>{1.5f, -2.0f});
  expect_differing(1, big, std::vector<float>{1.5f, 2.0f});
}

TEST(compare, different_shapes_are_told_first) {
  const auto found = compare(std::vector<int>{1}, std::vector<double>{1, 2});
  ASSERT_TRUE(found.reason);
  EXPECT_EQ(found.reason->code(), nopy::errc::shape_mismatch);
}

TEST(compare, memory_orders_and_strides_do_not_matter) {
  const float c_order[] = {1, 2, 3, 4, 5, 6};
  const float fortran_order[] = {1, 4, 2, 5, 3, 7};
  const nopy::array_view<const float, 2> a(c_order, {2, 3});
  const nopy::array_view<const float, 2, nopy::layout_left> b(fortran_order, {2, 3});
  const auto found = compare(a, b);
  EXPECT_EQ(found.different, 1u);
  EXPECT_EQ(found.first_index, nopy::shape({1, 2}));
  const nopy::array_view<const float, 2, nopy::layout_stride> backwards(
      c_order + 5, nopy::extents<2>(std::array<std::size_t, 2>{2, 3}), {-3, -1});
  EXPECT_EQ(compare(a, backwards).different, 6u);
  EXPECT_EQ(compare(backwards, backwards).different, 0u);
}

TEST(compare, records_field_by_field_without_padding) {
  const auto type = nopy::test::parsed("[('x', '<f4'), ('', '|V4'), ('m', '<i2', (2,))]");
  std::vector<std::byte> a(3 * 12);
  std::vector<std::byte> b = a;
  b[4] = std::byte{9};         // padding
  b[12 + 8] = std::byte{1};    // m[0] of item 1
  b[24 + 3] = std::byte{128};  // x of item 2 becomes -0.0
  const auto found = compare(nopy::any_view(type, {3}, a), nopy::any_view(type, {3}, b));
  EXPECT_EQ(found.different, 2u);
  EXPECT_EQ(found.signed_zeros, 1u);
  EXPECT_EQ(found.first_index, nopy::shape({1}));
}

TEST(compare, emits_every_position_until_told_to_stop) {
  std::vector<int> a(1000, 0);
  std::vector<int> b = a;
  for (const std::size_t at : {3u, 300u, 999u}) b[at] = 1;
  std::vector<std::uint64_t> seen;
  const auto all = compare(a, b, {}, [&](std::uint64_t at) {
    seen.push_back(at);
    return true;
  });
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{3, 300, 999}));
  seen.clear();
  const auto first = compare(a, b, {}, [&](std::uint64_t at) {
    seen.push_back(at);
    return false;
  });
  EXPECT_EQ(seen.size(), 1u);
  EXPECT_EQ(all.different, 3u);
  EXPECT_EQ(first.different, 3u) << "counting goes on";
}

TEST(compare, reports_in_words) {
  const std::vector<double> a{0.0, 1};
  const std::vector<double> b{-0.0, 1.5};
  EXPECT_EQ(compare(a, a).report(), "equal");
  EXPECT_EQ(compare(a, b).report(),
            "2 items differ, first at (0,); largest difference 0.5; of them 1 only in the sign of "
            "zero");
  EXPECT_NE(compare(std::vector<int>{1}, std::vector<double>{1}).report().find("[type_mismatch]"),
            std::string::npos);
}

TEST(compare, bytes_that_do_not_fit_the_shape_are_refused) {
  const std::vector<std::byte> few(4);
  const nopy::any_view view(nopy::dtype_of<double>(), {2}, few);
  EXPECT_EQ(compare(view, view).reason->code(), nopy::errc::usage);
}

}  // namespace
