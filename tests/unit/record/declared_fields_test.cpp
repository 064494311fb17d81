// SPDX-License-Identifier: MIT
// The three ways of saying a struct's fields give one dtype, and what a dtype made from a C++
// struct says of padding, subarrays and text.
#include <nopy/nopy.hpp>

#include <gtest/gtest.h>

namespace lidar {

struct said_by_macro {
  double x;
  float intensity;
  std::uint8_t flags;
};
struct said_by_variable {
  double x;
  float intensity;
  std::uint8_t flags;
};
struct said_by_friend {
  double x;
  float intensity;
  std::uint8_t flags;
  friend constexpr auto nopy_fields(nopy::type<said_by_friend>) {
    return nopy::record<said_by_friend>(nopy::field("x", &said_by_friend::x),
                                        nopy::field("intensity", &said_by_friend::intensity),
                                        nopy::field("flags", &said_by_friend::flags));
  }
};
struct station {
  char name[8];
  std::int16_t samples[2][3];
  std::array<float, 2> at;
  said_by_macro last;
};
struct partly {
  float kept;
  float hidden;
  std::int32_t also;
};

}  // namespace lidar

NOPY_RECORD(lidar::said_by_macro, x, intensity, flags);
template <>
inline constexpr auto nopy::fields<lidar::said_by_variable> = nopy::record<lidar::said_by_variable>(
    nopy::field("x", &lidar::said_by_variable::x),
    nopy::field("intensity", &lidar::said_by_variable::intensity),
    nopy::field("flags", &lidar::said_by_variable::flags));
template <>
inline constexpr auto nopy::fields<lidar::station> = nopy::record<lidar::station>(
    nopy::text("name", &lidar::station::name), nopy::field("samples", &lidar::station::samples),
    nopy::field("at", &lidar::station::at), nopy::field("last", &lidar::station::last));
// Not in the order of the members, and not all of them.
template <>
inline constexpr auto nopy::fields<lidar::partly> = nopy::record<lidar::partly>(
    nopy::field("also", &lidar::partly::also), nopy::field("kept", &lidar::partly::kept));

namespace {

TEST(DeclaredFields, ThreeWaysGiveOneDtype) {
  const nopy::dtype type = nopy::dtype_of<lidar::said_by_macro>();
  EXPECT_EQ(type.descr(), "[('x', '<f8'), ('intensity', '<f4'), ('flags', '|u1'), ('', '|V3')]");
  EXPECT_EQ(type, nopy::dtype_of<lidar::said_by_variable>());
  EXPECT_EQ(type, nopy::dtype_of<lidar::said_by_friend>());
  EXPECT_EQ(type.item_bytes(), sizeof(lidar::said_by_macro));
}

TEST(DeclaredFields, ArraysAreSubarraysCharArraysTextStructsRecords) {
  EXPECT_EQ(nopy::dtype_of<lidar::station>().descr(),
            "[('name', '|S8'), ('samples', '<i2', (2, 3)), ('at', '<f4', (2,)), ('', '|V4'), "
            "('last', [('x', '<f8'), ('intensity', '<f4'), ('flags', '|u1'), ('', '|V3')])]");
}

TEST(DeclaredFields, OfAPartLeaveTheRestAsPadding) {
  EXPECT_EQ(nopy::dtype_of<lidar::partly>().descr(),
            "[('kept', '<f4'), ('', '|V4'), ('also', '<i4')]");
}

}  // namespace
