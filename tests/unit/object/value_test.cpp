// SPDX-License-Identifier: MIT
// What one value answers: its kind, items, shape, text and data; Python 2's spellings; numbers.
#include "unit/object/decode.hpp"

#include <gtest/gtest.h>

#include <cstring>

namespace nopy::test {
namespace {

using namespace std::literals;
using kind = enum object_value::kind;

TEST(object_values, of_python_2_and_the_oldest_protocols_decode) {
  const struct {
    pickle_bytes pickle;
    std::string_view text;
  } rows[] = {
      {pickle_bytes().raw("U\3abc."), "'abc'"},
      {pickle_bytes().raw("U\2a\xE9."), "b'a\\xe9'"},
      {pickle_bytes().raw("T\2\0\0\0hi."sv), "'hi'"},
      {pickle_bytes().line('S', "'a\\'b\\x41\\n\\101\\\\'").op('.'), "\"a'bA\\nA\\\\\""},
      {pickle_bytes().line('S', "\"\\xff\"").op('.'), "b'\\xff'"},
      {pickle_bytes().line('S', "'\\1\\12\\1234'").op('.'), "'\\x01\\nS4'"},
      {pickle_bytes().line('V', "\\u00e9\\U0001f600\xE9").op('.'), "'é😀é'"},
      {pickle_bytes().line('I', "00").op('.'), "False"},
      {pickle_bytes().line('I', "01").op('.'), "True"},
      {pickle_bytes().line('I', "-12").op('.'), "-12"},
      {pickle_bytes().line('L', "123456789012345678901234567890L").op('.'),
       "123456789012345678901234567890"},
      {pickle_bytes().line('F', "1.5").op('.'), "1.5"},
      {pickle_bytes().line('F', "-0").op('.'), "-0.0"},
      {pickle_bytes().line('F', "1e400").op('.'), "inf"},
      {pickle_bytes().op('(').integer(1).op('l').op('.'), "[1]"},
      {pickle_bytes().op('(').integer(1).integer(2).op('d').op('.'), "{1: 2}"},
      {pickle_bytes().op('N').op('(').op('N').op('1').op('.'), "None"},
      {pickle_bytes()
           .global("copy_reg", "_reconstructor")
           .global("plant", "Point")
           .global("__builtin__", "object")
           .raw("N\x87R."sv),
       "<plant.Point()>"},
  };
  for (const auto& row : rows) EXPECT_EQ(decoded_text(row.pickle), row.text);
}

TEST(object_values, of_long_integers_are_exact_up_to_4300_digits_and_hexadecimal_beyond) {
  EXPECT_EQ(decoded_text(pickle_bytes().raw("\x8a\0."sv)), "0");
  EXPECT_EQ(decoded_text(pickle_bytes().raw("\x8a\1\xff."sv)), "-1");
  EXPECT_EQ(decoded_text(pickle_bytes().raw("\x8a\2\0\x80."sv)), "-32768");
  EXPECT_EQ(decoded_text(pickle_bytes().raw("\x8a\5\0\0\0\0\x80."sv)), "-549755813888");
  pickle_bytes huge;
  huge.op(0x8B).number(2000, 4).repeat("\0"sv, 1999).op(0x70).op('.');
  EXPECT_EQ(decoded_text(huge), "0x70" + std::string(3998, '0'));
  pickle_bytes odd;  // half a byte at the top
  odd.op(0x8B).number(1999, 4).repeat("\0"sv, 1998).op(0x07).op('.');
  EXPECT_EQ(decoded_text(odd), "0x7" + std::string(3996, '0'));
  pickle_bytes decimal;
  decimal.op(0x8B).number(1785, 4).repeat("\xff", 1784).op(0x7F).op('.');
  EXPECT_EQ(decoded_text(decimal).size(), 4299u);
}

TEST(object_values, of_decimal_floats_are_the_nearest_and_of_two_the_even_one) {
  const struct {
    std::string_view line;
    std::string_view text;
  } rows[] = {
      {"9007199254740993", "9007199254740992.0"},
      {"9007199254740995", "9007199254740996.0"},
      {"9007199254740993.00000000000000000001", "9007199254740994.0"},  // behind 19 digits
      {"12345678901234567890123", "1.2345678901234568e+22"},
      {"1.2345678901234567890123", "1.2345678901234567"},
      {"1.7976931348623158e308", "1.7976931348623157e+308"},
      {"2.2250738585072011e-308", "2.225073858507201e-308"},
      {"2.4703282292062328e-324", "5e-324"},  // just over half of the least
      {"2.4703282292062327e-324", "0.0"},
      {"1e401", "inf"},
      {"1e1000000", "inf"},
      {"-1e-1000000", "-0.0"},
      {"0e1000000", "0.0"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(decoded_text(pickle_bytes().line('F', row.line).op('.')), row.text) << row.line;
}

TEST(object_values, that_were_moved_from_answer_as_none) {
  auto value = decode(pickle_bytes().op('(').text("a").raw("l."));
  ASSERT_TRUE(value);
  const object_value taken = std::move(*value);
  EXPECT_EQ(taken.repr(), "['a']");
  const object_value copy = *value;
  for (const object_value& empty : {*value, copy}) {
    EXPECT_EQ(empty.kind(), kind::none);
    EXPECT_TRUE(empty.items().empty());
    EXPECT_TRUE(empty.data().empty());
    EXPECT_EQ(empty.text(), "");
    EXPECT_EQ(empty.repr(), "");
    EXPECT_EQ(empty.shape(), shape{});
    EXPECT_EQ(empty.dtype(), dtype());
    EXPECT_EQ(empty.foreign_count(), 0u);
  }
}

TEST(object_values, answer_data_for_numbers_and_bytes_and_text_for_the_rest) {
  pickle_bytes pickle;
  pickle.op('(').op(0x89).line('F', "1.5").bytes("raw").global("numpy", "int8");
  pickle.global("numpy._core.multiarray", "scalar").dtype("i2").bytes("\1\2"sv).raw("\x86R");
  pickle.global("builtins", "complex").op('(').line('F', "1").line('F', "2").raw("tR");
  const auto value = decode(pickle.empty_array().raw("Nt."));
  ASSERT_TRUE(value) << value.error().message();
  const struct {
    kind what;
    std::size_t data_bytes;
    std::string_view text;
    std::string_view descr;
  } rows[] = {
      {kind::boolean, 0, "False", "|V0"}, {kind::floating, 8, "", "|V0"},
      {kind::bytes, 3, "raw", "|V0"},     {kind::name, 0, "numpy.int8", "|V0"},
      {kind::scalar, 2, "", "<i2"},       {kind::complex, 16, "", "|V0"},
      {kind::array, 0, "", "|V0"},        {kind::none, 0, "", "|V0"},
  };
  ASSERT_EQ(value->items().size(), std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const object_value& one = value->items()[i];
    SCOPED_TRACE(one.repr());
    EXPECT_EQ(one.kind(), rows[i].what);
    EXPECT_EQ(one.data().size(), rows[i].data_bytes);
    EXPECT_EQ(one.text(), rows[i].text);
    EXPECT_EQ(one.dtype().descr(), rows[i].descr);
  }
  EXPECT_EQ(std::memcmp(value->items()[4].data().data(), "\1\2", 2), 0);
}

TEST(object_values, cut_anywhere_say_so_and_stay_near_the_bound) {
  pickle_bytes pickle;
  pickle.op('(').integer(12345).text("h\xC3\xA9llo").bytes("bytes").empty_array().op('(');
  pickle.integer(1).raw("K\2\x85"sv).dtype("U3").op(0x89);
  pickle.bytes("a\0\0\0b\0\0\0\0\0\0\0c\0\0\0d\0\0\0e\0\0\0"sv).raw("tbl.");
  const auto value = decode(pickle);
  ASSERT_TRUE(value) << value.error().message();
  const std::string whole = value->repr();
  EXPECT_EQ(whole, "[12345, 'héllo', b'bytes', array(['ab', 'cde'], dtype='<U3')]");
  EXPECT_EQ(value->repr(whole.size() + 1), whole);
  for (std::size_t most = 0; most < whole.size(); ++most) {
    const std::string cut = value->repr(most);
    EXPECT_TRUE(cut.ends_with("...")) << cut;
    EXPECT_LE(cut.size(), most + 32) << cut;
    EXPECT_EQ(cut.substr(0, most / 2), whole.substr(0, most / 2));
  }
}

TEST(object_values, answer_items_shape_and_text) {
  const auto value = decode(
      pickle_bytes().op('(').op('N').op(0x88).integer(-7).text("h\xC3\xA9").bytes("b").raw("t."));
  ASSERT_TRUE(value);
  const auto items = value->items();
  ASSERT_EQ(items.size(), 5u);
  EXPECT_EQ(value->kind(), kind::tuple);
  EXPECT_EQ(items[0].kind(), kind::none);
  EXPECT_EQ(items[1].text(), "True");
  EXPECT_EQ(items[2].text(), "-7");
  EXPECT_EQ(items[3].text(), "h\xC3\xA9");
  EXPECT_EQ(items[4].data().size(), 1u);
  EXPECT_EQ(value->shape().rank(), 0u);
  EXPECT_EQ(value->foreign_count(), 0u);
}

TEST(object_values, outlive_the_pickle_and_the_result) {
  const object_value kept = [] {
    const auto value = decode(pickle_bytes().op('(').text("deep").raw("l\x85."));
    return value->items()[0].items()[0];
  }();
  EXPECT_EQ(kept.text(), "deep");
  const object_value copy = kept;
  EXPECT_EQ(copy.repr(), "'deep'");
}

TEST(object_values, of_fortran_arrays_are_in_c_order) {
  pickle_bytes pickle;
  pickle.empty_array().op('(').integer(1).raw("K\2K\3\x86"sv).dtype("i2", ">").op(0x88);
  const auto value =
      decode(pickle.bytes(std::string_view("\0\1\0\4\0\2\0\5\0\3\0\6", 12)).raw("tb."));
  ASSERT_TRUE(value) << value.error().message();
  EXPECT_EQ(value->repr(), "array([[1, 2, 3], [4, 5, 6]], dtype='>i2')");
  EXPECT_EQ(value->shape(), (shape{2, 3}));
  EXPECT_EQ(value->dtype().descr(), ">i2");
  EXPECT_EQ(std::memcmp(value->data().data(), "\0\1\0\2\0\3\0\4\0\5\0\6", 12), 0);
}

TEST(object_values, of_object_arrays_are_lists_in_c_order_whatever_header_and_pickle_say_of_order) {
  pickle_bytes pickle;
  pickle.empty_array().op('(').integer(1).raw("K\2K\3\x86"sv).dtype("O8", "|").op(0x88);
  pickle.raw("](K\1K\2K\3K\4K\5K\6etb."sv);
  nopy::header of;
  of.dtype = nopy::dtype::object();
  of.shape = {6};  // not the pickle's, which wins
  of.order = nopy::order::fortran;
  of.data_offset = nopy::test::data_offset;
  const auto value = nopy::decode_objects(of, pickle.span());
  ASSERT_TRUE(value) << value.error().message();
  EXPECT_EQ(value->repr(), "array([[1, 2, 3], [4, 5, 6]], dtype=object)");
  EXPECT_EQ(value->shape(), (shape{2, 3}));
}

TEST(object_values, of_string_dtype_keep_the_missing_value) {
  pickle_bytes pickle;
  pickle.empty_array().op('(').integer(1).raw("K\2\x85"sv);
  pickle.global("numpy._core._internal", "_convert_to_stringdtype_kwargs").op(0x88).op('N');
  pickle.raw("\x86R").op(0x89).op('(').text("héllo").op('N').raw("ltb.");
  EXPECT_EQ(decoded_text(pickle), "array(['héllo', None], dtype=StringDType())");
}

TEST(object_values, of_protocol_5_arrays_over_a_buffer_decode) {
  pickle_bytes pickle;
  pickle.global("numpy._core.numeric", "_frombuffer")
      .op('(')
      .op(0x96)
      .number(4, 8)
      .raw("\1\0\2\0"sv);
  pickle.dtype("u2").raw("K\2\x85"sv).text("C").raw("tR.");
  EXPECT_EQ(decoded_text(pickle), "array([1, 2], dtype=uint16)");
}

}  // namespace
}  // namespace nopy::test
