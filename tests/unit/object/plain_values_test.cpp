// SPDX-License-Identifier: MIT
// The plain values that are spelled as calls: an ordered dict, sets, bytes, dates, time
// zones. Arguments that fit make the value; any others leave the call standing as foreign,
// and nothing is made of it.
#include "unit/object/decode.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace nopy::test {
namespace {

using namespace std::literals;

/// module.name(arguments); the arguments are what `fill` pushes.
pickle_bytes call(std::string_view module, std::string_view name,
                  const std::function<void(pickle_bytes&)>& fill) {
  pickle_bytes made;
  made.global(module, name).op('(');
  fill(made);
  return made.raw("tR.");
}

pickle_bytes& delta(pickle_bytes& to, int days, int seconds) {
  to.global("datetime", "timedelta");
  return to.op('(').integer(days).integer(seconds).integer(0).raw("tR");
}

struct call_row {
  std::string_view module, name;
  std::function<void(pickle_bytes&)> arguments;
  std::string_view text;
};

void expect_texts(const std::vector<call_row>& rows) {
  for (const call_row& row : rows)
    EXPECT_EQ(decoded_text(call(row.module, row.name, row.arguments)), row.text) << row.name;
}

TEST(plain_calls, make_a_dict_of_nothing_of_a_dict_and_of_pairs) {
  expect_texts({
      {"collections", "OrderedDict", [](auto&) {}, "OrderedDict({})"},
      {"collections", "OrderedDict", [](auto& p) { p.op('}').text("a").integer(1).op('s'); },
       "OrderedDict({'a': 1})"},
      {"collections", "OrderedDict",
       [](auto& p) { p.op(']').text("a").integer(1).op(0x86).op('a'); }, "OrderedDict({'a': 1})"},
      {"collections", "OrderedDict",
       [](auto& p) {
         p.op(']').op(']').text("a").op('a').integer(1).op('a').op('a').op(0x85);
         p.raw("0").op(']').op(']').text("b").op('a').integer(2).op('a').op('a');
       },
       "OrderedDict({'b': 2})"},
      {"builtins", "dict", [](auto& p) { p.text("a").integer(1).op(0x86).op(0x85); }, "{'a': 1}"},
  });
}

TEST(plain_calls, make_lists_and_sets_of_nothing_and_of_other_collections) {
  expect_texts({
      {"builtins", "list", [](auto&) {}, "[]"},
      {"builtins", "list", [](auto& p) { p.integer(1).integer(2).op(0x86); }, "[1, 2]"},
      {"__builtin__", "set", [](auto&) {}, "set()"},
      {"builtins", "set", [](auto& p) { p.integer(1).op(0x85); }, "{1}"},
      {"builtins", "frozenset", [](auto& p) { p.op('(').integer(1).op(0x91); }, "frozenset({1})"},
  });
}

TEST(plain_calls, of_the_oldest_protocols_make_objects_with_what_their_base_holds) {
  expect_texts({
      {"copy_reg", "_reconstructor",
       [](auto& p) { p.global("plant", "Bed").global("__builtin__", "object").op('N'); },
       "<plant.Bed()>"},
      {"copy_reg", "_reconstructor",
       [](auto& p) { p.global("plant", "Bed").global("__builtin__", "list").raw("]K\1a"sv); },
       "<plant.Bed([1])>"},
      {"copyreg", "_reconstructor", [](auto& p) { p.integer(1).integer(2).integer(3); },
       "<copyreg._reconstructor(1, 2, 3)>"},
      {"copyreg", "_reconstructor", [](auto& p) { p.global("plant", "Bed"); },
       "<copyreg._reconstructor(<plant.Bed>)>"},
  });
}

TEST(plain_calls, whose_arguments_do_not_fit_mean_nothing) {
  expect_texts({
      {"builtins", "set", [](auto& p) { p.text("ab"); }, "<builtins.set('ab')>"},
      {"builtins", "bytearray", [](auto& p) { p.text("a").text("latin-1").text("strict"); },
       "<builtins.bytearray('a', 'latin-1', 'strict')>"},
      {"datetime", "datetime", [](auto&) {}, "<datetime.datetime()>"},
      {"datetime", "time", [](auto& p) { p.bytes("").op('N').op('N'); },
       "<datetime.time(b'', None, None)>"},
      {"datetime", "datetime", [](auto& p) { p.integer(2026); }, "<datetime.datetime(2026)>"},
      {"datetime", "timedelta",  // 2^64 seconds
       [](auto& p) { p.integer(0).raw("\x8a\x09\0\0\0\0\0\0\0\0\1"sv).integer(0); },
       "<datetime.timedelta(0, 18446744073709551616, 0)>"},
      {"datetime", "timedelta",  // as many digits as 2^63 - 1 has
       [](auto& p) { p.line('I', "9999999999999999999").integer(0).integer(0); },
       "<datetime.timedelta(9999999999999999999, 0, 0)>"},
      {"collections", "OrderedDict", [](auto& p) { p.integer(1); }, "<collections.OrderedDict(1)>"},
      {"collections", "OrderedDict", [](auto& p) { p.op('}').op('}'); },
       "<collections.OrderedDict({}, {})>"},
      {"collections", "OrderedDict", [](auto& p) { p.op(']').integer(1).op('a'); },
       "<collections.OrderedDict([1])>"},
      {"collections", "OrderedDict", [](auto& p) { p.op(']').integer(1).op(0x85).op('a'); },
       "<collections.OrderedDict([(1,)])>"},
      {"builtins", "set", [](auto& p) { p.integer(1); }, "<builtins.set(1)>"},
      {"builtins", "set", [](auto& p) { p.op(']').op(']'); }, "<builtins.set([], [])>"},
      {"builtins", "bytearray", [](auto& p) { p.integer(4); }, "<builtins.bytearray(4)>"},
      {"builtins", "bytearray", [](auto& p) { p.text("\xC4\x80").text("latin-1"); },
       "<builtins.bytearray('\xC4\x80', 'latin-1')>"},
      {"_codecs", "encode", [](auto& p) { p.text("a").text("rot13"); },
       "<_codecs.encode('a', 'rot13')>"},
      {"_codecs", "encode", [](auto& p) { p.text("a"); }, "<_codecs.encode('a')>"},
      {"builtins", "complex", [](auto& p) { p.integer(1).integer(2); }, "<builtins.complex(1, 2)>"},
      {"builtins", "complex", [](auto& p) { p.line('F', "1").integer(2); },
       "<builtins.complex(1.0, 2)>"},
      {"builtins", "complex", [](auto& p) { p.line('F', "1"); }, "<builtins.complex(1.0)>"},
      {"datetime", "timedelta", [](auto& p) { p.integer(1); }, "<datetime.timedelta(1)>"},
      {"datetime", "timedelta", [](auto& p) { p.integer(1).integer(2).text("x"); },
       "<datetime.timedelta(1, 2, 'x')>"},
      {"datetime", "timezone", [](auto& p) { p.integer(1); }, "<datetime.timezone(1)>"},
      {"datetime", "timezone", [](auto&) {}, "<datetime.timezone()>"},
      {"datetime", "date", [](auto& p) { p.bytes("\x07\xEA\x0D\x01"); },  // month 13
       "<datetime.date(b'\\x07\\xea\\r\\x01')>"},
      {"datetime", "date", [](auto& p) { p.bytes("\x07\xEA\x01\x01").op('N'); },
       "<datetime.date(b'\\x07\\xea\\x01\\x01', None)>"},
      {"datetime", "time", [](auto& p) { p.bytes("\x18\0\0\0\0\0"sv); },  // hour 24
       "<datetime.time(b'\\x18\\x00\\x00\\x00\\x00\\x00')>"},
  });
}

TEST(plain_calls, make_times_with_and_without_a_zone) {
  expect_texts({
      {"datetime", "time", [](auto& p) { p.bytes("\x17\x3B\x3B\0\0\0"sv).op('N'); },
       "datetime.time(23, 59, 59)"},
      {"datetime", "timezone", [](auto& p) { delta(p, 0, 3600).text("one"); },
       "datetime.timezone(datetime.timedelta(seconds=3600), 'one')"},
      {"datetime", "timezone", [](auto& p) { delta(p, 0, 3600).integer(1); },
       "<datetime.timezone(datetime.timedelta(seconds=3600), 1)>"},
  });
}

TEST(plain_calls, make_bytes_of_text_that_is_latin_1) {
  expect_texts({
      {"_codecs", "encode", [](auto& p) { p.text("a\xC3\xA9").text("latin-1"); }, "b'a\\xe9'"},
      {"builtins", "bytes", [](auto&) {}, "b''"},
      {"builtins", "bytearray", [](auto& p) { p.bytes("ab"); }, "bytearray(b'ab')"},
  });
}

}  // namespace
}  // namespace nopy::test
