// SPDX-License-Identifier: MIT
// A mistyped word finds what was meant.
#include "command/command.hpp"

#include <gtest/gtest.h>

namespace nopy::cli {
namespace {

TEST(Nearest, FindsTheWordMeantAndNothingWhereNoneIsNear) {
  const std::string_view words[] = {"ls", "info", "show", "convert", "check"};
  EXPECT_EQ(nearest("shwo", words), "show");
  EXPECT_EQ(nearest("conv", words), "convert");
  EXPECT_EQ(nearest("chekc", words), "check");
  EXPECT_EQ(nearest("frobnicate", words), std::nullopt);
}

}  // namespace
}  // namespace nopy::cli
