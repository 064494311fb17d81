// SPDX-License-Identifier: MIT
// Records and subarrays: what holds, what is refused, and how their descr is written.
#include <nopy/dtype.hpp>

#include "dtype/field_finder.hpp"
#include "support/native_order.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using nopy::dtype;
using nopy::dtype_field;
using nopy::errc;
using nopy::kind;
using nopy::shape;
using nopy::test::in_native_order;

const dtype i4 = dtype::number(kind::signed_int, 4, nopy::endian::little);
const dtype u1 = dtype::number(kind::unsigned_int, 1);

TEST(Records, KeepFieldsNamesTitlesAndOffsets) {
  const dtype_field fields[] = {{"a", i4, 1}, {"b", u1, 8, "the b"}};
  const auto made = dtype::record(fields, 12);
  ASSERT_TRUE(made) << made.error().message();
  EXPECT_EQ(made->kind(), kind::record);
  EXPECT_EQ(made->item_bytes(), 12u);
  ASSERT_EQ(made->fields().size(), 2u);
  EXPECT_EQ(made->fields()[0].name, "a");
  EXPECT_EQ(made->fields()[0].title.data(), nullptr);
  EXPECT_EQ(made->find("the b"), &made->fields()[1]);
  EXPECT_EQ(made->find("b")->offset, 8u);
  EXPECT_EQ(made->find("c"), nullptr);
  EXPECT_EQ(made->descr(),
            "[('', '|V1'), ('a', '<i4'), ('', '|V3'), (('the b', 'b'), '|u1'), ('', '|V3')]");
}

TEST(Records, AreFoundInAnyOrderByAFinderThatGoesOn) {
  const dtype_field fields[] = {{"a", u1, 0}, {"b", u1, 1, "the b"}, {"", u1, 2}, {"d", i4, 3}};
  const auto made = dtype::record(fields, 7);
  ASSERT_TRUE(made) << made.error().message();
  nopy::core::field_finder finder(*made);
  for (const char* name : {"a", "b", "", "d", "a", "d", "", "the b", "a", "a", "c", "b", "the b"})
    EXPECT_EQ(finder.find(name), made->find(name)) << name;
  nopy::core::field_finder none(i4);
  EXPECT_EQ(none.find("a"), nullptr);
}

TEST(Records, TakeTheOtherByteOrderInEveryPart) {
  const dtype_field inner[] = {{"x", *dtype::subarray(i4, {2, 3}), 0}, {"y", u1, 24, "title"}};
  const dtype_field outer[] = {{"r", *dtype::record(inner, 25), 2}};
  const dtype made = *dtype::record(outer, 30);
  const auto other = made.with_endian(nopy::endian::big);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->descr(),
            "[('', '|V2'), ('r', [('x', '>i4', (2, 3)), (('title', 'y'), '|u1')]), ('', '|V3')]");
  EXPECT_EQ(*other->with_endian(nopy::endian::little), made);
  EXPECT_EQ(*other->with_endian(nopy::endian::none), *made.with_endian(nopy::native_endian));
}

TEST(Records, OfManyFieldsMayNotShareATitle) {
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back("f" + std::to_string(i));
  std::vector<dtype_field> fields;
  for (std::size_t i = 0; i < 40; ++i) fields.push_back({names[i], u1, i});
  fields[7].title = "one", fields[31].title = "two";
  EXPECT_TRUE(dtype::record(fields, 40));
  for (const std::string_view other : {"one", "f3", "f31"}) {
    fields[31].title = other;
    const auto made = dtype::record(fields, 40);
    ASSERT_FALSE(made) << other;
    EXPECT_EQ(made.error().code(), errc::bad_dtype);
    EXPECT_EQ(made.error().parts().found, other);
  }
}

TEST(Records, OutliveWhatTheyWereMadeFrom) {
  dtype kept;
  {
    const std::string name = "a name too long to be stored in place by any string";
    const dtype_field fields[] = {{name, i4, 0}};
    kept = *dtype::record(fields, 4);
  }
  EXPECT_EQ(kept.fields()[0].name, "a name too long to be stored in place by any string");
}

TEST(Records, MovedFromIsTheDefaultDtype) {
  const dtype_field fields[] = {{"a", i4, 0}};
  dtype from = *dtype::record(fields, 4);
  const dtype to = std::move(from);
  EXPECT_EQ(from, dtype());  // NOLINT: that is what is tested
  EXPECT_EQ(to.fields().size(), 1u);
}

TEST(Records, AssigningBetweenKindsGivesBackTheRightTree) {
  const dtype_field fields[] = {{"a", *dtype::subarray(i4, {2}), 0}};
  dtype one = *dtype::record(fields, 8);
  dtype two = *dtype::subarray(i4, {2, 3});
  const dtype record = one;
  one = two;
  two = record;
  EXPECT_EQ(one.descr(), "('<i4', (2, 3))");
  EXPECT_EQ(two.descr(), "[('a', '<i4', (2,))]");
}

TEST(Records, AreRefusedWhereNumPyCanNotWriteThem) {
  const dtype nested = *dtype::subarray(i4, {1000, 1000, 100});
  struct {
    std::vector<dtype_field> fields;
    std::uint64_t item_bytes;
    errc code;
    const char* why;
  } const rows[] = {
      {{{"a", i4, 4}, {"b", i4, 0}}, 8, errc::bad_dtype, "out of order"},
      {{{"a", i4, 0}, {"b", i4, 2}}, 8, errc::bad_dtype, "overlap"},
      {{{"a", i4, 0}, {"b", i4, 3}}, 8, errc::bad_dtype, "overlap by one byte"},
      {{{"a", i4, 0}, {"b", i4, 4}}, 7, errc::bad_dtype, "behind the end"},
      {{{"a", i4, UINT64_MAX - 1}}, 8, errc::bad_dtype, "offset wraps"},
      {{{"a", i4, 0}, {"a", i4, 4}}, 8, errc::bad_dtype, "one name twice"},
      {{{"a", i4, 0}, {"b", i4, 4, "a"}}, 8, errc::bad_dtype, "a title that is a name"},
      {{{"a", i4, 0, "t"}, {"b", i4, 4, "t"}}, 8, errc::bad_dtype, "one title twice"},
      {{{"a", i4, 0, "a"}}, 8, errc::bad_dtype, "a title that is its own name"},
      {{{"", dtype::opaque(2), 0}, {"b", i4, 2}}, 8, errc::bad_dtype, "bytes that look like a gap"},
      {{{"", nested, 0}}, 400000000, errc::bad_dtype, "a subarray that looks like a gap"},
      {{{"", dtype::number(kind::floating, 2, nopy::endian::little, nopy::coding::bfloat16), 0}},
       2,
       errc::bad_dtype,
       "a number that descr spells as bytes"},
      {{{"a", i4, 0}}, 0x80000000, errc::too_large, "over 2^31 - 1 bytes"},
  };
  for (const auto& row : rows) {
    const auto made = dtype::record(row.fields, row.item_bytes);
    ASSERT_FALSE(made) << row.why;
    EXPECT_EQ(made.error().code(), row.code) << row.why;
  }
}

TEST(Records, NamesOfManyFieldsMustDifferToo) {
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) names.push_back("field" + std::to_string(i));
  std::vector<dtype_field> fields;
  for (std::size_t i = 0; i < names.size(); ++i) fields.push_back({names[i], u1, i});
  EXPECT_TRUE(dtype::record(fields, 100));
  fields[99].name = "field0";
  const auto made = dtype::record(fields, 100);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().parts().found, "field0");
}

TEST(Records, NestAtMost32Deep) {
  dtype inner = u1;
  for (int depth = 1; depth <= 32; ++depth) {
    const dtype_field fields[] = {{"a", inner, 0}};
    const auto made = dtype::record(fields, 1);
    ASSERT_TRUE(made) << depth;
    inner = *made;
  }
  const dtype_field fields[] = {{"a", inner, 0}};
  const auto made = dtype::record(fields, 1);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code(), errc::bad_dtype);
  const auto parsed = dtype::parse(inner.descr());
  ASSERT_TRUE(parsed) << parsed.error().message();
  EXPECT_EQ(*parsed, inner);
}

TEST(Records, WithoutFieldsMayHaveASize) {
  EXPECT_EQ(dtype::record({}, 0)->descr(), "[]");
  EXPECT_EQ(dtype::record({}, 8)->descr(), "[('', '|V8')]");
}

TEST(Subarrays, MultiplyTheirExtents) {
  const auto made = dtype::subarray(i4, {2, 3});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->item_bytes(), 24u);
  EXPECT_EQ(made->base(), i4);
  ASSERT_EQ(made->extents().size(), 2u);
  EXPECT_EQ(made->extents()[1], 3u);
  EXPECT_EQ(dtype::subarray(i4, {0, 5})->item_bytes(), 0u);
  EXPECT_EQ(*dtype::subarray(i4, {}), i4);
}

TEST(Subarrays, AreRefusedWhereTheirSizeWraps) {
  for (const shape& extents : {shape{65536, 65536}, shape{4294967296, 4294967296},
                               shape{0, 4294967296}, shape{536870912}, shape{UINT64_MAX}}) {
    const auto made = dtype::subarray(i4, extents);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code(), errc::too_large);
  }
}

TEST(Subarrays, OfItemsWithoutBytesAreBoundAsWell) {
  EXPECT_EQ(dtype::subarray(dtype::bytes(0), {0x7FFFFFFF})->item_bytes(), 0u);
  const auto made = dtype::subarray(dtype::bytes(0), {0x80000000});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code(), errc::too_large);
}

TEST(Subarrays, NestAtMost66Deep) {
  dtype nested = i4;
  for (int level = 0; level < 66; ++level) {
    const auto made = dtype::subarray(nested, {1});
    ASSERT_TRUE(made) << level;
    nested = *made;
  }
  for (const auto& made : {dtype::subarray(nested, {1}), [&] {
                             const dtype_field fields[] = {{"a", nested, 0}};
                             return dtype::record(fields, 4);
                           }()}) {
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code(), errc::bad_dtype);
  }
}

TEST(Subarrays, AndRecordsAloneHaveWhatOthersHaveNot) {
  EXPECT_TRUE(i4.fields().empty());
  EXPECT_TRUE(i4.extents().empty());
  EXPECT_EQ(i4.base(), i4);
  EXPECT_EQ(i4.find("a"), nullptr);
}

TEST(Objects, AreFoundAnywhereInside) {
  const dtype_field inner[] = {{"o", dtype::object(), 0}};
  const dtype_field outer[] = {{"a", i4, 0},
                               {"r", *dtype::subarray(*dtype::record(inner, 8), {2}), 4}};
  EXPECT_TRUE(dtype::record(outer, 20)->has_objects());
  EXPECT_FALSE(i4.has_objects());
}

struct descr_row {
  const char* given;
  const char* written;
};

TEST(Descr, IsWrittenAsNumPyWritesIt) {
  constexpr descr_row rows[] = {
      {"[('a','i4'),('b','f8')]", "[('a', '=i4'), ('b', '=f8')]"},
      {"[['a','i4']]", "[('a', '=i4')]"},
      {"[('a','i4',2)]", "[('a', '=i4', (2,))]"},
      {"[('a','i4',[2,3])]", "[('a', '=i4', (2, 3))]"},
      {"[('a','i4',())]", "[('a', '=i4')]"},
      {"[('a',('u1',(2,)))]", "[('a', '|u1', (2,))]"},
      {"[('a',(('u1',(2,)),(1,)))]", "[('a', ('|u1', (2,)), (1,))]"},
      {"[(('t','a'),'i4')]", "[(('t', 'a'), '=i4')]"},
      {"[((None,'a'),'i4')]", "[('a', '=i4')]"},
      {"[(('','a'),'i4')]", "[(('', 'a'), '=i4')]"},
      {"[('','V1'),('b','u1')]", "[('', '|V1'), ('b', '|u1')]"},
      {"[('','|V1',(2,)),('b','u1')]", "[('', '|V2'), ('b', '|u1')]"},
      {"[('','i1'),('b','u1')]", "[('', '|i1'), ('b', '|u1')]"},
      {"[(('t',''),'V1'),('b','u1')]", "[(('t', ''), '|V1'), ('b', '|u1')]"},
      {"[(('t',''),'u1',(2,)),('b','u1')]", "[(('t', ''), '|u1', (2,)), ('b', '|u1')]"},
      {"[('','<f1'),('b','int4')]", "[('', '<f1'), ('b', '<V1')]"},
      {"[('a',[('b','u1')],(2,))]", "[('a', [('b', '|u1')], (2,))]"},
      {"[('a','V0'),('b','i2')]", "[('a', '|V0'), ('b', '=i2')]"},
      {"[(\"it's\",'u1'),('\\u03b1','u1')]", "[(\"it's\", '|u1'), ('\u03b1', '|u1')]"},
      {"[('a',('<i4',{'k':1}))]", "[('a', '<i4')]"},
      {"{}", "[]"},
  };
  for (const descr_row& row : rows) {
    const auto made = dtype::parse(row.given);
    ASSERT_TRUE(made) << row.given << ": " << made.error().message();
    EXPECT_EQ(made->descr(), in_native_order(row.written));
  }
}

struct bad_descr_row {
  const char* given;
  errc code;
  std::uint64_t offset;
};

TEST(Descr, IsRefusedAtThePartThatIsWrong) {
  constexpr bad_descr_row rows[] = {
      {"[('a',)]", errc::bad_dtype, 1},
      {"[('a','i4',(2,),1)]", errc::bad_dtype, 1},
      {"['a']", errc::bad_dtype, 1},
      {"[(1,'i4')]", errc::bad_dtype, 2},
      {"[(b'a','i4')]", errc::bad_dtype, 2},
      {"[(('t','a','x'),'i4')]", errc::bad_dtype, 2},
      {"[('a','x4')]", errc::bad_dtype, 6},
      {"[('a',None)]", errc::bad_dtype, 6},
      {"[('a','i4',(-2,))]", errc::bad_dtype, 12},
      {"[('a','i4',('2',))]", errc::bad_dtype, 12},
      {"[('a','i4','2')]", errc::bad_dtype, 11},
      {"[('a','i4',(2.0,))]", errc::header_syntax, 12},
      {"[('a','i4',(99999999999,))]", errc::too_large, 12},
      {"[('a','i4',(65536,65536))]", errc::too_large, 11},
      {"[('a','i4',-1)]", errc::bad_dtype, 11},
      {"[('a','i4',[2,'3'])]", errc::bad_dtype, 14},
      {"[('a','i4',99999999999999999999)]", errc::too_large, 11},
      {"[('a',('x4',(2,)))]", errc::bad_dtype, 7},
      {"[('a',('x4',{}))]", errc::bad_dtype, 7},
      {"('i4', (2,), 3)", errc::bad_dtype, 0},
      {"[((1,'a'),'i4')]", errc::bad_dtype, 3},
      {"[(('t',1),'i4')]", errc::bad_dtype, 7},
      {"[('a','V2147483647'),('b','u1')]", errc::too_large, 21},
      {"{'names':['a'],'formats':['i4']}", errc::bad_dtype, 0},
      {"('i4',)", errc::bad_dtype, 0},
      {"[('a','i4'),('a','i4')]", errc::bad_dtype, 0},
      {"[('a','i4'),('','int4')]", errc::bad_dtype, 0},
  };
  for (const bad_descr_row& row : rows) {
    const auto made = dtype::parse(row.given);
    ASSERT_FALSE(made) << row.given;
    EXPECT_EQ(made.error().code(), row.code) << row.given;
    EXPECT_EQ(made.error().offset(), row.offset) << row.given;
  }
}

}  // namespace
