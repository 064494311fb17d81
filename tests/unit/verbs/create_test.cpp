// SPDX-License-Identifier: MIT
// create makes a file of zeros.
#include <nopy/save.hpp>

#include "support/numpy_file.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

TEST(create, makes_zeros_behind_the_header_of_open_memmap) {
  const temporary_folder folder;
  ASSERT_TRUE(try_create(folder.file("a"), dtype_of<double>(), {2, 3}).has_value());
  EXPECT_EQ(temporary_folder::read_text(folder.file("a")),
            numpy_file("'<f8'", false, {2, 3}, std::string(48, '\0')));
  // open_memmap writes the order as said, even where it makes no difference.
  ASSERT_TRUE(try_create(folder.file("b"), dtype_of<double>(), {1, 3}, {.order = order::fortran})
                  .has_value());
  EXPECT_EQ(temporary_folder::read_text(folder.file("b")),
            numpy_file("'<f8'", true, {1, 3}, std::string(24, '\0')));
  ASSERT_TRUE(try_create(folder.file("c"), dtype_of<double>(), {0, 3}).has_value());
  EXPECT_EQ(temporary_folder::read_text(folder.file("c")), numpy_file("'<f8'", false, {0, 3}, ""));
}

TEST(create, replaces_only_when_told_to) {
  const temporary_folder folder;
  const auto path = folder.write("a", "old");
  ASSERT_TRUE(try_create(path, dtype::boolean(), {4}, {.existing = existing::replace}).has_value());
  EXPECT_EQ(temporary_folder::read_text(path),
            numpy_file("'|b1'", false, {4}, std::string(4, '\0')));
}

}  // namespace
}  // namespace nopy::test
