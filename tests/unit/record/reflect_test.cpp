// SPDX-License-Identifier: MIT
// Plain structs are records without a word: how members are counted and named, and the dtype.
#include <nopy/complex.hpp>
#include <nopy/nopy.hpp>
#include <nopy/reflect.hpp>

#include <gtest/gtest.h>

namespace sea {

struct buoy {
  float x, y, z;
  std::uint16_t charge;
};
struct pair {
  std::int8_t a;
  std::int64_t b;
};
struct everything {
  pair first;
  std::array<float, 100> long_one;
  short tag[5];
  pair two[2];
  double matrix[2][3];
  nopy::fixed_bytes<4> name;
  std::complex<float> signal;
  nopy::datetime64<nopy::time_unit::nanoseconds> when;
  bool last;
};
struct one {
  float only;
};
struct most {
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x_24;
};
struct said {
  float x;
};

}  // namespace sea

template <>
inline constexpr auto nopy::fields<sea::said> = nopy::record<sea::said>(nopy::field("other",
                                                                                    &sea::said::x));

namespace {

using nopy::reflection::member_count;
using nopy::reflection::member_name;

static_assert(member_count<sea::buoy>() == 4);
static_assert(member_count<sea::everything>() == 9);
static_assert(member_count<sea::one>() == 1);
static_assert(member_count<sea::most>() == 24);
static_assert(member_name<sea::buoy, 3> == "charge");
static_assert(member_name<sea::everything, 2> == "tag");
static_assert(member_name<sea::everything, 4> == "matrix");
static_assert(member_name<sea::most, 23> == "x_24");

struct holds_text {
  std::string text;
};
static_assert(!nopy::element<holds_text>);
static_assert(nopy::element<sea::everything>);

TEST(Reflect, NamesMembersAsTheyAreWritten) {
  EXPECT_EQ(nopy::dtype_of<sea::buoy>().descr(),
            "[('x', '<f4'), ('y', '<f4'), ('z', '<f4'), ('charge', '<u2'), ('', '|V2')]");
}

TEST(Reflect, SeesArraysNestedStructsAndPadding) {
  const std::string pair = "[('a', '|i1'), ('', '|V7'), ('b', '<i8')]";
  EXPECT_EQ(nopy::dtype_of<sea::everything>().descr(),
            "[('first', " + pair + "), ('long_one', '<f4', (100,)), ('tag', '<i2', (5,)), " +
                "('', '|V6'), ('two', " + pair +
                ", (2,)), ('matrix', '<f8', (2, 3)), ('name', '|S4'), ('signal', '<c8'), " +
                "('', '|V4'), ('when', '<M8[ns]'), ('last', '|b1'), ('', '|V7')]");
  EXPECT_EQ(nopy::dtype_of<sea::everything>().item_bytes(), sizeof(sea::everything));
}

TEST(Reflect, GivesWayToWhatATypeSaysOfItself) {
  EXPECT_EQ(nopy::dtype_of<sea::said>().descr(), "[('other', '<f4')]");
}

}  // namespace
