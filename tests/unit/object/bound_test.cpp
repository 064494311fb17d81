// SPDX-License-Identifier: MIT
// The bound of memory holds whatever is being made when it is reached: under every limit a pickle
// gives its whole value, or `limit` at the opcode that asked for more.
#include "unit/object/decode.hpp"

#include <gtest/gtest.h>

namespace nopy::test {
namespace {

using namespace std::literals;

/// Raises the limit byte by byte until the pickle fits. An offset never moves back: more memory
/// brings the decoder further.
void expect_limit_or_value(const pickle_bytes& pickle, std::string_view text) {
  SCOPED_TRACE(text);
  std::uint64_t reached = data_offset;
  for (std::uint64_t most = 0; most < 100'000; ++most) {
    const auto value = decode(pickle, {.array_bytes = most});
    if (value) {
      EXPECT_EQ(value->repr(), text);
      return;
    }
    ASSERT_EQ(value.error().code(), errc::limit) << most << ": " << value.error().message();
    ASSERT_GE(value.error().offset(), reached) << most;
    ASSERT_LT(value.error().offset(), data_offset + pickle.size()) << most;
    reached = value.error().offset();
  }
  FAIL() << "it fits under no limit";
}

TEST(bound_of_memory, holds_while_containers_are_made) {
  pickle_bytes lists;
  lists.raw("](K\1K\2K\3K\4e"sv).raw("K\5aK\6aK\7a"sv).raw("(K\1K\2l\x86."sv);
  expect_limit_or_value(lists, "([1, 2, 3, 4, 5, 6, 7], [1, 2])");
  pickle_bytes dicts;
  dicts.raw("}(K\1K\2K\3K\4u"sv).raw("K\5K\6s"sv).raw("(K\1K\2d\x86."sv);
  expect_limit_or_value(dicts, "({1: 2, 3: 4, 5: 6}, {1: 2})");
  pickle_bytes sets;
  sets.raw("\x8f(K\1K\2\x90"sv).raw("(K\3\x91\x86."sv);
  expect_limit_or_value(sets, "({1, 2}, frozenset({3}))");
}

TEST(bound_of_memory, holds_while_numbers_and_texts_are_made) {
  pickle_bytes of;
  of.op('(').line('L', "123456789012345678901234567890L").line('I', "7").line('F', "1.5");
  of.line('S', "'a\\x41'").line('V', "\\u00e9").text("text").bytes("bytes").op(0x96).number(2, 8);
  of.raw("ab").raw("\x88Nt.");
  expect_limit_or_value(of,
                        "(123456789012345678901234567890, 7, 1.5, 'aA', 'é', 'text', b'bytes', "
                        "bytearray(b'ab'), True, None)");
}

TEST(bound_of_memory, holds_while_calls_become_foreign_values) {
  pickle_bytes called;
  called.global("a", "B").op(')').op('R').integer(1).op('a').integer(2).op('b').op('.');
  expect_limit_or_value(called, "<a.B() 1 2>");
  pickle_bytes keyed;
  keyed.global("a", "B").integer(1).op(0x85).raw("}X\1\0\0\0kK\2s\x92."sv);
  expect_limit_or_value(keyed, "<a.B(1) {'k': 2}>");
  expect_limit_or_value(pickle_bytes().global("a", "B").raw(")R)R."), "<a call of() <a.B()>>");
  expect_limit_or_value(pickle_bytes().op('(').integer(1).raw("ia\nB\n."), "<a.B(1)>");
  expect_limit_or_value(pickle_bytes().op('(').global("a", "B").integer(1).raw("o."), "<a.B(1)>");
  pickle_bytes old;
  old.global("copy_reg", "_reconstructor").global("plant", "Bed").global("__builtin__", "dict");
  expect_limit_or_value(old.raw("}\x87R."), "<plant.Bed({})>");
}

TEST(bound_of_memory, holds_while_plain_values_are_made) {
  const auto call = [](std::string_view module, std::string_view name, auto&& fill) {
    pickle_bytes made;
    made.global(module, name).op('(');
    fill(made);
    return made.raw("tR.");
  };
  expect_limit_or_value(call("collections", "OrderedDict",
                             [](auto& p) { p.raw("](K\1K\2\x86K\3K\4\x86K\5K\6\x86"sv).op('e'); }),
                        "OrderedDict({1: 2, 3: 4, 5: 6})");
  expect_limit_or_value(call("builtins", "set", [](auto& p) { p.raw("](K\1K\2e"sv); }), "{1, 2}");
  expect_limit_or_value(
      call("_codecs", "encode", [](auto& p) { p.text("a\xC3\xA9").text("latin1"); }), "b'a\\xe9'");
  expect_limit_or_value(
      call("builtins", "complex", [](auto& p) { p.line('F', "1").line('F', "-2"); }), "(1-2j)");
  expect_limit_or_value(call("datetime", "datetime",
                             [](auto& p) {
                               p.text("\x07\xC3\xAA\x0B\x1D\x0C\0\0\0\0\0"sv);
                               p.global("datetime", "timezone").global("datetime", "timedelta");
                               p.raw("K\0M\x10\x0EK\0\x87R\x85R"sv);
                             }),
                        "datetime.datetime(2026, 11, 29, 12, 0, "
                        "tzinfo=datetime.timezone(datetime.timedelta(seconds=3600)))");
}

TEST(bound_of_memory, holds_while_arrays_and_dtypes_are_made) {
  pickle_bytes fortran;
  fortran.empty_array().op('(').integer(1).raw("K\2K\2\x86"sv).dtype("i2").op(0x88);
  fortran.text("\1\0\3\0\2\0\xC3\xBF\0"sv).raw("tb.");
  expect_limit_or_value(fortran, "array([[1, 2], [3, 255]], dtype=int16)");
  pickle_bytes scalar;
  scalar.global("numpy._core.multiarray", "scalar").dtype("u1", "|").text("\xC3\xBF"sv);
  expect_limit_or_value(scalar.raw("\x86R."), "255");
  pickle_bytes buffer;
  buffer.global("numpy._core.numeric", "_frombuffer").op('(').bytes("ab").dtype("S1", "|");
  expect_limit_or_value(buffer.raw("K\2X\1\0\0\0CtR."sv), "array([b'a', b'b'], dtype='|S1')");
  pickle_bytes record;
  record.global("numpy", "dtype").text("V8").raw("\x85R").op('(').integer(3).text("|").op('N');
  record.text("a").text("b").op(0x86).op('}').text("b").dtype("i4").integer(4).raw("\x86s");
  record.text("a").dtype("f4").integer(0).raw("\x86s").integer(8).integer(1).integer(0);
  expect_limit_or_value(record.raw("tb."), "dtype([('a', '<f4'), ('b', '<i4')])");
  pickle_bytes text;
  text.global("numpy._core._internal", "_convert_to_stringdtype_kwargs").raw("\x88N\x86R.");
  expect_limit_or_value(text, "StringDType(na_object=None)");
}

}  // namespace
}  // namespace nopy::test
