// SPDX-License-Identifier: MIT
// Floating-point codings beyond float32 and float64: what their bits say, in their own type's digits.
#include "text/float_text.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace {

using nopy::coding;
using nopy::endian;

std::string text_of(coding how, const std::vector<unsigned>& item, endian order) {
  std::vector<std::byte> bytes;
  for (const unsigned byte : item) bytes.push_back(static_cast<std::byte>(byte));
  const auto value = nopy::texts::decode_float(how, bytes.size(), order, bytes.data());
  char out[64];
  nopy::bytes::text_sink sink(out);
  nopy::texts::put_float(sink, value);
  return {out, sink.count()};
}

struct small_row {
  coding how;
  unsigned bits;
  const char* text;
  const char* why;
};

TEST(FloatCoding, OneByteFloatsHaveTheirOwnZerosNansAndLimits) {
  constexpr small_row rows[] = {
      {coding::float8_e5m2, 0x7B, "60000.0", "the largest, 57344, needs one digit"},
      {coding::float8_e5m2, 0x7C, "inf", "as IEEE"},
      {coding::float8_e5m2, 0x01, "2e-05", "the least"},
      {coding::float8_e4m3fn, 0x7E, "450.0", "the largest, 448"},
      {coding::float8_e4m3fn, 0x7F, "nan", "all ones"},
      {coding::float8_e4m3fn, 0x38, "1.0", "bias 7"},
      {coding::float8_e4m3fn, 0x80, "-0.0", "has a minus zero"},
      {coding::float8_e4m3fnuz, 0x80, "nan", "minus zero is the NaN"},
      {coding::float8_e4m3fnuz, 0x40, "1.0", "bias 8"},
      {coding::float8_e5m2fnuz, 0x40, "1.0", "bias 16"},
      {coding::float8_e5m2fnuz, 0x80, "nan", "minus zero is the NaN"},
      {coding::float8_e4m3b11fnuz, 0x58, "1.0", "bias 11"},
      {coding::float8_e4m3, 0x78, "inf", "as IEEE"},
      {coding::float8_e3m4, 0x30, "1.0", "bias 3"},
      {coding::float8_e8m0fnu, 0x7F, "1.0", "a power of two"},
      {coding::float8_e8m0fnu, 0xFF, "nan", "the one that is no power"},
      {coding::float6_e2m3fn, 0x1F, "7.5", "no infinities"},
      {coding::float6_e3m2fn, 0x3F, "-28.0", "sign in bit 5"},
      {coding::float4_e2m1fn, 0x07, "6.0", "the largest"},
      {coding::float4_e2m1fn, 0x09, "-0.5", "the least, negative"},
  };
  for (const small_row& row : rows)
    EXPECT_EQ(text_of(row.how, {row.bits}, endian::none), row.text) << row.why;
}

TEST(FloatCoding, BytesAreReadInTheirOrder) {
  EXPECT_EQ(text_of(coding::bfloat16, {0xCD, 0x3D}, endian::little), "0.1");
  EXPECT_EQ(text_of(coding::bfloat16, {0x3D, 0xCD}, endian::big), "0.1");
  EXPECT_EQ(text_of(coding::standard, {0x3F, 0xC0, 0, 0}, endian::big), "1.5");
  EXPECT_EQ(text_of(coding::x87, {0, 0, 0, 0, 0, 0, 0, 0xC0, 0xFF, 0xBF, 0, 0}, endian::little),
            "-1.5");
}

TEST(FloatCoding, ALongDoubleOfUntoldKindIsTheOneItsItemLooksLike) {
  const std::vector<unsigned> x87 = {0, 0, 0, 0, 0, 0, 0, 0x80, 0xFF, 0x3F, 0, 0, 0, 0, 0, 0};
  const std::vector<unsigned> quad = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0x3F};
  EXPECT_EQ(text_of(coding::extended, x87, endian::little), "1.0");
  EXPECT_EQ(text_of(coding::extended, quad, endian::little), "1.0");
  EXPECT_EQ(text_of(coding::extended, {quad.rbegin(), quad.rend()}, endian::big), "1.0");
  EXPECT_EQ(text_of(coding::extended, {x87.rbegin(), x87.rend()}, endian::big), "1.0");
}

std::string double_double(double first, double second) {
  std::byte item[16];
  std::memcpy(item, &first, 8);
  std::memcpy(item + 8, &second, 8);
  const auto value =
      nopy::texts::decode_float(coding::double_double, 16, nopy::native_endian, item);
  char out[64];
  nopy::bytes::text_sink sink(out);
  nopy::texts::put_float(sink, value);
  return {out, sink.count()};
}

TEST(FloatCoding, ADoubleDoubleIsTheSumOfItsHalves) {
  EXPECT_EQ(double_double(1.0, 0.0), "1.0");
  EXPECT_EQ(double_double(0.1, 0.0), "0.100000000000000005551115123125783");
  EXPECT_EQ(double_double(1.0, 0x1p-100), "1.0000000000000000000000000000008");
  EXPECT_EQ(double_double(1.0, -0x1p-60), "0.9999999999999999991326382620116");
  EXPECT_EQ(double_double(1.0, 1e-300), "1.0");
  EXPECT_EQ(double_double(-1e16, -1.0), "-1.0000000000000001e+16");
}

}  // namespace
