// SPDX-License-Identifier: MIT
// Which long double a file holds, told from the bytes of its values.
#include "array/long_double.hpp"

#include "converted.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using nopy::coding;
using nopy::test::convert;
using nopy::test::parsed;

nopy::dtype sixteen(coding coding) {
  return nopy::dtype::number(nopy::kind::floating, 16, nopy::endian::little, coding);
}

std::vector<std::byte> encoded(coding coding, std::initializer_list<double> values) {
  return convert(nopy::dtype_of<double>(), std::as_bytes(std::span(values.begin(), values.size())),
                 sixteen(coding), nopy::casting::safe)
      .bytes;
}

coding guess(std::span<const std::byte> items) {
  return nopy::core::guess_long_double(sixteen(coding::extended), items);
}

TEST(long_double, is_told_from_its_values) {
  EXPECT_EQ(guess(encoded(coding::x87, {1, -2.5, 1e300, 0})), coding::x87);
  EXPECT_EQ(guess(encoded(coding::quad, {1, 0.3, 1e300, 0})), coding::quad);
  EXPECT_EQ(guess(encoded(coding::quad, {1, -2.5, 8})), coding::quad) << "few digits";
  const nopy::little<double> pairs[] = {0.1, 1e-18, 0, 0, -3.5, 1e-17};
  EXPECT_EQ(guess(std::as_bytes(std::span(pairs))), coding::double_double);
}

TEST(long_double, x87_is_told_although_its_padding_is_not_zero) {
  auto items = encoded(coding::x87, {1, 0.1, -7, 1e-300});
  for (std::size_t i = 10; i < items.size(); i += 16) items[i] = std::byte{0x5A};
  EXPECT_EQ(guess(items), coding::x87);
}

TEST(long_double, zeros_tell_nothing_and_count_as_x87) {
  const std::vector<std::byte> zeros(64);
  EXPECT_EQ(guess(zeros), coding::x87);
  EXPECT_EQ(guess({}), coding::x87);
}

TEST(long_double, of_twelve_bytes_is_x87_and_big_endian_is_quad) {
  const std::vector<std::byte> zeros(48);
  EXPECT_EQ(nopy::core::guess_long_double(parsed("<f12"), zeros), coding::x87);
  EXPECT_EQ(nopy::core::guess_long_double(parsed(">f16"), zeros), coding::quad);
}

TEST(long_double, of_big_endian_is_x87_where_a_machine_that_has_it_turned_the_bytes_around) {
  const auto turned = [](coding coding, std::initializer_list<double> values) {
    auto items = encoded(coding, values);
    for (auto at = items.begin(); at != items.end(); at += 16) std::reverse(at, at + 16);
    return nopy::core::guess_long_double(parsed(">f16"), items);
  };
  EXPECT_EQ(turned(coding::x87, {0, 112.5, -1e300, 5e-324}), coding::x87);
  EXPECT_EQ(turned(coding::quad, {0, 112.5, -1e300, 5e-324}), coding::quad);
  EXPECT_EQ(turned(coding::quad, {1}), coding::quad);
  std::vector<std::byte> items;
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(nopy::core::guess_long_double(parsed(">f16"), items), coding::quad) << i;
    auto one = encoded(coding::x87, {1.0 / (3 + i)});
    one[12] = std::byte{0x5A};  // padding that kept what memory held
    items.insert(items.end(), one.rbegin(), one.rend());
  }
  EXPECT_EQ(nopy::core::guess_long_double(parsed(">f16"), items), coding::x87);
}

TEST(long_double, is_found_inside_records) {
  EXPECT_TRUE(nopy::core::has_untold_long_double(parsed("[('a', '<i4'), ('b', '<f16', (2,))]")));
  EXPECT_FALSE(nopy::core::has_untold_long_double(parsed("[('a', '<i4'), ('b', '<f8')]")));
}

}  // namespace
