// SPDX-License-Identifier: MIT
// A std::filesystem::path is a source, where its text is what the system is given.
#include <nopy/load.hpp>

#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

TEST(PathSource, IsAStandardPath) {
  const temporary_folder folder;
  const auto found = nopy::try_load(folder.path());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), errc::not_regular);
}

}  // namespace
}  // namespace nopy::test
