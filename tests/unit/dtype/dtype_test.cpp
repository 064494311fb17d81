// SPDX-License-Identifier: MIT
// Plain dtypes: factories, byte order, coding, words, alignment, equality.
#include <nopy/dtype.hpp>

#include <nopy/element.hpp>

#include "support/native_order.hpp"

#include <gtest/gtest.h>

namespace {

using nopy::coding;
using nopy::dtype;
using nopy::endian;
using nopy::errc;
using nopy::kind;
using nopy::time_unit;
using nopy::test::in_native_order;

TEST(Dtype, Takes24BytesAtMost) { EXPECT_LE(sizeof(dtype), 24u); }

TEST(Dtype, OfNothingIsOpaqueWithoutBytes) { EXPECT_EQ(dtype().descr(), "|V0"); }

TEST(Dtype, NumberOfASizeTheKindHasNotIsOpaque) {
  EXPECT_EQ(dtype::number(kind::floating, 3).descr(), "|V3");
  EXPECT_EQ(dtype::number(kind::signed_int, 16).descr(), "|V16");
  EXPECT_EQ(dtype::number(kind::floating, 4, endian::little, coding::bfloat16).descr(), "|V4");
  EXPECT_EQ(dtype::time(kind::floating, time_unit::days).descr(), "|V8");
}

TEST(Dtype, OneByteHasNoOrder) {
  EXPECT_EQ(dtype::number(kind::unsigned_int, 1, endian::big),
            dtype::number(kind::unsigned_int, 1, endian::little));
}

struct words_row {
  const char* descr;
  const char* words;
};

TEST(Words, SayWhatADtypeIs) {
  constexpr words_row rows[] = {
      {"<f4", "float32"},
      {">i2", "big-endian int16"},
      {"|u1", "uint8"},
      {"|b1", "bool"},
      {"<c16", "complex128"},
      {"<f16", "long double of 16 bytes"},
      {"<f12", "x87 extended of 12 bytes"},
      {">f16", "big-endian long double of 16 bytes"},
      {"<f1", "float8_e5m2"},
      {"float8_e4m3fn", "float8_e4m3fn"},
      {"uint4", "uint4"},
      {"<c4", "complex32"},
      {"|S5", "bytes of 5"},
      {"<U7", "text of 7"},
      {"|V3", "opaque of 3 bytes"},
      {"<V2", "opaque of 2 bytes"},
      {"|O", "Python object"},
      {"<M8[ns]", "datetime in nanoseconds"},
      {"<m8[25s]", "timedelta in steps of 25 seconds"},
      {"<M8", "datetime without a unit"},
      {"[('x', '<f4'), ('y', '>i2', (2, 3))]", "record of x float32, y 2 x 3 of big-endian int16"},
      {"[]", "record without fields"},
  };
  for (const words_row& row : rows) EXPECT_EQ(dtype::parse(row.descr)->words(), row.words);
  const auto bfloat16 = [](nopy::endian order) {
    return dtype::number(nopy::kind::floating, 2, order, nopy::coding::bfloat16).words();
  };
  EXPECT_EQ(bfloat16(nopy::endian::little), "bfloat16");
  EXPECT_EQ(bfloat16(nopy::endian::big), "big-endian bfloat16");
}

TEST(Words, NameTheCodingThatWasAskedFor) {
  constexpr struct {
    const char* descr;
    coding as;
    const char* words;
  } rows[] = {
      {"<c4", coding::bfloat16, "bcomplex32"},
      {"<f16", coding::x87, "x87 extended of 16 bytes"},
      {"<f16", coding::quad, "float128"},
      {"<f16", coding::double_double, "double-double"},
      {"<c32", coding::x87, "complex x87 extended of 32 bytes"},
      {"<c32", coding::quad, "complex float128"},
      {"<c32", coding::double_double, "complex double-double"},
  };
  EXPECT_EQ(dtype::parse("<c32")->words(), "complex long double of 32 bytes");
  for (const auto& row : rows) {
    const auto made = dtype::parse(row.descr)->with_coding(row.as);
    ASSERT_TRUE(made) << row.words;
    EXPECT_EQ(made->words(), row.words);
  }
}

TEST(Endian, IsReplacedInEveryPart) {
  const auto made =
      dtype::parse("[('a', '<i4'), ('b', '|u1'), ('c', [('d', '<U2')], (2,)), ('', '|V3')]");
  EXPECT_EQ(made->with_endian(endian::big)->descr(),
            "[('a', '>i4'), ('b', '|u1'), ('c', [('d', '>U2')], (2,)), ('', '|V3')]");
  EXPECT_EQ(dtype::parse("<V2")->with_endian(endian::big)->descr(), "<V2");
}

TEST(Coding, IsReplacedWhereTheSizeFits) {
  EXPECT_EQ(dtype::parse("<f16")->with_coding(coding::x87)->coding(), coding::x87);
  EXPECT_EQ(dtype::parse("<c32")->with_coding(coding::quad)->kind(), kind::complex);
  const auto brain = dtype::parse("|V2")->with_coding(coding::bfloat16);
  ASSERT_TRUE(brain);
  EXPECT_EQ(brain->kind(), kind::floating);
  EXPECT_EQ(brain->endian(), nopy::native_endian);
  EXPECT_EQ(dtype::parse(">V2")->with_coding(coding::bfloat16)->endian(), endian::big);
  EXPECT_EQ(dtype::parse("<V1")->with_coding(coding::int4)->kind(), kind::signed_int);
}

TEST(Coding, IsRefusedWhereTheSizeDiffers) {
  for (const char* descr : {"<f4", "|V4", "<i2", "|S2", "[('a', '<f4')]"}) {
    const auto made = dtype::parse(descr)->with_coding(coding::float8_e5m2);
    ASSERT_FALSE(made) << descr;
    EXPECT_EQ(made.error().code(), errc::usage);
  }
  // "standard" says nothing of what opaque bytes are.
  EXPECT_EQ(dtype::parse("|V2")->with_coding(coding::standard).error().code(), errc::usage);
  EXPECT_EQ(dtype::parse("|V33")->with_coding(coding::quad).error().code(), errc::usage);
  EXPECT_EQ(dtype::parse("<f4")->with_coding(coding::standard)->descr(), "<f4");
  EXPECT_EQ(dtype::parse("<i4")->with_coding(coding::x87).error().code(), errc::usage);
  EXPECT_EQ(dtype::parse("<u4")->with_coding(coding::standard)->descr(), "<u4");
}

TEST(Alignment, IsNumPys) {
  struct {
    const char* descr;
    std::uint64_t alignment;
  } const rows[] = {{"|b1", 1},   {"<i2", 2},  {"<f8", 8},  {"<c8", 4}, {"<c16", 8},
                    {"<f16", 16}, {"<U3", 4},  {"|S3", 1},  {"<M8", 8}, {"[('a', '<f8')]", 1},
                    {"|O", 8},    {"<f12", 4}, {"<c24", 4}, {"<m8", 8}, {"('<i2', (3,))", 2},
                    {"<u4", 4}};
  for (const auto& row : rows)
    EXPECT_EQ(dtype::parse(row.descr)->alignment(), row.alignment) << row.descr;
}

TEST(Equality, LooksAtEveryPart) {
  const char* const different[] = {"<f4",
                                   ">f4",
                                   "<i4",
                                   "<f8",
                                   "|S4",
                                   "|V4",
                                   "<M8[s]",
                                   "<M8[2s]",
                                   "<m8[s]",
                                   "<f16",
                                   "bfloat16",
                                   "[('a', '<f4')]",
                                   "[('b', '<f4')]",
                                   "[(('t', 'a'), '<f4')]",
                                   "[(('u', 'a'), '<f4')]",
                                   "[('a', '<f4'), ('', '|V4')]",
                                   "[('a', '<f4', (1,))]",
                                   "[('a', '<f4', (2,))]",
                                   "[('a', '<f4', (1, 2))]",
                                   "[('a', '<f4', (2, 1))]",
                                   "('<f4', (2,))",
                                   "('<f4', (1, 2))",
                                   "('<f4', (2, 1))",
                                   "('<i4', (2,))",
                                   "[('a', '<i2'), ('b', '<i2')]",
                                   "[('', '|V4'), ('a', '<f4')]"};
  for (const char* one : different)
    for (const char* two : different)
      EXPECT_EQ(*dtype::parse(one) == *dtype::parse(two), one == two) << one << " and " << two;
}

TEST(Elements, HaveTheDtypeNumPyGivesThem) {
  EXPECT_EQ(nopy::dtype_of<float>().descr(), in_native_order("=f4"));
  EXPECT_EQ(nopy::dtype_of<bool>().descr(), "|b1");
  EXPECT_EQ(nopy::dtype_of<unsigned char>().descr(), "|u1");
  EXPECT_EQ(nopy::dtype_of<long long>().descr(), in_native_order("=i8"));
  EXPECT_EQ(nopy::dtype_of<nopy::bfloat16>().descr(), in_native_order("=V2"));
  EXPECT_EQ(nopy::dtype_of<nopy::big<double>>().descr(), ">f8");
  EXPECT_EQ((nopy::dtype_of<nopy::datetime64<time_unit::seconds, 25>>().descr()),
            in_native_order("=M8[25s]"));
  EXPECT_EQ(nopy::dtype_of<nopy::complex<float>>().descr(), in_native_order("=c8"));
}

}  // namespace
