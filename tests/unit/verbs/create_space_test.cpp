// SPDX-License-Identifier: MIT
// What create makes takes no space until it is written.
#include <nopy/save.hpp>

#include "support/temporary_folder.hpp"

#include <sys/stat.h>
#include <cerrno>

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

TEST(create, takes_no_space_for_a_terabyte) {
  const temporary_folder folder;
  const std::uint64_t count = std::uint64_t{1} << 37;
  const auto made = try_create(folder.file("a"), dtype_of<double>(), {count});
  if (!made && made.error().system_code() == EFBIG) GTEST_SKIP() << "no such files here";
  ASSERT_TRUE(made.has_value()) << made.error().message();
  struct stat found {};
  ASSERT_EQ(::stat(folder.file("a").c_str(), &found), 0);
  EXPECT_EQ(static_cast<std::uint64_t>(found.st_size), 128 + count * 8);
  EXPECT_LT(found.st_blocks * 512, 1 << 20);
}

}  // namespace
}  // namespace nopy::test
