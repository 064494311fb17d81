// SPDX-License-Identifier: MIT
// Type strings: what is accepted, as what, and what is refused. Format: docs/format.md, "dtypes".
#include <nopy/dtype.hpp>

#include "dtype/typestr.hpp"
#include "support/native_order.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using nopy::coding;
using nopy::dtype;
using nopy::errc;
using nopy::kind;
using nopy::spelling;
using nopy::test::in_native_order;

struct accept_row {
  const char* text;
  const char* descr;  // as NumPy writes the same type; = is the native order
  const char* why;
};

constexpr accept_row accepted[] = {
    {"<f4", "<f4", "as NumPy writes it"},
    {">i2", ">i2", "big-endian"},
    {"|b1", "|b1", "bool"},
    {"f4", "=f4", "the order may be missing"},
    {"=f4", "=f4", "native order"},
    {"|i2", "=i2", "NumPy takes | for native"},
    {"<b1", "|b1", "one byte has no order"},
    {">u1", "|u1", "one byte has no order"},
    {"<i02", "<i2", "leading zeros"},
    {"?", "|b1", "one-letter code"},
    {"h", "=i2", "one-letter code"},
    {">d", ">f8", "one-letter code with an order"},
    {"l", "=i8", "long of 64-bit Linux"},
    {"P", "=u8", "uintp"},
    {"G", "=c32", "complex long double"},
    {"c", "|S1", "one character"},
    {"S", "|S0", "bytes of no size"},
    {"U", "=U0", "text of no size"},
    {"V", "|V0", "opaque of no size"},
    {"int16", "=i2", "name"},
    {"float", "=f8", "name"},
    {"ulonglong", "=u8", "name"},
    {"complex256", "=c32", "name"},
    {"str", "=U0", "name"},
    {"datetime64", "=M8", "name"},
    {"timedelta64", "=m8", "name"},
    {"O4", "|O", "as NumPy before 1.5 wrote it on 32 bits"},
    {"datetime64[ns]", "=M8[ns]", "name with a unit"},
    {">timedelta64[D]", ">m8[D]", "name with an order and a unit"},
    {"a3", "|S3", "NumPy 1 wrote S as a"},
    {"|S5", "|S5", "bytes"},
    {">U7", ">U7", "text"},
    {"|V3", "|V3", "opaque"},
    {"|O", "|O", "object"},
    {"O8", "|O", "as NumPy before 1.5 wrote it"},
    {"T", "|O", "StringDType is a pickle too"},
    {"<M8[ns]", "<M8[ns]", "datetime"},
    {"<M8", "<M8", "datetime without a unit"},
    {"<M8[generic]", "<M8", "datetime without a unit"},
    {"<M8[25s]", "<M8[25s]", "datetime of a multiple"},
    {"<M8[0s]", "<M8[0s]", "NumPy takes a multiple of 0"},
    {"<M8[\u03BCs]", "<M8[us]", "Greek mu"},
    {"<M8[10us/5]", "<M8[2000ns]", "a divisor becomes a finer unit"},
    {"<m8[Y/12]", "<m8[M]", "years in months"},
    {"<m8[3W/24]", "<m8[21h]", "weeks in hours"},
    {"<m8[s/1000]", "<m8[ms]", "seconds in milliseconds"},
    {"<f16", "<f16", "long double of a kind not told"},
    {"<f12", "<f12", "long double of i386"},
    {"<c24", "<c24", "complex long double of i386"},
    {"<f1", "<f1", "float8_e5m2 of ml_dtypes"},
    {">f1", "<f1", "the same, written on a big-endian machine"},
    {"<c4", "<c4", "complex32 of ml_dtypes"},
    {"<V2", "<V2", "the order hints at bfloat16, so it is kept"},
    {">V2", ">V2", "the order hints at bfloat16, so it is kept"},
    {"<V3", "|V3", "no type of ml_dtypes has 3 bytes"},
    {"bfloat16", "=V2", "name of ml_dtypes"},
    {"float8_e5m2", "<f1", "name of ml_dtypes"},
    {"float8_e4m3fn", "<V1", "name of ml_dtypes"},
    {"<i2,", "[('f0', '<i2')]", "a comma makes a record"},
    {"<i2,<i2", "[('f0', '<i2'), ('f1', '<i2')]", "comma string"},
    {"3i1, f4", "[('f0', '|i1', (3,)), ('f1', '=f4')]", "repeat count"},
    {"i1 ,f4 ", "[('f0', '|i1'), ('f1', '=f4')]", "blanks behind a part"},
    {"(2 , 3 )i1,f4", "[('f0', '|i1', (2, 3)), ('f1', '=f4')]", "blanks in a repeat shape"},
    {"(2, 3)i1,<f4", "[('f0', '|i1', (2, 3)), ('f1', '<f4')]", "repeat shape"},
    {"2i1", "('|i1', (2,))", "a repeat count alone is a subarray"},
    {"<M8[10us/5],i4", "[('f0', '<M8[2000ns]'), ('f1', '=i4')]", "a unit inside a comma string"},
};

TEST(TypeStrings, AreTakenAsNumPyTakesThem) {
  for (const accept_row& row : accepted) {
    const auto made = dtype::parse(row.text);
    ASSERT_TRUE(made) << row.text << ": " << made.error().message();
    EXPECT_EQ(made->descr(), in_native_order(row.descr)) << row.text << ": " << row.why;
  }
}

struct reject_row {
  const char* text;
  errc code;
  const char* why;
};

constexpr reject_row rejected[] = {
    {"", errc::bad_dtype, "empty"},
    {"<", errc::bad_dtype, "an order alone"},
    {"<f3", errc::bad_dtype, "no float of 3 bytes"},
    {"<i3", errc::bad_dtype, "no integer of 3 bytes"},
    {"<i16", errc::bad_dtype, "no integer of 16 bytes"},
    {"<b2", errc::bad_dtype, "no bool of 2 bytes"},
    {"<c2", errc::bad_dtype, "no complex of 2 bytes"},
    {"<f10", errc::bad_dtype, "no float of 10 bytes"},
    {"M4", errc::bad_dtype, "datetimes have 8 bytes"},
    {"<p8", errc::bad_dtype, "p takes no size"},
    {"g2", errc::bad_dtype, "g takes no size"},
    {"<t8", errc::bad_dtype, "no such kind"},
    {"@i2", errc::bad_dtype, "an order of struct, not of NumPy"},
    {"!i2", errc::bad_dtype, "an order of struct, not of NumPy"},
    {"<>f8", errc::bad_dtype, "two orders"},
    {" i2", errc::bad_dtype, "leading blank"},
    {"i2 ", errc::bad_dtype, "trailing blank"},
    {"i 2", errc::bad_dtype, "a blank in a size, which NumPy takes and nopy does not"},
    {"|S-1", errc::bad_dtype, "a sign in a size, which NumPy 1.24 takes"},
    {"<f+8", errc::bad_dtype, "a sign in a size"},
    {"<i2x", errc::bad_dtype, "something behind the size"},
    {"record", errc::bad_dtype, "no name of a type"},
    {"StringDType()", errc::bad_dtype, "a repr, not a name"},
    {"<int16", errc::bad_dtype, "names take no order"},
    {"<M8[xx]", errc::bad_dtype, "no such unit"},
    {"<M8[]", errc::bad_dtype, "no unit"},
    {"<M8[", errc::bad_dtype, "open bracket"},
    {"<M8[ns]//4", errc::bad_dtype, "something behind the unit"},
    {"<M8[\u00B5s]", errc::bad_dtype, "the micro sign is not Greek mu"},
    {"<M8[s/7]", errc::bad_dtype, "7 divides no finer unit"},
    {"<M8[s/0]", errc::bad_dtype, "division by 0"},
    {"<M8[as/2]", errc::bad_dtype, "there is no finer unit"},
    {"<M8[2147483648s]", errc::bad_dtype, "multiple over 31 bits"},
    {"<M8[99999999999999999999s]", errc::bad_dtype, "multiple over 64 bits"},
    {"<M8[2147483647s/1]", errc::bad_dtype, "the multiple of the finer unit is over 31 bits"},
    {"<i4[ns]", errc::bad_dtype, "integers take no unit"},
    {"|S2147483648", errc::too_large, "over 2^31 - 1 bytes"},
    {"<U536870912", errc::too_large, "over 2^31 - 1 bytes"},
    {"|V18446744073709551617", errc::too_large, "wraps to 1 in 64 bits"},
    {"i4,bfloat16", errc::bad_dtype, "names of ml_dtypes stand alone"},
    {"(2i1", errc::bad_dtype, "open bracket"},
    {"<<i2,i4", errc::bad_dtype, "two orders in a comma string"},
    {"<2>i4", errc::bad_dtype, "an order on each side of a repeat count"},
    {"2 2i4", errc::bad_dtype, "two repeat counts"},
    {"(1,x)i4", errc::bad_dtype, "an extent that is no number"},
    {"(1,", errc::bad_dtype, "a shape that ends at its comma"},
    {"(1 2)i4", errc::bad_dtype, "extents without a comma"},
    {"2147483648i1", errc::bad_dtype, "a repeat count over 2^31 - 1"},
    {"(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
     "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)i4",
     errc::bad_dtype, "65 extents"},
    {"i4,datetime64[generic].datetime64[generic]", errc::bad_dtype, "a type of 38 letters"},
    {"V2147483647,u1", errc::too_large, "a record over 2^31 - 1 bytes"},
    {"M8[,]", errc::bad_dtype, "a comma in the unit's brackets"},
    {"<M8[3generic]", errc::bad_dtype, "a generic unit takes no multiple"},
    {"<M8[generic/2]", errc::bad_dtype, "a generic unit takes no divisor"},
    {"<M8[s/]", errc::bad_dtype, "no divisor"},
    {"<M8[s/x]", errc::bad_dtype, "a divisor that is no number"},
    {"<M8[s/2x]", errc::bad_dtype, "something behind the divisor"},
    {"<M8[s/2147483648]", errc::bad_dtype, "a divisor over 31 bits"},
    {"<M8[D/7]", errc::bad_dtype, "7 divides neither hours, minutes nor seconds of a day"},
    {"<M8[Y/7]", errc::bad_dtype, "7 divides no month, week or day count of a year"},
    {"<O3", errc::bad_dtype, "objects have 4 or 8 bytes"},
    {"<c3", errc::bad_dtype, "no complex of odd bytes"},
};

TEST(TypeStrings, AreRefusedWhereTheyNameNothing) {
  for (const reject_row& row : rejected) {
    const auto made = dtype::parse(row.text);
    ASSERT_FALSE(made) << row.text << " became " << made->descr() << ": " << row.why;
    EXPECT_EQ(made.error().code(), row.code) << row.text << ": " << row.why;
  }
}

TEST(TypeStrings, OfThousandsOfCommasAreRefused) {
  std::string text = "i1";
  while (text.size() < 5000) text += ",i1";
  EXPECT_EQ(dtype::parse(text).error().code(), errc::bad_dtype);
}

struct spelling_row {
  const char* text;
  spelling how;
};

TEST(TypeStrings, AreToldApartByWhoWritesThem) {
  constexpr spelling_row rows[] = {
      {"<f4", spelling::canonical}, {"|S0", spelling::canonical},
      {"|O", spelling::canonical},  {"<M8[25s]", spelling::canonical},
      {"f4", spelling::known},      {"float32", spelling::known},
      {"<u1", spelling::known},     {"<b1", spelling::known},
      {"|O8", spelling::known},     {"O", spelling::known},
      {"=f4", spelling::odd},       {"d", spelling::odd},
      {"|i2", spelling::odd},       {"a3", spelling::odd},
      {"i1,f4", spelling::odd},     {"<V2", spelling::extension},
      {"<f1", spelling::extension}, {"<c4", spelling::extension},
      {">f1", spelling::extension}, {"|f1", spelling::odd},
      {"|V2", spelling::canonical}, {"bfloat16", spelling::named},
      {"|O4", spelling::known},     {"=u1", spelling::odd},
  };
  for (const spelling_row& row : rows) {
    const auto read = nopy::read_typestr(row.text);
    ASSERT_TRUE(read) << row.text;
    EXPECT_EQ(static_cast<int>(read->how), static_cast<int>(row.how)) << row.text;
  }
}

struct coding_expectation {
  const char* text;
  kind of;
  coding code;
};

TEST(TypeStrings, SayTheCodingAsFarAsTheyCan) {
  constexpr coding_expectation rows[] = {
      {"<f16", kind::floating, coding::extended},     {">f16", kind::floating, coding::extended},
      {"<f12", kind::floating, coding::x87},          {"<c32", kind::complex, coding::extended},
      {"<c24", kind::complex, coding::x87},           {"<f1", kind::floating, coding::float8_e5m2},
      {"<c4", kind::complex, coding::standard},       {"<V2", kind::opaque, coding::standard},
      {"bfloat16", kind::floating, coding::bfloat16}, {"uint4", kind::unsigned_int, coding::uint4},
  };
  for (const coding_expectation& row : rows) {
    const auto made = dtype::parse(row.text);
    ASSERT_TRUE(made) << row.text;
    EXPECT_EQ(static_cast<int>(made->kind()), static_cast<int>(row.of)) << row.text;
    EXPECT_EQ(static_cast<int>(made->coding()), static_cast<int>(row.code)) << row.text;
  }
}

}  // namespace
