// SPDX-License-Identifier: MIT
// What can be viewed in place, and what each refusal says.
#include <nopy/any.hpp>

#include "converted.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::errc;
using nopy::test::in_native_order;
using nopy::test::parsed;

nopy::header header_of(const char* descr, const nopy::shape& extents,
                       nopy::order order = nopy::order::c) {
  nopy::header header;
  header.dtype = parsed(descr);
  header.shape = extents;
  header.order = order;
  header.data_offset = 128;
  return header;
}

template <class T>
nopy::in_place_request request(std::size_t rank) {
  return {.type = nopy::dtype_of<T>(), .rank = rank, .alignment = alignof(T)};
}

void expect_refused(const nopy::header& found, const nopy::in_place_request& asked, errc code,
                    std::initializer_list<const char*> parts) {
  const auto fits = nopy::check_in_place(found, asked);
  ASSERT_FALSE(fits);
  EXPECT_EQ(fits.error().code(), code);
  const std::string message = fits.error().message();
  for (const char* part : parts)
    EXPECT_NE(message.find(in_native_order(part)), std::string::npos) << part << " in:\n"
                                                                      << message;
}

TEST(in_place, accepts_what_is_there) {
  EXPECT_TRUE(nopy::check_in_place(header_of("=f4", {2, 3}), request<float>(2)));
  EXPECT_TRUE(nopy::check_in_place(header_of("=f4", {2, 3}), request<float>(nopy::any_rank)));
  EXPECT_TRUE(nopy::check_in_place(header_of(">f4", {2}), request<nopy::big<float>>(1)));
  EXPECT_TRUE(nopy::check_in_place(header_of("=V2", {2}), request<nopy::bfloat16>(1)));
  EXPECT_TRUE(nopy::check_in_place(header_of("|V2", {2}), request<nopy::bfloat16>(1)));
  EXPECT_TRUE(nopy::check_in_place(header_of("|b1", {2}), request<nopy::boolean>(1)));
}

TEST(in_place, an_other_byte_order_names_both_cures) {
  const bool big = nopy::native_endian == nopy::endian::big;
  expect_refused(
      header_of(big ? "<f4" : ">f4", {2, 3}), request<float>(2), errc::type_mismatch,
      {big ? "'<f4'" : "'>f4'", "big-endian float32", "float", "load<float, 2>() converts",
       big ? "map<nopy::little<float>, 2>() reads in place"
           : "map<nopy::big<float>, 2>() reads in place"});
}

TEST(in_place, an_other_type_names_what_converts) {
  expect_refused(header_of("=i8", {5}), request<double>(1), errc::type_mismatch,
                 {"'=i8'", "load<double, 1>(source, {.casting = nopy::casting::checked})",
                  "map<std::int64_t, 1>()"});
  expect_refused(header_of("=f8", {5}), request<float>(1), errc::type_mismatch,
                 {"load<float, 1>() converts", "map<double, 1>()"});
}

TEST(in_place, the_rank_comes_after_the_type) {
  expect_refused(header_of("=f4", {2, 3, 4}), request<float>(2), errc::rank_mismatch,
                 {"3 dimensions", "(2, 3, 4)", "2 dimensions"});
  expect_refused(header_of("=f8", {2, 3, 4}), request<float>(2), errc::type_mismatch, {});
}

TEST(in_place, the_order_matters_only_where_the_bytes_differ) {
  expect_refused(header_of("=f4", {2, 3}, nopy::order::fortran), request<float>(2),
                 errc::order_mismatch,
                 {"Fortran order", "layout_left", "layout_stride", "load<float, 2>() rearranges"});
  EXPECT_TRUE(
      nopy::check_in_place(header_of("=f4", {1, 3}, nopy::order::fortran), request<float>(2)));
  auto any_order = request<float>(2);
  any_order.any_order = true;
  EXPECT_TRUE(nopy::check_in_place(header_of("=f4", {2, 3}, nopy::order::fortran), any_order));
}

TEST(in_place, an_odd_address_is_unaligned_at_the_data_offset) {
  alignas(8) std::byte memory[16];
  auto asked = request<float>(1);
  asked.address = memory + 3;
  expect_refused(header_of("=f4", {2}), asked, errc::unaligned,
                 {"3 bytes behind a multiple of 4", "nopy::packed<float>", "at        byte 128"});
  EXPECT_TRUE(nopy::check_in_place(header_of("=f4", {0}), asked)) << "nothing is read";
}

TEST(in_place, records_match_by_name_offset_and_size) {
  const auto asked = [](const char* descr) {
    return nopy::in_place_request{.type = parsed(descr), .rank = 1};
  };
  const auto found = header_of("[('x', '<f4'), ('y', '<i4')]", {3});
  EXPECT_TRUE(nopy::check_in_place(found, asked("[('x', '<f4'), ('y', '<i4')]")));
  EXPECT_TRUE(nopy::check_in_place(found, asked("[('x', '<f4'), ('', '|V4')]")));
  expect_refused(found, asked("[('', '|V4'), ('x', '<f4')]"), errc::type_mismatch,
                 {"field 'x' differs", "offset 0", "offset 4"});
  expect_refused(found, asked("[('x', '<f4'), ('z', '<i4')]"), errc::type_mismatch,
                 {"field 'z' differs", "no such field"});
  expect_refused(found, asked("[('x', '<f4')]"), errc::type_mismatch, {"8 bytes", "4 bytes"});
}

TEST(any_view, finds_items_in_every_order) {
  const std::int16_t data[] = {0, 1, 2, 3, 4, 5};
  const auto bytes = std::as_bytes(std::span(data));
  const auto type = nopy::dtype_of<std::int16_t>();
  const auto at = [](const nopy::any_view& view, std::uint64_t position) {
    std::int16_t value;
    std::memcpy(&value, view.item(position), sizeof value);
    return value;
  };
  const nopy::any_view c(type, {2, 3}, bytes);
  const nopy::any_view fortran(type, {2, 3}, bytes, nopy::order::fortran);
  const std::int16_t expected[] = {0, 2, 4, 1, 3, 5};
  for (std::uint64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(at(c, i), data[i]);
    EXPECT_EQ(at(fortran, i), expected[i]);
  }
  EXPECT_EQ(c.stride_bytes(0), 6);
  EXPECT_EQ(c.stride_bytes(1), 2);
  EXPECT_EQ(fortran.stride_bytes(0), 2);
  EXPECT_EQ(fortran.stride_bytes(1), 4);
}

TEST(any_array, gives_strings_of_s_and_u) {
  const char chars[] = {'a', 'b', '\0', '\xC3', '\xA9', '\0', '\xFF', 'x', '\0'};
  auto block = nopy::memory::allocate(sizeof chars).value();
  std::memcpy(block.data(), chars, sizeof chars);
  const nopy::any_array s(header_of("|S3", {3}), block);
  EXPECT_EQ(s.strings(), (std::vector<std::string>{"ab", "\u00e9", "\uFFFDx"}));
  const char32_t points[] = {U'a', 0, 0xD800, U'\u03b1'};
  auto wide = nopy::memory::allocate(sizeof points).value();
  std::memcpy(wide.data(), points, sizeof points);
  const nopy::any_array u(header_of("=U2", {2}), wide);
  EXPECT_EQ(u.strings(), (std::vector<std::string>{"a", "\uFFFD\u03b1"}));
}

// No byte stands behind such a count: a file of 128 bytes would take all memory.
TEST(any_array, gives_strings_of_no_bytes_but_not_any_number_of_them) {
  const nopy::any_array few(header_of("|S0", {3}), nopy::memory());
  EXPECT_EQ(few.strings(), (std::vector<std::string>(3)));
  for (const char* descr : {"|S0", "<U0"}) {
    const nopy::any_array many(header_of(descr, {std::uint64_t{1} << 60}), nopy::memory());
    try {
      (void)many.strings();
      ADD_FAILURE() << descr;
    } catch (const nopy::exception& refused) {
      EXPECT_EQ(refused.error().code(), nopy::errc::too_large);
    }
  }
}

}  // namespace
