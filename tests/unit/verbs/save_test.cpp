// SPDX-License-Identifier: MIT
// save writes NumPy's bytes, whatever the order and the strides of the view.
#include <nopy/save.hpp>

#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace nopy::test {
namespace {

std::string saved(const any_view& what, const save_options& options = {}) {
  const temporary_folder folder;
  const auto done = try_save(folder.file("a.npy"), what, options);
  EXPECT_TRUE(done.has_value()) << (done ? "" : done.error().message());
  EXPECT_EQ(folder.entry_count(), 1u);
  return temporary_folder::read_text(folder.file("a.npy"));
}

std::vector<std::int16_t> counted(std::size_t count) {
  std::vector<std::int16_t> out(count);
  std::iota(out.begin(), out.end(), std::int16_t{1});
  return out;
}

const save_options in_fortran_order{.order = order::fortran};

TEST(save, writes_a_list_as_one_axis_in_both_orders) {
  const std::vector<float> values{1, 2, 3};
  EXPECT_EQ(saved(values), numpy_file("'<f4'", false, {3}, bytes_of(values)));
  EXPECT_EQ(saved(values, in_fortran_order), numpy_file("'<f4'", false, {3}, bytes_of(values)));
}

TEST(save, writes_what_owns_or_shares_elements_in_its_shape) {
  const auto values = counted(6);
  array<std::int16_t, 2> owned({2, 3});
  std::copy(values.begin(), values.end(), owned.begin());
  const mapped_array<const std::int16_t, 2> mapped({}, {values.data(), {2, 3}});
  const std::string wanted = numpy_file("'<i2'", false, {2, 3}, bytes_of(values));
  EXPECT_EQ(saved(owned), wanted);
  EXPECT_EQ(saved(mapped), wanted);
}

TEST(save, takes_nothing_with_a_shape_for_a_list) {
  struct matrix : std::vector<float> {
    [[nodiscard]] long rows() const { return 2; }
  };
  static_assert(std::constructible_from<any_view, const std::vector<float>&>);
  static_assert(!std::constructible_from<any_view, const matrix&>);
}

TEST(save, writes_the_bytes_in_the_order_that_the_options_say) {
  const auto c = counted(6);  // 1 2 3 | 4 5 6
  const std::vector<std::int16_t> f{1, 4, 2, 5, 3, 6};
  const std::array<std::size_t, 2> extents{2, 3};
  const array_view<const std::int16_t, 2> right(c.data(), extents);
  const array_view<const std::int16_t, 2, layout_left> left(f.data(), extents);
  const auto in_c = numpy_file("'<i2'", false, {2, 3}, bytes_of(c));
  const auto in_f = numpy_file("'<i2'", true, {2, 3}, bytes_of(f));
  EXPECT_EQ(saved(right), in_c);
  EXPECT_EQ(saved(left), in_c);
  EXPECT_EQ(saved(right, in_fortran_order), in_f);
  EXPECT_EQ(saved(left, in_fortran_order), in_f);
}

// Arrays that are contiguous in both orders are C arrays to NumPy.
TEST(save, says_fortran_only_where_it_makes_a_difference) {
  const auto values = counted(6);
  for (const std::vector<std::uint64_t>& extents :
       std::vector<std::vector<std::uint64_t>>{{6}, {1, 6}, {6, 1}, {1, 6, 1}}) {
    const any_view view(dtype_of<std::int16_t>(), shape(std::span(extents)),
                        std::as_bytes(std::span(values)), order::fortran);
    EXPECT_EQ(saved(view, in_fortran_order), numpy_file("'<i2'", false, extents, bytes_of(values)));
  }
}

TEST(save, writes_rank_0_and_arrays_without_elements) {
  const double one = 5;
  const any_view scalar(dtype_of<double>(), {}, std::as_bytes(std::span(&one, 1)));
  EXPECT_EQ(saved(scalar, in_fortran_order), numpy_file("'<f8'", false, {}, bytes_of<double>({5})));
  EXPECT_EQ(saved(std::vector<double>{}), numpy_file("'<f8'", false, {0}, ""));
  const any_view none(dtype_of<double>(), {3, 0, 2}, {});
  EXPECT_EQ(saved(none, in_fortran_order), numpy_file("'<f8'", false, {3, 0, 2}, ""));
  const any_view no_bytes(dtype::bytes(0), {7}, {});
  EXPECT_EQ(saved(no_bytes), numpy_file("'|S0'", false, {7}, ""));
}

TEST(save, writes_bytes_of_any_type_as_they_are) {
  const std::string bytes = "\x02\x01\xFF";
  const any_view bools(dtype::boolean(), {3}, std::as_bytes(std::span(bytes)));
  EXPECT_EQ(saved(bools), numpy_file("'|b1'", false, {3}, bytes));
  const any_view big(dtype::number(kind::unsigned_int, 2, endian::big), {1},
                     std::as_bytes(std::span(bytes).first(2)));
  EXPECT_EQ(saved(big), numpy_file("'>u2'", false, {1}, "\x02\x01"));
}

struct window_row {
  const char* what;
  std::array<std::size_t, 2> extents;
  std::array<std::ptrdiff_t, 2> strides;
  std::size_t first;  // item of 1 2 3 ... 20, laid out as 4 x 5
  std::vector<std::int16_t> in_c, in_f;
};

TEST(save, gathers_windows) {
  const auto values = counted(20);
  const window_row rows[] = {
      {"the whole", {4, 5}, {5, 1}, 0, values, {1,  6,  11, 16, 2,  7,  12, 17, 3,  8,
                                                13, 18, 4,  9,  14, 19, 5,  10, 15, 20}},
      {"a corner", {2, 2}, {5, 1}, 6, {7, 8, 12, 13}, {7, 12, 8, 13}},
      {"every second column", {2, 3}, {5, 2}, 0, {1, 3, 5, 6, 8, 10}, {1, 6, 3, 8, 5, 10}},
      {"a column", {4, 1}, {5, 1}, 2, {3, 8, 13, 18}, {3, 8, 13, 18}},
      {"backwards", {2, 2}, {-5, -1}, 19, {20, 19, 15, 14}, {20, 15, 19, 14}},
      {"a row four times", {4, 2}, {0, 1}, 0, {1, 2, 1, 2, 1, 2, 1, 2}, {1, 1, 1, 1, 2, 2, 2, 2}},
      {"transposed",
       {5, 2},
       {1, 5},
       0,
       {1, 6, 2, 7, 3, 8, 4, 9, 5, 10},
       {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
  };
  for (const window_row& row : rows) {
    const array_view<const std::int16_t, 2, layout_stride> view(values.data() + row.first,
                                                                row.extents, row.strides);
    const std::vector<std::uint64_t> extents{row.extents[0], row.extents[1]};
    EXPECT_EQ(saved(view), numpy_file("'<i2'", false, extents, bytes_of(row.in_c))) << row.what;
    EXPECT_EQ(saved(view, in_fortran_order),
              numpy_file("'<i2'", row.extents[1] != 1, extents, bytes_of(row.in_f)))
        << row.what;
  }
}

// More than one block of 4 MiB, cut along the first axis and inside it.
TEST(save, gathers_large_arrays_block_by_block) {
  const std::array<std::size_t, 2> shapes[] = {{3000, 1001}, {3, 1500001}};
  for (const auto& extents : shapes) {
    const auto [rows, columns] = extents;
    std::vector<std::uint32_t> columns_first(rows * columns), rows_first(rows * columns);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        columns_first[j * rows + i] = rows_first[i * columns + j] =
            static_cast<std::uint32_t>(i * columns + j);
    const array_view<const std::uint32_t, 2, layout_left> view(columns_first.data(), extents);
    EXPECT_TRUE(saved(view) == numpy_file("'<u4'", false, {rows, columns}, bytes_of(rows_first)));
  }
}

TEST(save, writes_records) {
  const dtype_field fields[] = {{.name = "a", .type = dtype_of<std::int32_t>(), .offset = 0},
                                {.name = "b", .type = dtype_of<double>(), .offset = 4}};
  const auto record = dtype::record(fields, 12);
  ASSERT_TRUE(record.has_value());
  const std::string bytes(24, '\x07');
  const any_view view(*record, {2}, std::as_bytes(std::span(bytes)));
  EXPECT_EQ(saved(view), numpy_file("[('a', '<i4'), ('b', '<f8')]", false, {2}, bytes));
}

}  // namespace
}  // namespace nopy::test
