// SPDX-License-Identifier: MIT
// Sizes as literals, also where a compiler must not leave them for the linker.
#include <nopy/bytes.hpp>

#include <gtest/gtest.h>

namespace {

using namespace nopy::literals;

TEST(Literals, CountBytes) {
  EXPECT_EQ(3_KiB, 3u * 1024);
  EXPECT_EQ(256_MiB, 268'435'456u);
  EXPECT_EQ(8_GiB, 8'589'934'592u);
}

template <int>
std::uint64_t with_room(std::uint64_t bytes) {
  return bytes + 1_MiB;
}

TEST(Literals, AreNumbersInTemplatesToo) { EXPECT_EQ(with_room<1>(5), 1'048'581u); }

}  // namespace
