// SPDX-License-Identifier: MIT
// Every table of kernels gives the bytes of the reference: for all sizes, addresses and tails, in place, and for
// destinations that are written past the cache.
#include "kernels/table.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace {

using nopy::kernels::number;
using nopy::kernels::table;

constexpr std::size_t large =
    (std::size_t{1} << 20) + 200;  // more than one vector above the bound of streaming
constexpr auto guard = std::byte{0xA5};

/// Bytes at an address of a wanted remainder by 64, with guards on both sides.
class block {
 public:
  block(std::size_t bytes, std::size_t remainder) : bytes_(bytes), all_(bytes + 256, guard) {
    const auto at = reinterpret_cast<std::uintptr_t>(all_.data()) + 64;
    begin_ = 64 + (64 + remainder - at % 64) % 64;
  }
  [[nodiscard]] std::byte* data() { return all_.data() + begin_; }
  [[nodiscard]] std::string text() const {
    return {reinterpret_cast<const char*>(all_.data()) + begin_, bytes_};
  }
  [[nodiscard]] bool guarded() const {
    for (std::size_t i = 0; i < all_.size(); ++i)
      if ((i < begin_ || i >= begin_ + bytes_) && all_[i] != guard) return false;
    return true;
  }

 private:
  std::size_t bytes_;
  std::vector<std::byte> all_;
  std::size_t begin_;
};

void fill_random(std::byte* to, std::size_t bytes) {
  std::mt19937_64 random(bytes);
  for (std::size_t i = 0; i < bytes; i += 8) {
    const std::uint64_t eight = random();
    std::memcpy(to + i, &eight, bytes - i < 8 ? bytes - i : 8);
  }
}

class same_bytes : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    tried_ = nopy::kernels::find_table(GetParam());
    if (tried_ == nullptr) GTEST_SKIP() << GetParam() << ": not in this build or this processor";
  }
  [[nodiscard]] const table& tried() const { return *tried_; }
  [[nodiscard]] static const table& expected() { return nopy::kernels::reference(); }

  /// One call of both, from `src_remainder` to `dst_remainder`.
  void swap_at(std::size_t unit, std::size_t count, std::size_t dst_remainder,
               std::size_t src_remainder) const {
    SCOPED_TRACE(testing::Message()
                 << unit << " x " << count << " from " << src_remainder << " to " << dst_remainder);
    block src(unit * count, src_remainder), one(unit * count, dst_remainder),
        two(unit * count, dst_remainder);
    fill_random(src.data(), unit * count);
    expected().swap(one.data(), src.data(), unit, count);
    tried().swap(two.data(), src.data(), unit, count);
    ASSERT_TRUE(one.text() == two.text());
    ASSERT_TRUE(two.guarded());
    tried().swap(src.data(), src.data(), unit, count);
    ASSERT_TRUE(one.text() == src.text()) << "in place";
    ASSERT_TRUE(src.guarded());
  }

  void transpose_at(std::size_t item, std::size_t rows, std::size_t columns, std::size_t dst_gap,
                    std::size_t src_gap, std::size_t dst_remainder) const {
    SCOPED_TRACE(testing::Message() << rows << " x " << columns << " of " << item << ", gaps "
                                    << dst_gap << ' ' << src_gap << ", to " << dst_remainder);
    const std::size_t dst_stride = columns * item + dst_gap, src_stride = rows * item + src_gap;
    block src(src_stride * columns, 8), one(dst_stride * rows, dst_remainder),
        two(dst_stride * rows, dst_remainder);
    fill_random(src.data(), src_stride * columns);
    const auto run = [&](const table& by, block& to) {
      by.transpose(to.data(), static_cast<std::ptrdiff_t>(dst_stride), src.data(),
                   static_cast<std::ptrdiff_t>(src_stride), item, rows, columns);
    };
    run(expected(), one);
    run(tried(), two);
    ASSERT_TRUE(one.text() == two.text());
    ASSERT_TRUE(two.guarded());
  }

  /// One conversion by both; the bytes and the position agree.
  void convert(number from, number to, const std::byte* src, std::size_t count,
               std::size_t dst_remainder) const {
    SCOPED_TRACE(testing::Message() << static_cast<int>(from) << " to " << static_cast<int>(to)
                                    << ", " << count << " to " << dst_remainder);
    const std::size_t bytes = count * nopy::kernels::limits_of(to).bytes;
    block one(bytes, dst_remainder), two(bytes, dst_remainder);
    const std::size_t at = expected().direct(from, to)(one.data(), src, count);
    ASSERT_EQ(tried().direct(from, to)(two.data(), src, count), at);
    ASSERT_TRUE(one.text() == two.text());
    ASSERT_TRUE(two.guarded());
  }

  /// Calls `f(from, to)` for every pair that both have.
  template <class F>
  void each_pair(F&& f) const {
    for (std::size_t i = 0; i < nopy::kernels::number_count; ++i)
      for (std::size_t j = 0; j < nopy::kernels::number_count; ++j) {
        const auto from = static_cast<number>(i), to = static_cast<number>(j);
        ASSERT_EQ(expected().direct(from, to) == nullptr, tried().direct(from, to) == nullptr);
        if (expected().direct(from, to) != nullptr) f(from, to);
      }
  }

 private:
  const table* tried_ = nullptr;
};

TEST_P(same_bytes, swaps_of_every_count_and_address) {
  for (const auto unit : std::initializer_list<std::size_t>{2, 4, 8, 12, 16}) {
    for (std::size_t count = 0; count < 150; ++count)
      swap_at(unit, count, count % 64, 3 * count % 64);
    for (const auto remainder : std::initializer_list<std::size_t>{0, 1, 8, 48})
      for (std::size_t more = 0; more < 3; ++more)
        swap_at(unit, large / unit + more, remainder, 16);
  }
}

TEST_P(same_bytes, transposes_of_every_extent) {
  for (const auto item : std::initializer_list<std::size_t>{1, 2, 3, 4, 8, 16})
    for (std::size_t rows = 0; rows < 40; ++rows)
      for (std::size_t columns = 0; columns < 40; ++columns)
        transpose_at(item, rows, columns, 0, rows % 3 * 8, rows % 2 * 32);
}

TEST_P(same_bytes, transposes_that_are_larger_than_the_cache) {
  for (const auto item : std::initializer_list<std::size_t>{4, 8}) {
    transpose_at(item, 1030, 544, 0, 0, 0);   // whole lines, rows left over
    transpose_at(item, 1030, 523, 0, 8, 0);   // no row after the first begins at a line
    transpose_at(item, 1030, 520, 64, 0, 0);  // lines, with gaps between
    transpose_at(item, 1030, 544, 0, 0, 4);   // no line begins at a line
    transpose_at(item, 3, 100000, 0, 0, 0);   // no step fits
    transpose_at(item, 100000, 5, 0, 0, 0);
  }
}

TEST_P(same_bytes, conversions_of_random_bits) {
  each_pair([&](number from, number to) {
    block src(large * 4, 2);
    fill_random(src.data(), large * 4);
    const std::size_t bytes = nopy::kernels::limits_of(from).bytes;
    for (std::size_t count = 0; count < 70; ++count)
      convert(from, to, src.data(), count, count % 64);
    for (const auto remainder : std::initializer_list<std::size_t>{0, 8})
      convert(from, to, src.data(), large * 4 / bytes, remainder);
  });
}

// Random integers seldom fit: small ones do, and one that does not is found wherever it stands.
TEST_P(same_bytes, conversions_of_values_that_fit_but_for_one) {
  each_pair([&](number from, number to) {
    const std::size_t bytes = nopy::kernels::limits_of(from).bytes;
    constexpr std::size_t count = 77;
    for (std::size_t wrong = 0; wrong <= count; ++wrong) {
      block src(bytes * count, 8);
      std::memset(src.data(), 0, bytes * count);
      if (wrong < count) {  // the largest finite float, or -1 with its upper bits wrong
        std::memset(src.data() + wrong * bytes, 0xFF, bytes);
        src.data()[(wrong + 1) * bytes - 1] = std::byte{0x7F};
        if (bytes > 1)
          src.data()[(wrong + 1) * bytes - 2] = bytes == 4 ? std::byte{0x7F} : std::byte{0xEF};
      }
      convert(from, to, src.data(), count, 0);
    }
  });
}

TEST_P(same_bytes, every_half_and_every_float_around_what_a_half_holds) {
  std::vector<std::uint16_t> halves(65536);
  for (std::size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
  const auto* bytes = reinterpret_cast<const std::byte*>(halves.data());
  for (const number to : {number::f4, number::f8}) convert(number::f2, to, bytes, halves.size(), 0);

  std::vector<float> floats;
  for (const float edge :
       {65504.0F, 65519.996F, 65520.0F, 6e-8F, 3e-8F, 2.98e-8F, 0.0F, 1e-40F, 3e38F, INFINITY, NAN})
    for (const float sign : {1.0F, -1.0F}) floats.push_back(sign * edge);
  for (std::uint32_t nan = 0x7F800001; nan < 0x7FC00000; nan += 0x1FFF) {
    float value;
    std::memcpy(&value, &nan, sizeof value);
    floats.push_back(value);
  }
  for (const number to : {number::f2, number::f8})
    for (std::size_t first = 0; first < 16; ++first)
      convert(number::f4, to, reinterpret_cast<const std::byte*>(floats.data() + first),
              floats.size() - first, 0);
}

/// Integers around every power of two become what a cast makes of them, up to the first that no `To` holds.
template <class From, class To>
void expect_casts(const table& by, number from, number to) {
  std::vector<From> values;
  for (int bit = 0; bit < std::numeric_limits<From>::digits; ++bit)
    for (int near = -2; near <= 2; ++near)
      for (const int sign : {1, -1})
        values.push_back(
            static_cast<From>(((std::uint64_t{1} << bit) + static_cast<std::uint64_t>(near)) *
                              static_cast<std::uint64_t>(sign)));
  values.push_back(std::numeric_limits<From>::max());
  values.push_back(std::numeric_limits<From>::min());
  for (std::size_t first = 0; first < values.size(); ++first) {
    const std::size_t count = values.size() - first;
    std::vector<To> made(count);
    const std::size_t at =
        by.direct(from, to)(reinterpret_cast<std::byte*>(made.data()),
                            reinterpret_cast<const std::byte*>(values.data() + first), count);
    std::size_t expected = count;
    for (std::size_t i = count; i-- > 0;) {
      const From value = values[first + i];
      ASSERT_EQ(made[i], static_cast<To>(value));
      if (static_cast<long double>(made[i]) != static_cast<long double>(value)) expected = i;
    }
    ASSERT_EQ(at, expected);
  }
}

TEST_P(same_bytes, integers_become_the_floats_that_a_cast_makes) {
  for (const table* by : {&tried(), &expected()}) {
    expect_casts<std::int8_t, float>(*by, number::i1, number::f4);
    expect_casts<std::uint8_t, float>(*by, number::u1, number::f4);
    expect_casts<std::int16_t, float>(*by, number::i2, number::f4);
    expect_casts<std::uint16_t, float>(*by, number::u2, number::f4);
    expect_casts<std::int32_t, float>(*by, number::i4, number::f4);
    expect_casts<std::uint32_t, float>(*by, number::u4, number::f4);
    expect_casts<std::int8_t, double>(*by, number::i1, number::f8);
    expect_casts<std::uint8_t, double>(*by, number::u1, number::f8);
    expect_casts<std::int16_t, double>(*by, number::i2, number::f8);
    expect_casts<std::uint16_t, double>(*by, number::u2, number::f8);
    expect_casts<std::int32_t, double>(*by, number::i4, number::f8);
    expect_casts<std::uint32_t, double>(*by, number::u4, number::f8);
    expect_casts<std::int64_t, double>(*by, number::i8, number::f8);
    expect_casts<std::uint64_t, double>(*by, number::u8, number::f8);
  }
}

INSTANTIATE_TEST_SUITE_P(of, same_bytes, testing::Values("x86_avx2"),
                         [](const auto& one) { return std::string(one.param); });

TEST(kernel_tables, are_found_by_name) {
  EXPECT_EQ(nopy::kernels::find_table("reference"), &nopy::kernels::reference());
  EXPECT_EQ(nopy::kernels::find_table(nopy::kernels::active().name), &nopy::kernels::active());
  EXPECT_EQ(nopy::kernels::find_table("x86"), nullptr);
}

}  // namespace
