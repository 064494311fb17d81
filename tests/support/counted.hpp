// SPDX-License-Identifier: MIT
// How much a test tried, where its output shows it; and how much more of it `./dev test --long` tries.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string>

namespace nopy::test {

inline void say_count(std::size_t count, const std::string& of_what) {
  std::cout << "[  count   ] " << count << ' ' << of_what << std::endl;
  testing::Test::RecordProperty("count", static_cast<int>(count));
}

/// `usual`, or `factor` times that in a long run.
[[nodiscard]] inline std::size_t samples(std::size_t usual, std::size_t factor) {
  return std::getenv("NOPY_LONG") == nullptr ? usual : usual * factor;
}

}  // namespace nopy::test
