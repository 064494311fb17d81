// SPDX-License-Identifier: MIT
// Headers that are read, as what, and with which findings. Format: docs/format.md, "Reading".
#include <nopy/header.hpp>

#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace std::string_literals;
using nopy::errc;
using nopy::policy;
using nopy::shape;
using nopy::test::bytes_of;
using nopy::test::npy_bytes;

nopy::result<nopy::header> decode(const std::string& file, policy how = policy::tolerant) {
  return nopy::core::decode_header(bytes_of(file), file.size(), {.policy = how});
}

TEST(Accepted, AnOrdinaryHeaderSaysAllOfItself) {
  const auto h = decode(npy_bytes().dict("'<i4'", "(2, 3)", "True").pad(64).zeros(24));
  ASSERT_TRUE(h) << h.error().message();
  EXPECT_EQ(h->dtype.descr(), "<i4");
  EXPECT_EQ(h->shape, (shape{2, 3}));
  EXPECT_EQ(h->order, nopy::order::fortran);
  EXPECT_EQ(h->major, 1);
  EXPECT_EQ(h->header_bytes, 118u);
  EXPECT_EQ(h->data_offset, 128u);
  EXPECT_EQ(h->data_bytes, 24u);
  EXPECT_TRUE(h->findings.empty());
}

struct quiet_row {
  std::string text;
  const char* writer;
};

TEST(Accepted, WithoutAFindingUnderBothPoliciesIsWhatKnownWritersWrite) {
  const quiet_row rows[] = {
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }", "NumPy"},
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}", "no comma at the end"},
      {"{'descr':'<f8','fortran_order':False,'shape':(3,)}", "no blanks"},
      {"{\"descr\": \"<f8\", \"fortran_order\": False, \"shape\": (3,), }", "double quotes"},
      {"{'shape': (3,), 'fortran_order': False, 'descr': '<f8'}", "another order of keys"},
      {"\n{'descr': '<f8',\r\n\t'fortran_order': False,\f'shape': (3,)}", "other blanks"},
      {"{'descr': [('\\'\"\\t\\\\', '<f8')], 'fortran_order': False, 'shape': (3,), }",
       "escapes in a name"},
      {"{'descr': '|V8', 'fortran_order': False, 'shape': (3,), }", "opaque"},
  };
  for (const quiet_row& row : rows) {
    for (const policy how : {policy::tolerant, policy::strict}) {
      const auto h = decode(npy_bytes().text(row.text).zeros(24), how);
      ASSERT_TRUE(h) << row.writer << ": " << h.error().message();
      EXPECT_TRUE(h->findings.empty()) << row.writer;
      EXPECT_EQ(h->data_bytes, 24u) << row.writer;
    }
  }
}

struct finding_row {
  std::string file;
  errc code;
  std::uint64_t offset;
  bool strict;  // policy::strict reads it too
  const char* why;
};

TEST(Accepted, WithAFindingIsWhatDeviates) {
  const auto text = [](std::string all) { return npy_bytes().text(all).zeros(24).str(); };
  const finding_row rows[] = {
      {npy_bytes().dict("'<f8'", "(3L,)").zeros(24), errc::python2_long, 62, true, "Python 2"},
      {npy_bytes().dict("'<f8'", "(3l,)").zeros(24), errc::python2_long, 62, false, "small l"},
      {npy_bytes().magic(3, 0).dict("'<f8'", "(3L,)").zeros(24), errc::python2_long, 64, false,
       "L in version 3.0"},
      {npy_bytes().dict("'<f8'", "(0b11,)").zeros(24), errc::odd_spelling, 61, false, "binary"},
      {npy_bytes().dict("'<f8'", "(+3,)").zeros(24), errc::odd_spelling, 61, false, "plus"},
      {npy_bytes().dict("'f8'").zeros(24), errc::odd_spelling, 20, true, "no order"},
      {npy_bytes().dict("'float64'").zeros(24), errc::odd_spelling, 20, true, "a name"},
      {npy_bytes().dict("'<u1'", "(24,)").zeros(24), errc::odd_spelling, 20, true, "cnpy"},
      {npy_bytes().dict("'d'").zeros(24), errc::odd_spelling, 20, false, "a code"},
      {npy_bytes().dict("'\\x3cf8'").zeros(24), errc::odd_spelling, 20, false, "an escape"},
      {npy_bytes().dict("'<V2'", "(12,)").zeros(24), errc::extension_dtype, 20, true, "bfloat16?"},
      {npy_bytes().dict("'<f1'", "(24,)").zeros(24), errc::extension_dtype, 20, true, "float8"},
      {npy_bytes().dict("'>f1'", "(24,)").zeros(24), errc::extension_dtype, 20, true,
       "float8 of a big-endian machine"},
      {npy_bytes().dict("'<c4'", "(6,)").zeros(24), errc::extension_dtype, 20, true, "complex32"},
      {npy_bytes().dict("'bfloat16'", "(12,)").zeros(24), errc::extension_dtype, 20, false, "name"},
      {npy_bytes().dict("('<f8', {'k': 1})").zeros(24), errc::metadata, 28, true, "metadata"},
      {npy_bytes().dict("('<f8', (3,))", "()").zeros(24), errc::odd_spelling, 20, false,
       "a subarray outside a record"},
      {npy_bytes().dict("[['a','<f8']]").zeros(24), errc::odd_spelling, 21, false,
       "a field's list"},
      {npy_bytes().dict("[('a','<f4',2)]").zeros(24), errc::odd_spelling, 32, false,
       "an int shape"},
      {npy_bytes().dict("[('a','<f4',[2])]").zeros(24), errc::odd_spelling, 32, false,
       "a list as the shape of a field"},
      {npy_bytes().dict("[(['t','a'],'<f8')]").zeros(24), errc::odd_spelling, 22, false,
       "title and name in a list"},
      {npy_bytes().dict("{}").str(), errc::odd_spelling, 20, false, "{} for []"},
      {npy_bytes().dict("'<f8'").zeros(25), errc::trailing_bytes, 91, true, "a byte behind"},
      {text("{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'shape': (3,)}"),
       errc::header_keys, 66, false, "a key twice"},
      {text("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}\0\0"s), errc::odd_spelling, 65,
       false, "padded with NUL"},
  };
  for (const finding_row& row : rows) {
    const auto h = decode(row.file);
    ASSERT_TRUE(h) << row.why << ": " << h.error().message();
    ASSERT_EQ(h->findings.size(), 1u) << row.why;
    EXPECT_EQ(nopy::id(h->findings.begin()->code()), nopy::id(row.code)) << row.why;
    EXPECT_EQ(h->findings.begin()->offset(), row.offset) << row.why;
    EXPECT_EQ(bool(decode(row.file, policy::strict)), row.strict) << row.why;
  }
}

TEST(Accepted, FindingsStandInFileOrder) {
  const std::string text = "{'shape': (3L,), 'fortran_order': False, 'descr': 'd'} # x";
  const auto h = decode(npy_bytes().text(text).zeros(30));
  ASSERT_TRUE(h);
  std::vector<errc> codes;
  for (const nopy::finding& one : h->findings) codes.push_back(one.code());
  EXPECT_EQ(codes, (std::vector{errc::python2_long, errc::odd_spelling, errc::odd_spelling,
                                errc::trailing_bytes}));
}

TEST(Accepted, ManyFieldsSpelledAlikeMakeOneFinding) {
  const auto h =
      decode(npy_bytes().dict("[('a', 'f4'), ('b', 'f4'), ('c', 'd')]", "(1,)").zeros(16));
  ASSERT_TRUE(h) << h.error().message();
  ASSERT_EQ(h->findings.size(), 2u);
  EXPECT_EQ(h->findings.begin()[0].offset(), 27u);
  EXPECT_EQ(h->findings.begin()[1].offset(), 53u);
}

TEST(Accepted, TheLastOfTwoEqualKeysCounts) {
  const auto h =
      decode(npy_bytes()
                 .text("{'descr': '<f8', 'shape': (1,), 'fortran_order': False, 'shape': (3,)}")
                 .zeros(24));
  EXPECT_EQ(h->shape, (shape{3}));
}

TEST(Accepted, ASubarrayAddsItsExtentsAsNumPysMemmapDoes) {
  const auto h = decode(npy_bytes().dict("('<f4', (2,))").zeros(24));
  ASSERT_TRUE(h) << h.error().message();
  EXPECT_EQ(h->shape, (shape{3, 2}));
  EXPECT_EQ(h->dtype.descr(), "<f4");
}

TEST(Accepted, ObjectsHaveNoDataBytes) {
  for (const char* descr : {"'|O'", "[('a', '<f4'), ('b', '|O')]"}) {
    const auto h = decode(npy_bytes().dict(descr).raw("a pickle of any length"));
    ASSERT_TRUE(h) << h.error().message();
    EXPECT_TRUE(h->dtype.has_objects());
    EXPECT_EQ(h->data_bytes, 0u);
    EXPECT_TRUE(h->findings.empty());
  }
}

TEST(Accepted, ItemsWithoutBytesNeedNoData) {
  const auto h = decode(npy_bytes().dict("'|V0'", "(1000000000000,)"));
  ASSERT_TRUE(h) << h.error().message();
  EXPECT_EQ(h->data_bytes, 0u);
  EXPECT_EQ(h->shape.count(), 1000000000000u);
}

TEST(Accepted, Version2ReadsLatin1AndVersion3Utf8) {
  const std::string name = "[('\xC3\xA9', '<f8')]";
  EXPECT_EQ(decode(npy_bytes().magic(2, 0).dict(name).zeros(24))->dtype.fields()[0].name,
            "\u00C3\u00A9");
  EXPECT_EQ(decode(npy_bytes().magic(3, 0).dict(name).zeros(24))->dtype.fields()[0].name, "\u00E9");
}

TEST(Accepted, HeadersLongerThanNumPyReads) {
  std::string fields = "[";
  for (int i = 0; i < 1200; ++i) fields += "('field_" + std::to_string(i) + "', '<f4'), ";
  const auto h = decode(npy_bytes().magic(2, 0).dict(fields + "]", "(2,)").pad(64).zeros(9600));
  ASSERT_TRUE(h) << h.error().message();
  EXPECT_EQ(h->dtype.fields().size(), 1200u);
  EXPECT_EQ(h->data_bytes, 9600u);
}

TEST(Findings, AreSharedByCopiesUntilOneGrows) {
  nopy::finding_list one;
  ASSERT_TRUE(one.push_back({nopy::severity::note, nopy::error(errc::odd_spelling)}));
  nopy::finding_list two = one;
  ASSERT_TRUE(two.push_back({nopy::severity::warning, nopy::error(errc::trailing_bytes)}));
  EXPECT_EQ(one.size(), 1u);
  EXPECT_EQ(two.size(), 2u);
  EXPECT_EQ(two.begin()->code(), errc::odd_spelling);
  one = two;
  EXPECT_EQ(one.begin(), two.begin());
}

}  // namespace
