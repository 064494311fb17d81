// SPDX-License-Identifier: MIT
// What memory held between the members of a C++ struct never reaches a file; bytes of a file stay
// as they are.
#include <nopy/save.hpp>

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace nopy::test {

struct inner {
  std::uint8_t a;
  std::uint16_t b;
};
struct outer {
  std::uint8_t tag;
  alignas(8) double value;  // as it is on most machines
  inner pair[2];
  std::int16_t last;
};

}  // namespace nopy::test

NOPY_RECORD(nopy::test::inner, a, b);
NOPY_RECORD(nopy::test::outer, tag, value, pair, last);

namespace nopy::test {
namespace {

std::string data_of(const any_view& what, std::size_t bytes) {
  const temporary_folder folder;
  EXPECT_TRUE(try_save(folder.file("a.npy"), what).has_value());
  const std::string all = temporary_folder::read_text(folder.file("a.npy"));
  return all.substr(all.size() - bytes);
}

template <class T>
std::vector<T> full_of_secrets(std::size_t count) {
  std::vector<T> out(count);
  std::memset(static_cast<void*>(out.data()), 0xAA, count * sizeof(T));
  return out;
}

/// 'A' where a byte means something, '.' where it was zeroed.
std::string picture(const std::string& bytes) {
  std::string out;
  for (const char c : bytes) out += c == '\xAA' ? 'A' : c == 0 ? '.' : '?';
  return out;
}

const std::string outer_picture = "A.......AAAAAAAAA.AAA.AAAA......";

TEST(save_padding, is_zero_between_behind_and_inside_the_members_of_a_record) {
  static_assert(sizeof(outer) == 32);
  EXPECT_EQ(picture(data_of(full_of_secrets<outer>(1), 32)), outer_picture);
}

TEST(save_padding, is_zero_in_every_item_whatever_the_block) {
  const auto values = full_of_secrets<outer>(200'000);
  const std::string bytes = picture(data_of(values, values.size() * sizeof(outer)));
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(bytes.compare(i * 32, 32, outer_picture), 0) << i;
}

TEST(save_padding, is_zero_in_windows) {
  const auto values = full_of_secrets<outer>(6);
  const array_view<const outer, 2, layout_stride> view(
      values.data(), std::array<std::size_t, 2>{2, 2}, std::array<std::ptrdiff_t, 2>{3, 1});
  EXPECT_EQ(picture(data_of(view, 128)),
            outer_picture + outer_picture + outer_picture + outer_picture);
}

TEST(save_padding, is_kept_in_the_bytes_of_a_file_and_on_request) {
  const auto values = full_of_secrets<outer>(2);
  const any_view raw(dtype_of<outer>(), {2}, std::as_bytes(std::span(values)));
  const std::string all(64, 'A');
  EXPECT_EQ(picture(data_of(raw, 64)), all);
  EXPECT_EQ(picture(data_of(any_view(values).with_padding(padding::raw), 64)), all);
  EXPECT_EQ(picture(data_of(raw.with_padding(padding::zero), 64)), outer_picture + outer_picture);
}

#if __LDBL_MANT_DIG__ == 64 && __SIZEOF_LONG_DOUBLE__ == 16
TEST(save_padding, is_zero_behind_the_ten_bytes_of_a_long_double) {
  EXPECT_EQ(picture(data_of(full_of_secrets<long double>(2), 32)),
            "AAAAAAAAAA......AAAAAAAAAA......");
  EXPECT_EQ(picture(data_of(full_of_secrets<complex<long double>>(1), 32)),
            "AAAAAAAAAA......AAAAAAAAAA......");
}
#endif

}  // namespace
}  // namespace nopy::test
