// SPDX-License-Identifier: MIT
// The two words that stand for 128 bits on 32-bit machines, beside the compiler's integer.
#include "kernels/wide_unsigned.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace {

using nopy::kernels::two_words;

TEST(wide_unsigned, small_values_are_what_they_are_and_a_product_has_all_its_bits) {
  EXPECT_EQ(static_cast<std::uint64_t>(two_words(7)), 7u);
  const two_words most = two_words::product(UINT64_MAX, UINT64_MAX);  // 2^128 - 2^65 + 1
  EXPECT_EQ(static_cast<std::uint64_t>(most), 1u);
  EXPECT_EQ(static_cast<std::uint64_t>(most >> 64), UINT64_MAX - 1);
  EXPECT_TRUE(most > two_words(UINT64_MAX) && most == ~(two_words(1) << 65) + 2);
}

#if defined(__SIZEOF_INT128__)
__extension__ using native = unsigned __int128;

bool same(two_words ours, native theirs) { return std::memcmp(&ours, &theirs, sizeof theirs) == 0; }

TEST(wide_unsigned, two_words_do_what_the_compilers_integer_does) {
  std::mt19937_64 random(20261130);
  for (int round = 0; round < 20'000; ++round) {
    const int less = static_cast<int>(random() % 64);
    const std::uint64_t a = random() >> less, b = random() >> (random() % 64);
    const two_words x = two_words::product(a, random() | 1), y = two_words(b) << less;
    native p, q;
    std::memcpy(&p, &x, sizeof p), std::memcpy(&q, &y, sizeof q);
    ASSERT_TRUE(same(two_words::product(a, b), static_cast<native>(a) * b));
    ASSERT_TRUE(same(y, static_cast<native>(b) << less));
    ASSERT_TRUE(same(x + y, p + q) && same(x - y, p - q) && same(~x, ~p));
    ASSERT_TRUE(same(x | y, p | q) && same(x & y, p & q));
    ASSERT_EQ(x < y, p < q);
    ASSERT_EQ(x == y, p == q);
    for (const int by : {0, 1, 63, 64, 65, 127, static_cast<int>(random() % 128)})
      ASSERT_TRUE(same(x << by, p << by) && same(x >> by, p >> by)) << by;
  }
}
#endif

}  // namespace
