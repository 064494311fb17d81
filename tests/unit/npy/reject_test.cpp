// SPDX-License-Identifier: MIT
// Headers that are refused: the kind, and the byte. Format: docs/format.md, "Reading".
#include <nopy/header.hpp>

#include "support/npy_bytes.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace std::string_literals;
using nopy::errc;
using nopy::policy;
using nopy::test::bytes_of;
using nopy::test::npy_bytes;

nopy::error refusal(const std::string& file, policy how = policy::tolerant) {
  const auto decoded = nopy::core::decode_header(bytes_of(file), file.size(), {.policy = how});
  return decoded ? nopy::error(errc::usage, "nothing was refused") : decoded.error();
}

npy_bytes good() { return npy_bytes().dict("'<f8'").pad(64).data<double>({1, 2, 3}); }

struct row {
  std::string file;
  errc code;
  std::uint64_t offset;
  const char* why;
};

void expect_refused(const std::vector<row>& rows, policy how = policy::tolerant) {
  for (const row& one : rows) {
    const nopy::error e = refusal(one.file, how);
    EXPECT_EQ(nopy::id(e.code()), nopy::id(one.code)) << one.why << "\n" << e.message();
    EXPECT_EQ(e.offset(), one.offset) << one.why << "\n" << e.message();
  }
}

TEST(Refused, WhereThePreambleIsCutOrWrong) {
  const std::string file = good();
  expect_refused({
      {"", errc::bad_magic, 0, "empty"},
      {file.substr(0, 1), errc::bad_magic, 1, "one byte"},
      {file.substr(0, 5), errc::bad_magic, 5, "a part of the magic"},
      {file.substr(0, 6), errc::header_truncated, 6, "the magic alone"},
      {file.substr(0, 7), errc::header_truncated, 7, "half a version"},
      {file.substr(0, 9), errc::header_truncated, 9, "half a length"},
      {file.substr(0, 20), errc::header_truncated, 20, "a part of the header"},
      {npy_bytes().magic("\x93NUMPZ").dict("'<f8'"), errc::bad_magic, 5, "last byte of the magic"},
      {npy_bytes().magic(0, 0).dict("'<f8'"), errc::bad_version, 6, "version 0.0"},
      {npy_bytes().magic(1, 1).dict("'<f8'"), errc::bad_version, 6, "version 1.1"},
      {npy_bytes().magic(4, 0).dict("'<f8'"), errc::bad_version, 6, "version 4.0"},
      {npy_bytes().dict("'<f8'").length(65535), errc::header_truncated, 67, "length over the file"},
      {npy_bytes().magic(2, 0).length(0xFFFFFFFF), errc::header_too_large, 8, "4 GiB of header"},
  });
}

TEST(Refused, WhereTheTextIsNoDictionary) {
  const auto text = [](std::string all) { return npy_bytes().text(all).pad(64).str(); };
  expect_refused({
      {npy_bytes().text(""), errc::header_syntax, 10, "nothing"},
      {text("[1, 2]"), errc::header_syntax, 10, "a list"},
      {text("{'descr': '<f8'"), errc::header_syntax, 64, "open bracket"},
      {text("{'descr': '<f8', 'fortran_order': false, 'shape': (3,)}"), errc::header_syntax, 44,
       "JSON"},
      {npy_bytes().dict("'<f8'", "(np.int64(3),)"), errc::header_syntax, 61, "open_memmap's bug"},
      {npy_bytes().magic(3, 0).dict("[('\xE9', '<f8')]"), errc::header_encoding, 25, "no UTF-8"},
      {npy_bytes().dict("'<f8'").raw("x"), errc::data_truncated, 68, "all well but the data"},
  });
}

TEST(Refused, WhereTheKeysAreNotTheThree) {
  const auto text = [](const char* all) { return npy_bytes().text(all).str(); };
  expect_refused({
      {text("{}"), errc::header_keys, 10, "none"},
      {text("{'fortran_order': False, 'shape': (3,)}"), errc::header_keys, 10, "no descr"},
      {text("{'descr': '<f8', 'shape': (3,)}"), errc::header_keys, 10, "no fortran_order"},
      {text("{'descr': '<f8', 'fortran_order': False}"), errc::header_keys, 10, "no shape"},
      {text("{'descr': '<f8', 'x': 1}"), errc::header_keys, 27, "another"},
      {text("{b'descr': '<f8'}"), errc::header_keys, 11, "bytes"},
      {text("{'Descr': '<f8'}"), errc::header_keys, 11, "another case"},
      {text("{3: 4}"), errc::header_keys, 11, "an int"},
  });
}

TEST(Refused, WhereAValueHasTheWrongTypeOrRange) {
  const auto shape = [](const char* value) { return npy_bytes().dict("'<f8'", value).str(); };
  constexpr std::uint64_t at = 60;
  expect_refused({
      {shape("3"), errc::header_value, at, "an int"},
      {shape("(3)"), errc::header_value, at + 1, "an int in parentheses"},
      {shape("[3]"), errc::header_value, at, "a list"},
      {shape("None"), errc::header_value, at, "None"},
      {shape("('3',)"), errc::header_value, at + 1, "a string inside"},
      {shape("(3, True)"), errc::header_value, at + 4, "a bool inside"},
      {shape("(3, (1,))"), errc::header_value, at + 4, "a tuple inside"},
      {shape("(-1,)"), errc::header_value, at + 1, "negative"},
      {shape("(-18446744073709551616,)"), errc::header_value, at + 1, "-2^64"},
      {shape("(1099511627776, 1099511627776, 1099511627776)"), errc::too_large, at, "2^123 bytes"},
      {shape("(9223372036854775808,)"), errc::too_large, at + 1, "2^63"},
      {shape("(18446744073709551619,)"), errc::too_large, at + 1, "2^64 + 3"},
      {shape("(4294967296, 4294967296)"), errc::too_large, at, "the product wraps to 0"},
      {shape("(2305843009213693952,)"), errc::too_large, at, "the bytes wrap to 0"},
      {shape("(0, 9223372036854775807)"), errc::too_large, at, "too large though empty"},
      {npy_bytes().dict("'<f8'", "(3,)", "0"), errc::header_value, 44, "fortran_order is an int"},
      {npy_bytes().dict("'<f8'", "(3,)", "None"), errc::header_value, 44, "fortran_order is None"},
      {npy_bytes().dict("'<f3'"), errc::bad_dtype, 20, "descr"},
      {npy_bytes().dict("[('a', '<f8'), ('b', '<f3')]"), errc::bad_dtype, 41, "descr of a field"},
      {npy_bytes().dict("8"), errc::bad_dtype, 20, "descr is an int"},
      {npy_bytes().dict("b'<f8'"), errc::bad_dtype, 20, "descr is bytes"},
  });
}

TEST(Refused, AShapeOf65Dimensions) {
  std::string shape = "(";
  for (int i = 0; i < 65; ++i) shape += "1,";
  const nopy::error e = refusal(npy_bytes().dict("'<f8'", shape + ")").zeros(8));
  EXPECT_EQ(e.code(), errc::too_large);
  EXPECT_EQ(e.offset(), 61u + 2 * 64);
  // And one of 64 that gets more from a subarray.
  shape.resize(shape.size() - 2);
  const nopy::error added = refusal(npy_bytes().dict("('<f8', (1,))", shape + ")").zeros(8));
  EXPECT_EQ(added.code(), errc::too_large);
  EXPECT_EQ(added.offset(), 20u);
}

TEST(Refused, DataThatEndsEarlyWithBothSizes) {
  std::string file = good();
  file.pop_back();
  const nopy::error e = refusal(file);
  EXPECT_EQ(e.code(), errc::data_truncated);
  EXPECT_EQ(e.offset(), 151u);
  EXPECT_EQ(e.parts().found, "23 data bytes, to byte 151");
  EXPECT_EQ(e.parts().expected, "24 data bytes, to byte 152");
}

TEST(Refused, ACopyInTextMode) {
  std::string file = good();
  file.insert(file.find('\n'), 1, '\r');
  const nopy::error e = refusal(file);
  EXPECT_EQ(e.code(), errc::header_syntax);
  EXPECT_EQ(e.offset(), 127u);
  EXPECT_NE(e.message().find("text mode"), std::string::npos);
}

TEST(Refused, ShapesOfOpenMemmapWithTheCure) {
  for (const char* shape : {"(np.int64(2),)", "[2]", "2"}) {
    const nopy::error e = refusal(npy_bytes().dict("'<f8'", shape).zeros(16));
    EXPECT_NE(std::string(e.hint()).find("open_memmap"), std::string::npos) << e.message();
    EXPECT_NE(std::string(e.hint()).find("nopy repair"), std::string::npos) << e.message();
  }
}

TEST(Refused, ArraysOf2To63BytesAndWhatStandsBehindTheirPadding) {
  expect_refused({
      {npy_bytes().dict("'<f8'", "(1152921504606846976,)"), errc::too_large, 60, "2^63 bytes"},
      {npy_bytes().dict("('<f8', (3,))", "()", "True").zeros(24), errc::bad_dtype, 20,
       "a subarray outside a record, in Fortran order"},
      {npy_bytes().text("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)}\0x"s).zeros(24),
       errc::header_syntax, 65, "text behind NUL padding"},
  });
}

TEST(Refused, WhatExceedsALimitAndNothingBefore) {
  const std::string file = good();
  const auto under = [&](const nopy::limits& limits) {
    const auto decoded = nopy::core::decode_header(bytes_of(file), file.size(), {.limits = limits});
    return std::string(decoded ? "taken" : nopy::id(decoded.error().code()));
  };
  const std::uint64_t header_bytes = file.size() - 3 * sizeof(double) - 10;
  EXPECT_EQ(under({.header_bytes = header_bytes}), "taken");
  EXPECT_EQ(under({.header_bytes = header_bytes - 1}), "header_too_large");
  EXPECT_EQ(under({.array_bytes = 24}), "taken");
  EXPECT_EQ(under({.array_bytes = 23}), "too_large");
}

TEST(RefusedWhenStrict, WhatReadersReadDifferently) {
  const auto text = [](const char* all) { return npy_bytes().text(all).zeros(24).str(); };
  expect_refused(
      {
          {text("{'descr': '<f8', 'fortran_order': False, 'shape': (3,), 'shape': (1,)}"),
           errc::header_keys, 66, "a key twice"},
          {text("{'descr': '<f8', 'fortran_order': False, 'shape': (0x3,)}"), errc::header_syntax,
           61, "hexadecimal"},
          {text("{'descr': '<' 'f8', 'fortran_order': False, 'shape': (3,)}"), errc::header_syntax,
           24, "strings side by side"},
          {text("{'descr': '<f8', 'fortran_order': False, 'shape': (3,)} # x"), errc::header_syntax,
           66, "a comment"},
          {text("{'descr': '=f8', 'fortran_order': False, 'shape': (3,)}"), errc::bad_dtype, 20,
           "native order"},
          {text("{'descr': 'd', 'fortran_order': False, 'shape': (3,)}"), errc::bad_dtype, 20,
           "a one-letter code"},
          {text("{'descr': 'bfloat16', 'fortran_order': False, 'shape': (3,)}"), errc::bad_dtype,
           20, "a name that NumPy refuses"},
          {text("{'descr': ('<f8', (3,)), 'fortran_order': False, 'shape': ()}"), errc::bad_dtype,
           20, "a subarray outside a record"},
          {npy_bytes().magic(3, 0).dict("'<f8'", "(3L,)").zeros(24), errc::header_syntax, 64,
           "Python 2 in version 3.0"},
          {npy_bytes().dict("[['a','<f8']]").zeros(24), errc::bad_dtype, 21, "a field in a list"},
          {npy_bytes().dict("[('a','<f4',2)]").zeros(24), errc::bad_dtype, 32, "an int as shape"},
          {npy_bytes().dict("[('a','<f4',[2])]").zeros(24), errc::bad_dtype, 32, "a list as shape"},
          {npy_bytes().dict("[(['t','a'],'<f8')]").zeros(24), errc::bad_dtype, 22,
           "title and name in a list"},
          {npy_bytes().dict("'<f8'", "(-0,)").str(), errc::header_value, 61, "minus nothing"},
      },
      policy::strict);
}

}  // namespace
