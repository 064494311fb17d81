// SPDX-License-Identifier: MIT
// Pickles written to harm: nothing is called, memory stays in proportion, nesting and sharing cost
// no stack.
#include "unit/object/decode.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

using namespace std::literals;

TEST(hostile_pickles, become_inert_values_that_show_the_call) {
  const struct {
    pickle_bytes pickle;
    std::string_view text;
  } rows[] = {
      {pickle_bytes().global("os", "system").text("rm -rf /").op(0x85).op('R').op('.'),
       "<os.system('rm -rf /')>"},
      {pickle_bytes().global("builtins", "eval").text("1+1").op(0x85).op('R').op('.'),
       "<builtins.eval('1+1')>"},
      {pickle_bytes().op('(').text("os").op('i').raw("builtins\n__import__\n").op('.'),
       "<builtins.__import__('os')>"},
      {pickle_bytes().op('(').global("os", "system").text("id").op('o').op('.'),
       "<os.system('id')>"},
      {pickle_bytes().text("os").text("system").op(0x93).text("id").op(0x85).op(0x81).op('.'),
       "<os.system('id')>"},
      {pickle_bytes().global("a", "B").op(')').op('}').op(0x92).op('.'), "<a.B() {}>"},
      {pickle_bytes().global("a", "B").op(')').op('R').op(')').op('R').op('.'),
       "<a call of() <a.B()>>"},
      {pickle_bytes().global("a", "B").op(')').op(0x81).op('}').text("x").integer(1).raw("sb."),
       "<a.B() {'x': 1}>"},
      // Names on the allow-list whose arguments do not fit mean nothing either.
      {pickle_bytes().global("datetime", "date").bytes("xx").op(0x85).op('R').op('.'),
       "<datetime.date(b'xx')>"},
      {pickle_bytes().global("numpy", "dtype").text("f3").op(0x85).op('R').op('.'),
       "<numpy.dtype('f3')>"},
  };
  for (const auto& row : rows) {
    const auto value = decode(row.pickle);
    ASSERT_TRUE(value) << value.error().message();
    EXPECT_EQ(value->repr(), row.text);
    EXPECT_EQ(value->kind(), object_value::kind::foreign);
    EXPECT_GE(value->foreign_count(), 1u);
  }
}

TEST(hostile_pickles, are_refused_with_the_opcode_and_its_offset) {
  const struct {
    pickle_bytes pickle;
    errc code;
    std::uint64_t offset;  ///< in the pickle
    std::string_view found;
  } rows[] = {
      {pickle_bytes().raw("\x80\4").line('P', "7").op('.'), errc::object_dtype, 2, "opcode PERSID"},
      {pickle_bytes().op('N').op('Q').op('.'), errc::object_dtype, 1, "opcode BINPERSID"},
      {pickle_bytes().op(0x82).op(1).op('.'), errc::object_dtype, 0, "opcode EXT1"},
      {pickle_bytes().op(0x83).number(1, 2).op('.'), errc::object_dtype, 0, "opcode EXT2"},
      {pickle_bytes().op(0x84).number(1, 4).op('.'), errc::object_dtype, 0, "opcode EXT4"},
      {pickle_bytes().op(0x97).op('.'), errc::object_dtype, 0, "opcode NEXT_BUFFER"},
      {pickle_bytes().op('N').op(0x98).op('.'), errc::object_dtype, 1, "opcode READONLY_BUFFER"},
      {pickle_bytes().op('.'), errc::object_dtype, 0, "opcode STOP"},
      {pickle_bytes().op('N').op('(').op('.'), errc::object_dtype, 2, "opcode STOP"},
      {pickle_bytes().op('0'), errc::object_dtype, 0, "opcode POP"},
      {pickle_bytes().op('t'), errc::object_dtype, 0, "opcode TUPLE"},
      {pickle_bytes().op('N').op(0x86), errc::object_dtype, 1, "opcode TUPLE2"},
      {pickle_bytes().op('N').op('(').op('N').op('a'), errc::object_dtype, 3, "opcode APPEND"},
      {pickle_bytes().op('N').op('N').op('a'), errc::object_dtype, 2, "opcode APPEND"},
      {pickle_bytes().op('}').op('(').op('N').op('u'), errc::object_dtype, 3, "opcode SETITEMS"},
      {pickle_bytes().op('(').op('N').op('d'), errc::object_dtype, 2, "opcode DICT"},
      {pickle_bytes().op('h').op(9), errc::object_dtype, 0, "opcode BINGET"},
      {pickle_bytes().op('N').op('r').number(0xFFFFFFFF, 4), errc::object_dtype, 1,
       "opcode LONG_BINPUT"},
      {pickle_bytes().op('N').line('p', "99999999999999999999"), errc::object_dtype, 1,
       "opcode PUT"},
      {pickle_bytes().line('I', "0x10"), errc::object_dtype, 0, "opcode INT"},
      {pickle_bytes().line('L', "L"), errc::object_dtype, 0, "opcode LONG"},
      {pickle_bytes().line('F', "1e"), errc::object_dtype, 0, "opcode FLOAT"},
      {pickle_bytes().line('S', "'a"), errc::object_dtype, 0, "opcode STRING"},
      {pickle_bytes().line('S', "'a\\'"), errc::object_dtype, 0, "opcode STRING"},
      {pickle_bytes().line('S', "'\\xZ1'"), errc::object_dtype, 0, "opcode STRING"},
      {pickle_bytes().line('S', "'\\8'"), errc::object_dtype, 0, "opcode STRING"},
      {pickle_bytes().line('V', "\\uZZZZ"), errc::object_dtype, 0, "opcode UNICODE"},
      {pickle_bytes().text("\xC0\x80"), errc::object_dtype, 0, "opcode BINUNICODE"},
      {pickle_bytes().text("\xED\xA0\xC0"), errc::object_dtype, 0, "opcode BINUNICODE"},
      {pickle_bytes().op('N').op('N').op('R'), errc::object_dtype, 2, "opcode REDUCE"},
      {pickle_bytes().op('N').op('N').op('b'), errc::object_dtype, 2, "opcode BUILD"},
      {pickle_bytes().op('N').op('N').op(0x93), errc::object_dtype, 2, "opcode STACK_GLOBAL"},
      {pickle_bytes().op(0xFF), errc::object_dtype, 0, "byte 0xff"},
      {pickle_bytes(), errc::data_truncated, 0, "end of data"},
      {pickle_bytes().op(0x8D).number(UINT64_MAX, 8), errc::data_truncated, 0,
       "end of data in opcode BINUNICODE8"},
      {pickle_bytes().op('c').raw("os\nsys"), errc::data_truncated, 0,
       "end of data in opcode GLOBAL"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.found);
    const auto value = decode(row.pickle);
    ASSERT_FALSE(value) << value->repr();
    EXPECT_EQ(value.error().code(), row.code);
    EXPECT_EQ(value.error().offset(), data_offset + row.offset);
    EXPECT_EQ(value.error().parts().found, row.found);
  }
}

TEST(hostile_pickles, with_arrays_that_contradict_themselves_are_refused) {
  const auto with_state = [](auto&& fill) {
    pickle_bytes pickle;
    pickle.empty_array().op('(').integer(1);
    fill(pickle);
    return pickle.raw("tb.");
  };
  const pickle_bytes rows[] = {
      with_state([](auto& p) { p.raw("K\5\x85"sv).dtype("i4").op(0x89).bytes("1234"); }),
      with_state([](auto& p) { p.integer(-1).op(0x85).dtype("i4").op(0x89).bytes(""); }),
      with_state([](auto& p) { p.raw("K\2\x85"sv).dtype("O8", "|").op(0x89).raw("]N").op('a'); }),
      with_state([](auto& p) { p.raw("K\1\x85"sv).dtype("O8", "|").op(0x89).bytes("12345678"); }),
      with_state([](auto& p) { p.raw("K\1\x85"sv).op('N').op(0x89).bytes("1234"); }),
      with_state([](auto& p) {
        p.op('(').repeat("\x8a\x08\0\0\0\0\0\0\0\x40"sv, 4).op('t').dtype("i4").op(0x89).bytes("");
      }),
  };
  for (const pickle_bytes& row : rows) {
    const auto value = decode(row);
    ASSERT_FALSE(value) << value->repr();
    EXPECT_EQ(value.error().code(), errc::object_dtype) << value.error().message();
    EXPECT_EQ(value.error().offset(), data_offset + row.size() - 2);
    EXPECT_EQ(value.error().parts().found, "opcode BUILD on numpy.ndarray");
  }
}

TEST(hostile_pickles, nested_a_million_deep_decode_print_and_go_away) {
  constexpr std::size_t deep = 1'000'000;
  const auto value = decode(pickle_bytes().repeat("]", deep).repeat("a", deep - 1).op('.'));
  ASSERT_TRUE(value) << value.error().message();
  const std::string text = value->repr(4 * deep);
  EXPECT_EQ(text, std::string(deep, '[') + std::string(deep, ']'));
  EXPECT_EQ(value->repr(10), "[[[[[[[[[[...");
}

TEST(hostile_pickles, that_double_a_shared_value_forty_times_stay_small) {
  pickle_bytes pickle;
  pickle.text("lol");
  for (int i = 0; i < 40; ++i) pickle.op('2').op(0x86);  // DUP, TUPLE2
  const auto value = decode(pickle.op('.'));
  ASSERT_TRUE(value);
  const std::string text = value->repr(1000);
  EXPECT_LT(text.size(), 1100u);
  EXPECT_TRUE(text.ends_with("..."));
}

TEST(hostile_pickles, that_copy_one_array_again_and_again_reach_the_bound) {
  pickle_bytes pickle;
  pickle.raw("](").empty_array().put(1).op('(').integer(1);
  pickle.op('J').number(4096, 4).op('J').number(16, 4).op(0x86);
  pickle.dtype("u1", "|").op(0x88).bytes(std::string(65536, 'x')).op('t').put(2).op('b');
  for (int i = 0; i < 1000; ++i) pickle.empty_array().get(2).op('b');
  const auto value = decode(pickle.raw("e."));
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().code(), errc::limit) << value.error().message();
}

TEST(hostile_pickles, are_held_to_the_limit_of_the_caller) {
  const pickle_bytes pickle = pickle_bytes().repeat("]", 10000).op('.');
  EXPECT_TRUE(decode(pickle));
  const auto value = decode(pickle, {.array_bytes = 100'000});
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().code(), errc::limit);
  EXPECT_GT(value.error().offset(), data_offset + 1000);
}

TEST(hostile_pickles, whose_value_contains_itself_are_refused) {
  const pickle_bytes rows[] = {
      pickle_bytes().op(']').put(0).get(0).op('a').op('.'),
      pickle_bytes().op(']').put(0).op('}').integer(1).get(0).raw("sa."),
      pickle_bytes().global("a", "B").op(')').op('R').put(0).get(0).op('b').op('.'),
  };
  for (const pickle_bytes& row : rows) {
    const auto value = decode(row);
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().code(), errc::object_dtype);
    EXPECT_EQ(value.error().offset(), data_offset + row.size() - 1);
    EXPECT_EQ(value.error().parts().summary, "a value of the pickle contains itself");
  }
}

TEST(hostile_pickles, with_items_of_no_bytes_and_a_huge_shape_print_within_bounds) {
  pickle_bytes pickle;
  pickle.empty_array().op('(').integer(1).raw("\x8a\x08\0\0\0\0\0\0\0\x10"sv).op(0x85);
  const auto value = decode(pickle.dtype("S0", "|").op(0x89).bytes("").raw("tb."));
  ASSERT_TRUE(value) << value.error().message();
  EXPECT_EQ(value->shape(), shape{std::uint64_t{1} << 60});
  EXPECT_EQ(value->repr(20), "array([b'', b'', b''...");
}

}  // namespace
}  // namespace nopy::test
